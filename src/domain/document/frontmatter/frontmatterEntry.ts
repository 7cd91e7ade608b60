import type { JsonObject } from '../../value/json.js';
import type { DocumentProblem } from '../documentProblem.js';

/** A range in a text, `[start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The position of one top-level key of the frontmatter; offsets are UTF-16 positions in the whole document. */
export interface FrontmatterEntry {
  readonly key: string;
  /** 1-based line of the key in the document. */
  readonly line: number;
  /** First character of the key. */
  readonly start: number;
  /** One past the `:` after the key. */
  readonly colon: number;
  /** The value as written, `[valueStart, valueEnd)`; empty if the key has none. A trailing comment is outside. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** One past the line end of the entry's last line: `text.slice(start, end)` is the whole entry. */
  readonly end: number;
  /** The members of a list in order, quotes included. */
  readonly items?: readonly TextRange[];
}

/** The result of parsing the block between the two `---` lines. */
export interface ParsedFrontmatter {
  /** Values by key in file order; dates stay strings as written. */
  readonly values: JsonObject;
  readonly entries: readonly FrontmatterEntry[];
  /** Set if the block is not a mapping of plain values; `values` is then empty. */
  readonly problem?: DocumentProblem;
}
