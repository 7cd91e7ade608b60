import type { SpecSummary } from '../document/specSummary.js';
import type { StreamId } from '../log/records/record.js';
import type { Finding } from './finding.js';

/** What a look at one spec showed: all that `validate` needs of it, whatever stands beside it in the tree. */
export interface Inspection {
  readonly document: Pick<SpecSummary, 'title' | 'frontmatter' | 'problem'>;
  /** Where the document stands. */
  readonly path: string;
  /** Its log; absent where the document cannot be read. */
  readonly stream?: StreamId;
  /** In the document. */
  readonly findings: readonly Finding[];
  /** In its log, and in how document and folder stand to it. */
  readonly logFindings: readonly Finding[];
  /** How the document stands to its log depends on git and on the time, so this look is not remembered. */
  readonly isProvisional?: true;
  /** The latest time any of its records gives; whether that is yet to come depends on when it is looked at. */
  readonly latest?: string;
  /** Tokens of all its Markdown, when they are too many. */
  readonly oversized?: number;
  /** Where its links lead, relative to the root, and whether anything was there. */
  readonly links: readonly (readonly [path: string, exists: boolean])[];
}
