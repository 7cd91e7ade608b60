import type { JsonObject } from '../value/jsonValue.js';
import type { DocumentProblem } from './documentProblem.js';
import type { FieldLines } from './frontmatter/frontmatterEntry.js';

/** A parsed document; `text` is the exact file, and all other fields refer to it. */
export interface SpecDocument {
  readonly text: string;
  readonly frontmatter: JsonObject;
  /**
   * The frontmatter's keys with their positions, in the order of the document. A repeated key, which is a problem, has two
   * entries.
   */
  readonly entries: readonly FieldLines[];
  /** Offset in `text` at which the text below the frontmatter begins. */
  readonly bodyStart: number;
  /** 1-based line at which the text below the frontmatter begins. */
  readonly bodyLine: number;
  /** The reason why the frontmatter cannot be read reliably; such a document is displayed as broken and never written. */
  readonly problem?: DocumentProblem;
}
