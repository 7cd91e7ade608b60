import type { JsonObject } from '../value/json.js';
import type { DocumentProblem } from './documentProblem.js';
import type { FrontmatterEntry } from './frontmatter/frontmatterEntry.js';

/** A spec's default file, taken apart but byte-exact: `text` is the file, everything else points into it. */
export interface SpecDocument {
  readonly text: string;
  readonly frontmatter: JsonObject;
  /** In the order in which they stand. A key that stands twice, which is a problem, is here twice. */
  readonly entries: readonly FrontmatterEntry[];
  /** Offset in `text` at which the body begins. */
  readonly bodyStart: number;
  /** 1-based line at which the body begins. */
  readonly bodyLine: number;
  /** Why the frontmatter cannot be trusted; such a document is shown as broken and never written. */
  readonly problem?: DocumentProblem;
}
