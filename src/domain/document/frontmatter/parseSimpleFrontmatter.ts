import { copiedText } from '../../value/copiedText.js';
import type { JsonValue } from '../../value/jsonValue.js';
import type { FrontmatterEntry, ParsedFrontmatter, TextRange } from './frontmatterEntry.js';
import { plainFlowList, plainValue, type PlainValue } from './parsePlainValue.js';

const LONGEST_BLOCK = 16 * 1024;
/** Matches a text that has only Latin letters, common punctuation and line ends. */
const LATIN_LINES = /^(?:[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027]|\r\n)*$/;
const KEY = /^([A-Za-z_][A-Za-z0-9_-]*):(?= |$)/;
const NO_PLAIN_KEY = /^(?:true|false|null|__proto__|constructor|prototype)$/i;
const ITEM = /^( *)- +(?=[^ ])/;

/**
 * Parses frontmatter of plain `key: value` lines, one-line lists and block lists, much faster than a YAML parser and with the
 * same result. Returns undefined if the frontmatter contains any other notation.
 */
export function plainFrontmatter(
  text: string,
  start: number,
  end: number,
  line: number,
): ParsedFrontmatter | undefined {
  if (end - start > LONGEST_BLOCK) return undefined;
  const block = copiedText(text.slice(start, end));
  if (!LATIN_LINES.test(block) && isOdd(block)) return undefined;
  const reading = new PlainReading();
  let offset = start;
  for (const [i, raw] of block.split('\n').entries()) {
    if (
      !reading.read(raw.endsWith('\r') ? raw.slice(0, -1) : raw, offset, offset + raw.length + 1, line + i)
    ) {
      return undefined;
    }
    offset += raw.length + 1;
  }
  return reading.result();
}

/**
 * True if the block contains tabs, lone carriage returns or invisible characters, and so needs a YAML parser. The pattern is
 * compiled only when needed, because compiling it takes two milliseconds.
 */
function isOdd(block: string): boolean {
  return /[^\r\n\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}]|\r(?!\n)/u.test(block);
}

/** The block list that is being read; all its items begin at the same column. */
interface OpenList {
  readonly indent: number;
  readonly values: JsonValue[];
  readonly items: TextRange[];
  /** The list item that is being read if it consists of `key: value` lines: the column of its keys, and its values. */
  map?: { readonly column: number; readonly values: Record<string, JsonValue> } | undefined;
}

class PlainReading {
  readonly #values: Record<string, JsonValue> = {};
  readonly #entries: FrontmatterEntry[] = [];
  /** The list that is being read; `possible` if the last key has no value yet, so that list items may follow. */
  #list: OpenList | 'possible' | undefined;

  /**
   * Reads one line.
   * @returns false if the notation of the line needs a YAML parser.
   */
  read(content: string, offset: number, next: number, line: number): boolean {
    if (isEmptyFrom(content, 0)) return true;
    const item = content.startsWith(' ') || content.startsWith('-') ? ITEM.exec(content) : null;
    if (item !== null) return this.#readItem(content, item, offset, next);
    if (content.startsWith(' ')) return this.#readMember(content, offset, next);
    const key = keyOf(content, 0);
    if (key === undefined || Object.hasOwn(this.#values, key)) return false;
    const colon = offset + key.length + 1;
    const value = valueBehind(content, key.length + 1);
    if (value === undefined) return false;
    if (value === 'none') {
      this.#list = 'possible';
      this.#values[key] = null;
      this.#entries.push({ key, line, start: offset, colon, end: next, valueStart: colon, valueEnd: colon });
      return true;
    }
    this.#list = undefined;
    this.#values[key] = value.value;
    // The entry is built without spread syntax, which would take longer than reading the rest of the line.
    const [valueStart, valueEnd] = [offset + value.start, offset + value.end];
    const entry = { key, line, start: offset, colon, end: next, valueStart, valueEnd };
    const items = value.items?.map((range) => moved(range, offset));
    this.#entries.push(items === undefined ? entry : { ...entry, items });
    return true;
  }

  #readItem(content: string, [mark, indent = '']: RegExpExecArray, offset: number, next: number): boolean {
    const entry = this.#entries.at(-1);
    if (entry === undefined || this.#list === undefined) return false;
    const list = this.#list === 'possible' ? { indent: indent.length, values: [], items: [] } : this.#list;
    if (list.indent !== indent.length) return false;
    this.#list = list;
    this.#values[entry.key] = list.values;
    if (list.values.length === 0) this.#extend({ valueStart: offset + indent.length });
    if (keyOf(content, mark.length) !== undefined) {
      list.map = { column: mark.length, values: {} };
      list.values.push(list.map.values);
      return this.#readPair(list.map, content, offset, next);
    }
    list.map = undefined;
    const read = plainValue(content, mark.length);
    if (read === undefined) return false;
    const item = moved(read, offset);
    list.values.push(read.value);
    list.items.push(item);
    this.#extend({ valueEnd: item.end, end: next });
    return true;
  }

  /** Reads a further `key: value` line of a list item that is a mapping. */
  #readMember(content: string, offset: number, next: number): boolean {
    const map = typeof this.#list === 'object' ? this.#list.map : undefined;
    const column = content.length - content.trimStart().length;
    return map?.column === column && this.#readPair(map, content, offset, next);
  }

  #readPair(map: NonNullable<OpenList['map']>, content: string, offset: number, next: number): boolean {
    const key = keyOf(content, map.column);
    if (key === undefined || Object.hasOwn(map.values, key)) return false;
    const value = valueBehind(content, map.column + key.length + 1);
    if (value === undefined || value === 'none') return false;
    map.values[key] = value.value;
    this.#extend({ valueEnd: offset + value.end, end: next });
    return true;
  }

  #extend(changes: Partial<FrontmatterEntry>): void {
    const entry = this.#entries.pop();
    if (entry === undefined) return;
    const { values, items } = typeof this.#list === 'object' ? this.#list : { values: [], items: [] };
    const { items: _, ...rest } = entry;
    this.#entries.push({ ...rest, ...changes, ...(values.length === items.length && { items }) });
  }

  result(): ParsedFrontmatter {
    return { values: this.#values, entries: this.#entries };
  }
}

function keyOf(content: string, column: number): string | undefined {
  const key = KEY.exec(column === 0 ? content : content.slice(column))?.[1];
  return key === undefined || NO_PLAIN_KEY.test(key) ? undefined : key;
}

/** True if the line has only spaces and perhaps a comment from `start` on. */
function isEmptyFrom(content: string, start: number): boolean {
  let at = start;
  while (content[at] === ' ') at++;
  return at === content.length || content[at] === '#';
}

function valueBehind(content: string, colon: number): PlainValue | 'none' | undefined {
  if (isEmptyFrom(content, colon)) return 'none';
  let at = colon;
  while (content[at] === ' ') at++;
  return content[at] === '[' ? plainFlowList(content, at) : plainValue(content, at);
}

function moved({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
