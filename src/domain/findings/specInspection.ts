import type { SpecSummary } from '../document/specSummary.js';
import type { LogEnd } from '../log/logSummary.js';
import type { StreamId } from '../log/records/record.js';
import type { Finding } from './finding.js';

/** The result of inspecting one spec: the facts that `validate` needs and that do not depend on other specs. */
export interface Inspection {
  readonly document: Pick<SpecSummary, 'title' | 'frontmatter' | 'problem'>;
  /** The path of the spec's document. */
  readonly path: string;
  /** The id of the spec's log; absent if the document cannot be read. */
  readonly stream?: StreamId;
  /** Findings in the document. */
  readonly findings: readonly Finding[];
  /** Findings in the log, and differences of the document and the folder from the log. */
  readonly logFindings: readonly Finding[];
  /** The end of the spec's log; absent if the log cannot be read. */
  readonly end?: Pick<LogEnd, 'changedAt' | 'unpacked' | 'forced'>;
  /** The number of tokens of all Markdown files of the spec; set only if it is too large. */
  readonly oversized?: number;
}
