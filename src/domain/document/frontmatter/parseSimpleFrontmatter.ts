import { BOUNDS } from '../../value/bounds.js';
import type { JsonValue, JsonObject } from '../../value/jsonValue.js';
import { copiedText } from '../../value/text.js';
import type {
  DocumentProblem,
  FrontmatterEntry,
  ReadFrontmatter,
  SpecDocument,
  TextRange,
} from '../specDocument.js';
import type { SpecFolder } from '../../naming/projectPath.js';
import { type Progress, progressOf } from '../../criteria/criteria.js';
import { titleOf } from '../sections/headings.js';

const QUOTED = /^(?:'((?:[^']|'')*)'|"([^"\\]*)")/;
/** Matches the rest of a line after a value: only spaces, or a comment. */
const REST = /^ *(?: #.*)?$/;
/** ASCII patterns are tried first, because the Unicode patterns are slow; the Unicode patterns are compiled only when needed. */
const ASCII_START = /^[A-Za-z0-9_/(]/;
const ASCII_FLOW_ITEM = /^[A-Za-z0-9_/(][^,[\]{}:#'"&*!|>%@`]*/;

/** A value with its position in the document; for a list, also the positions of its members. */
interface PlacedValue {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  readonly items?: TextRange[];
}

/**
 * Reads the scalar or one-line list at the beginning of a line; undefined if the notation needs a YAML parser.
 * @param start offset of the text in the document.
 */
function plainValue(text: string, start: number): PlacedValue | undefined {
  if (text.startsWith('[')) return plainFlowList(text, start);
  const quoted = quotedAt(text);
  if (quoted !== null) {
    const { length } = quoted[0];
    return REST.test(text.slice(length))
      ? { value: unquoted(quoted), start, end: start + length }
      : undefined;
  }
  if (!ASCII_START.test(text) && !/^[\p{L}\p{N}]/u.test(text)) return undefined;
  const comment = text.indexOf(' #');
  const written = (comment < 0 ? text : text.slice(0, comment)).trimEnd();
  if (written.includes(': ') || written.endsWith(':')) return undefined;
  const value = resolved(written);
  return value === undefined ? undefined : { value, start, end: start + written.length };
}

/** Reads `[a, 'b', 3]` on one line; undefined for any other list. */
function plainFlowList(text: string, start: number): PlacedValue | undefined {
  const values: JsonValue[] = [];
  const items: TextRange[] = [];
  let rest = text.slice(1).trimStart();
  while (!rest.startsWith(']')) {
    const quoted = quotedAt(rest);
    const written =
      quoted?.[0] ??
      (ASCII_FLOW_ITEM.exec(rest) ?? /^[\p{L}\p{N}][^,[\]{}:#'"&*!|>%@`]*/u.exec(rest))?.[0].trimEnd();
    if (written === undefined) return undefined;
    const value = quoted === null ? resolved(written) : unquoted(quoted);
    if (value === undefined) return undefined;
    values.push(value);
    const at = start + text.length - rest.length;
    items.push({ start: at, end: at + written.length });
    const behind = /^ *(?:, *(?!\])|(?=\]))/.exec(rest.slice(written.length));
    if (behind === null) return undefined;
    rest = rest.slice(written.length + behind[0].length);
  }
  const end = start + text.length - rest.length + 1;
  return REST.test(rest.slice(1)) ? { value: values, start, end, items } : undefined;
}

/**
 * Returns the match of a quoted value at the beginning of the text. The first character is checked first, because the regular
 * expression is slow.
 */
function quotedAt(text: string): RegExpExecArray | null {
  return text.startsWith('"') || text.startsWith("'") ? QUOTED.exec(text) : null;
}

function unquoted([, single, double]: RegExpExecArray): string {
  return single === undefined ? (double ?? '') : single.replaceAll("''", "'");
}

/**
 * Returns the value of an unquoted scalar by YAML's core schema: `5` is a number, `true` a boolean. Undefined for other number
 * notations.
 */
function resolved(written: string): JsonValue | undefined {
  const first = written.charCodeAt(0);
  if (first >= ZERO && first <= NINE) {
    if (/^(?:0|[1-9][0-9]{0,14})$/.test(written)) return Number(written);
    const isDate = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(written);
    return !isDate && MAYBE_NUMBER.test(written) ? undefined : written;
  }
  if (written.length > 5) return written;
  if (/^(?:true|True|TRUE)$/.test(written)) return true;
  if (/^(?:false|False|FALSE)$/.test(written)) return false;
  return /^(?:null|Null|NULL)$/.test(written) ? null : written;
}

const [ZERO, NINE] = [0x30, 0x39];
/** Matches a text that could be a number in some YAML notation, such as `0x1f`. */
const MAYBE_NUMBER = /^[0-9][0-9a-fA-FoxX_.+-]*$/;

/** Matches a text that has only Latin letters, common punctuation and line ends. */
const LATIN_LINES = /^(?:[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027]|\r\n)*$/;
const KEY = /^([A-Za-z_][A-Za-z0-9_-]*):(?= |$)/;
const NO_PLAIN_KEY = /^(?:true|false|null|__proto__|constructor|prototype)$/i;
const ITEM = /^( *)- +(?=[^ ])/;

/**
 * Reads frontmatter of plain `key: value` lines, one-line lists and block lists, much faster than a YAML parser and with the
 * same result. Returns undefined if the frontmatter contains any other notation.
 */
export function plainFrontmatter(
  text: string,
  start: number,
  end: number,
  line: number,
): ReadFrontmatter | undefined {
  if (end - start > BOUNDS.frontmatter) return undefined;
  const block = copiedText(text.slice(start, end));
  if (!LATIN_LINES.test(block) && isOdd(block)) return undefined;
  const reading = new PlainReading();
  let offset = start;
  for (const [i, raw] of block.split('\n').entries()) {
    const next = offset + raw.length + 1;
    if (!reading.read(raw.endsWith('\r') ? raw.slice(0, -1) : raw, offset, next, line + i)) return undefined;
    offset = next;
  }
  return reading;
}

/**
 * True if the block needs a YAML parser, because it contains tabs, lone carriage returns or invisible characters. The pattern is
 * compiled only when needed, because compiling it takes two milliseconds.
 */
function isOdd(block: string): boolean {
  return /[^\r\n\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}]|\r(?!\n)/u.test(block);
}

/** The block list that is being read; all its items begin at the same column. */
interface OpenList {
  readonly indent: number;
  readonly values: JsonValue[];
  /** The list item that is being read if it consists of `key: value` lines: the column of its keys, and its values. */
  map?: { readonly column: number; readonly values: Record<string, JsonValue> } | undefined;
}

type OpenEntry = { -readonly [Part in keyof FrontmatterEntry]: FrontmatterEntry[Part] } & {
  items?: TextRange[] | undefined;
};

class PlainReading implements ReadFrontmatter {
  readonly values: Record<string, JsonValue> = {};
  readonly entries: OpenEntry[] = [];
  /** The list that is being read; `possible` after a key without a value, because list items may follow. */
  #list: OpenList | 'possible' | undefined;

  /**
   * Reads one line.
   * @returns false if the notation of the line needs a YAML parser.
   */
  read(content: string, start: number, end: number, line: number): boolean {
    if (isEmpty(content)) return true;
    const item = content.startsWith(' ') || content.startsWith('-') ? ITEM.exec(content) : null;
    if (item !== null || content.startsWith(' ')) {
      const last = this.entries.at(-1);
      if (last === undefined) return false;
      Object.assign(last, { valueEnd: end, end });
      return item === null ? this.#readMember(content) : this.#readItem(last, content, start, item);
    }
    const key = keyOf(content);
    if (key === undefined || Object.hasOwn(this.values, key)) return false;
    const colon = start + key.length + 1;
    this.#list = isEmpty(content.slice(key.length + 1)) ? 'possible' : undefined;
    const read: PlacedValue | undefined =
      this.#list === 'possible'
        ? { value: null, start: colon, end: colon }
        : valueBehind(key, content, start);
    if (read === undefined) return false;
    const { value, start: valueStart, end: valueEnd, items } = read;
    this.values[key] = value;
    this.entries.push({ key, line, start, colon, valueStart, valueEnd, end, ...(items && { items }) });
    return true;
  }

  #readItem(
    entry: OpenEntry,
    content: string,
    start: number,
    [mark, { length: indent } = '']: RegExpExecArray,
  ): boolean {
    if (this.#list === 'possible') {
      this.#list = { indent, values: [] };
      this.values[entry.key] = this.#list.values;
      Object.assign(entry, { valueStart: start + indent, items: [] });
    }
    const list = this.#list;
    if (list?.indent !== indent) return false;
    const [written, at] = [content.slice(mark.length), start + mark.length];
    list.map = keyOf(written) === undefined ? undefined : { column: mark.length, values: {} };
    const read = list.map === undefined ? plainValue(written, at) : { value: list.map.values };
    if (read === undefined) return false;
    list.values.push(read.value);
    // Only a list of scalars is edited item by item.
    const isScalar = 'end' in read && read.items === undefined;
    if (isScalar) entry.items?.push({ start: at, end: read.end });
    else entry.items = undefined;
    return list.map === undefined || readPair(list.map.values, written);
  }

  /** Reads a further `key: value` line of a list item that is a mapping. */
  #readMember(content: string): boolean {
    const map = typeof this.#list === 'object' ? this.#list.map : undefined;
    const written = content.trimStart();
    return map?.column === content.length - written.length && readPair(map.values, written);
  }
}

/** Reads a `key: value` line of a mapping. */
function readPair(values: Record<string, JsonValue>, content: string): boolean {
  const key = keyOf(content);
  if (key === undefined || Object.hasOwn(values, key)) return false;
  const read = valueBehind(key, content, 0);
  if (read !== undefined) values[key] = read.value;
  return read !== undefined;
}

function valueBehind(key: string, content: string, start: number): PlacedValue | undefined {
  const written = content.slice(key.length + 1).trimStart();
  return plainValue(written, start + content.length - written.length);
}

function keyOf(content: string): string | undefined {
  const key = KEY.exec(content)?.[1];
  return key === undefined || NO_PLAIN_KEY.test(key) ? undefined : key;
}

/** True if the text contains only spaces and perhaps a comment. */
function isEmpty(text: string): boolean {
  let at = 0;
  while (text[at] === ' ') at++;
  return at === text.length || text[at] === '#';
}

/** The position of a document's frontmatter block; offsets are UTF-16 positions. */
export type DocumentParts =
  | {
      readonly kind: 'frontmatter';
      /** Offset of the first character of line 2, which follows the opening `---` line. */
      readonly blockStart: number;
      /** Offset of the first character of the closing `---` line. */
      readonly blockEnd: number;
      readonly bodyStart: number;
      readonly bodyLine: number;
    }
  | { readonly kind: 'bare'; readonly problem: DocumentProblem; readonly bodyStart: number };

const BOM = '\uFEFF';
/** The number of characters of a document's first line that are read; the line may name a language, as in `---toml`. */
const LONGEST_OPENING = 1024;
const OPENING = /^---([^\r\n]*)(?:\r?\n|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/;

/**
 * Splits a document into the frontmatter block, which is then parsed, and the text below. The block is between the first line
 * `---` and the next line `---` or `...`. A document is `bare`, with the reason, if it has no block, if the block never ends, or
 * if its language is not YAML.
 */
export function splitDocument(text: string): DocumentParts {
  const first = text.startsWith(BOM) ? 1 : 0;
  const opening = OPENING.exec(text.slice(first, first + LONGEST_OPENING));
  // `trim` is not used, because it also removes invisible characters.
  const language = opening?.[1]?.replace(/^[ \t]+|[ \t]+$/g, '') ?? '';
  // In a first line `----`, the fourth dash is not a language name: the line is a thematic break of Markdown.
  if (opening === null || language.startsWith('-')) {
    return bare(first, 'FRONTMATTER_MISSING', 'There is no frontmatter: line 1 is not `---`.');
  }
  if (language !== '' && language !== 'yaml' && language !== 'yml') {
    const message = `Frontmatter in "${language.slice(0, 40)}" is not supported; use YAML.`;
    return bare(first, 'FRONTMATTER_LANGUAGE', message);
  }
  const blockStart = first + opening[0].length;
  let offset = blockStart;
  for (let line = 2; offset < text.length; line++) {
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    const letter = text[offset];
    if ((letter === '-' || letter === '.') && CLOSING.test(text.slice(offset, end))) {
      const bodyStart = newline < 0 ? end : end + 1;
      return { kind: 'frontmatter', blockStart, blockEnd: offset, bodyStart, bodyLine: line + 1 };
    }
    offset = end + 1;
  }
  const message = 'The frontmatter that begins on line 1 has no closing line `---`.';
  return bare(first, 'FRONTMATTER_UNCLOSED', message);
}

function bare(bodyStart: number, code: DocumentProblem['code'], message: string): DocumentParts {
  return { kind: 'bare', problem: { code, message, line: 1 }, bodyStart };
}

/** The facts about one spec that listings need. */
export interface SpecSummary {
  readonly folder: SpecFolder;
  readonly frontmatter: JsonObject;
  readonly title: string;
  /** The number of ticked criteria and of all criteria; absent if the spec has none. */
  readonly criteria?: Progress;
  readonly problem?: DocumentProblem;
  /** The `frontmatterHash` of the document's frontmatter, if it is already computed. */
  readonly print?: number;
  /** The document's file, with its modification time and size, if already known. */
  readonly file?: { readonly path: string; readonly mtimeNs?: bigint; readonly size?: number };
}

/** The part of a summary that comes from the document alone. */
export type DocumentSummary = Pick<SpecSummary, 'frontmatter' | 'title' | 'criteria' | 'problem'>;

/**
 * Returns the summary of a spec's document, with the name of the folder for a document without a title.
 * @param sections the headings below which checkboxes are criteria.
 */
export function summaryOf(
  folder: SpecFolder,
  document: SpecDocument,
  sections: readonly string[],
): SpecSummary {
  const { frontmatter, problem, text, bodyStart } = document;
  const criteria = progressOf(text.slice(bodyStart), sections);
  const title = titleOf(document, folder.name);
  return { folder, frontmatter, title, ...(criteria && { criteria }), ...(problem && { problem }) };
}
