import type { JsonObject } from '../value/json.js';
import type { DocumentProblem } from './documentProblem.js';
import type { FrontmatterEntry } from './frontmatter/frontmatterEntry.js';

/** A parsed document; `text` is the exact file, and all other fields refer to it. */
export interface SpecDocument {
  readonly text: string;
  readonly frontmatter: JsonObject;
  /** In the order of the document. A repeated key, which is a problem, is here twice. */
  readonly entries: readonly FrontmatterEntry[];
  /** Offset in `text` at which the text below the frontmatter begins. */
  readonly bodyStart: number;
  /** 1-based line at which the text below the frontmatter begins. */
  readonly bodyLine: number;
  /** Why the frontmatter cannot be trusted; such a document is displayed as broken and never written. */
  readonly problem?: DocumentProblem;
}
