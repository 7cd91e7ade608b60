import type { JsonObject } from '../value/jsonValue.js';

/** A problem that keeps spectool from reading or writing the frontmatter of one document. */
export interface DocumentProblem {
  readonly code:
    | 'MISSING_DOCUMENT'
    | 'DOCUMENT_UNREADABLE'
    | 'FRONTMATTER_MISSING'
    | 'FRONTMATTER_UNCLOSED'
    | 'FRONTMATTER_INVALID'
    | 'FRONTMATTER_LANGUAGE'
    | 'KEY_REPEATED'
    | 'MERGE_CONFLICT';
  readonly message: string;
  /** 1-based line number in the document. */
  readonly line?: number;
}

/** A range in a text, `[start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The lines of one top-level key of the frontmatter, and its value; offsets are UTF-16 positions in the whole document. */
export interface FrontmatterEntry extends TextRange {
  readonly key: string;
  /** 1-based line of the key in the document. */
  readonly line: number;
  /** Offset of the first character of the key. */
  readonly start: number;
  /** Offset after the line end of the entry's last line, so that `text.slice(start, end)` is the whole entry. */
  readonly end: number;
  /** Offset after the `:` that follows the key. */
  readonly colon: number;
  /**
   * The range of the value as written, `[valueStart, valueEnd)`, without a trailing comment; empty if the key has no value. A block
   * list or mapping ends with its last line.
   */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The ranges of the members in order, quotes included, if the value is a list of scalars. */
  readonly items?: readonly TextRange[] | undefined;
}

/** The result of reading the block between the two `---` lines. */
export interface ReadFrontmatter {
  /** Values by key in file order; dates stay strings as written. */
  readonly values: JsonObject;
  readonly entries: readonly FrontmatterEntry[];
  /** Set if the block is not a mapping of plain values; `values` is then empty. */
  readonly problem?: DocumentProblem;
}

/** A parsed document; `text` is the exact file, and all other fields refer to it. */
export interface SpecDocument {
  readonly text: string;
  readonly frontmatter: JsonObject;
  /**
   * The frontmatter's keys with their positions, in the order of the document. A repeated key, which is a problem, has two
   * entries.
   */
  readonly entries: readonly FrontmatterEntry[];
  /** Offset in `text` at which the text below the frontmatter begins. */
  readonly bodyStart: number;
  /** 1-based line at which the text below the frontmatter begins. */
  readonly bodyLine: number;
  /** The reason why the frontmatter cannot be read reliably; such a document is displayed as broken and never written. */
  readonly problem?: DocumentProblem;
  /** A sentence on what in the text does not count, such as checkboxes that are no criteria. */
  readonly remark?: string;
}

/** A line in a file, 1-based, from which a line of a document comes. */
export interface LinePlace {
  /** The file, relative to the root; absent if it is the file of the document. */
  readonly file?: string;
  readonly line: number;
}

/** Returns the text below the frontmatter. */
export function bodyOf({ text, bodyStart }: Pick<SpecDocument, 'text' | 'bodyStart'>): string {
  return text.slice(bodyStart);
}
