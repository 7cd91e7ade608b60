import type { JsonObject } from '../../value/json.js';
import type { DocumentProblem } from '../documentProblem.js';

/** A place in a text, `[start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where one top-level key of the frontmatter stands; offsets are UTF-16 positions in the whole document text. */
export interface FrontmatterEntry {
  readonly key: string;
  /** 1-based line of the key in the document. */
  readonly line: number;
  /** First character of the key. */
  readonly start: number;
  /** One past the `:` behind the key. */
  readonly colon: number;
  /** The value as written, `[valueStart, valueEnd)`; empty when the key has none. A trailing comment is outside. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** One past the line end of the entry's last line: `text.slice(start, end)` is the whole entry. */
  readonly end: number;
  /** The members of a list, quotes included, in their order. */
  readonly items?: readonly TextRange[];
}

/** What a parser makes of the block between the two `---` lines. */
export interface ParsedFrontmatter {
  /** Values by key in file order; dates stay the strings they were written as. */
  readonly values: JsonObject;
  readonly entries: readonly FrontmatterEntry[];
  /** Set when the block is no mapping of plain values; `values` is then empty. */
  readonly problem?: DocumentProblem;
}
