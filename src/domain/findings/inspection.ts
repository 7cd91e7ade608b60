import type { SpecSummary } from '../document/specSummary.js';
import type { StreamId } from '../log/records/record.js';
import type { Finding } from './finding.js';

/** The result of inspecting one spec: everything that `validate` needs, independent of other specs. */
export interface Inspection {
  readonly document: Pick<SpecSummary, 'title' | 'frontmatter' | 'problem'>;
  /** Path of the document. */
  readonly path: string;
  /** Its log; absent if the document cannot be read. */
  readonly stream?: StreamId;
  /** Findings in the document. */
  readonly findings: readonly Finding[];
  /** Findings in the log, and in how document and folder match it. */
  readonly logFindings: readonly Finding[];
  /** Set if the result depends on git or the current time, so that it is not cached. */
  readonly isProvisional?: true;
  /** The latest time in its records; whether that is in the future depends on the current time. */
  readonly latest?: string;
  /** Tokens of all its Markdown, if they are too many. */
  readonly oversized?: number;
  /** The targets of its links, relative to the root, and whether they exist. */
  readonly links: readonly (readonly [path: string, exists: boolean])[];
}
