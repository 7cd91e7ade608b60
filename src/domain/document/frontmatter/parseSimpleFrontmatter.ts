import { copiedText } from '../../value/copiedText.js';
import type { JsonValue } from '../../value/jsonValue.js';
import type { FieldLines, ReadFrontmatter } from './frontmatterEntry.js';
import { plainValue } from './parsePlainValue.js';

const LONGEST_BLOCK = 16 * 1024;
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
  if (end - start > LONGEST_BLOCK) return undefined;
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
  /** The list item that is being read if it consists of `key: value` lines: the column of its keys, and its values. */
  map?: { readonly column: number; readonly values: Record<string, JsonValue> } | undefined;
}

class PlainReading implements ReadFrontmatter {
  readonly values: Record<string, JsonValue> = {};
  readonly entries: FieldLines[] = [];
  /** The list that is being read; `possible` if the last key has no value yet, so that list items may follow. */
  #list: OpenList | 'possible' | undefined;

  /**
   * Reads one line.
   * @returns false if the notation of the line needs a YAML parser.
   */
  read(content: string, start: number, end: number, line: number): boolean {
    if (isEmpty(content)) return true;
    const item = content.startsWith(' ') || content.startsWith('-') ? ITEM.exec(content) : null;
    if (item !== null || content.startsWith(' ')) {
      const last = this.entries.pop();
      if (last === undefined) return false;
      this.entries.push({ ...last, end });
      return item === null ? this.#readMember(content) : this.#readItem(last.key, content, item);
    }
    const key = keyOf(content);
    if (key === undefined || Object.hasOwn(this.values, key)) return false;
    this.entries.push({ key, line, start, end });
    const written = content.slice(key.length + 1);
    this.#list = isEmpty(written) ? 'possible' : undefined;
    const value = this.#list === 'possible' ? null : plainValue(written.trimStart());
    if (value === undefined) return false;
    this.values[key] = value;
    return true;
  }

  #readItem(key: string, content: string, [mark, { length: indent } = '']: RegExpExecArray): boolean {
    if (this.#list === 'possible') this.#list = { indent, values: [] };
    const list = this.#list;
    if (list?.indent !== indent) return false;
    this.values[key] = list.values;
    const written = content.slice(mark.length);
    list.map = keyOf(written) === undefined ? undefined : { column: mark.length, values: {} };
    const value = list.map?.values ?? plainValue(written);
    if (value === undefined) return false;
    list.values.push(value);
    return list.map === undefined || readPair(list.map.values, written);
  }

  /** Reads a further `key: value` line of a list item that is a mapping. */
  #readMember(content: string): boolean {
    const map = typeof this.#list === 'object' ? this.#list.map : undefined;
    const written = content.trimStart();
    return map?.column === content.length - written.length && readPair(map.values, written);
  }
}

function readPair(values: Record<string, JsonValue>, content: string): boolean {
  const key = keyOf(content);
  if (key === undefined || Object.hasOwn(values, key)) return false;
  const value = plainValue(content.slice(key.length + 1).trimStart());
  if (value === undefined) return false;
  values[key] = value;
  return true;
}

function keyOf(content: string): string | undefined {
  const key = KEY.exec(content)?.[1];
  return key === undefined || NO_PLAIN_KEY.test(key) ? undefined : key;
}

/** True if the text has only spaces and perhaps a comment. */
function isEmpty(text: string): boolean {
  let at = 0;
  while (text[at] === ' ') at++;
  return at === text.length || text[at] === '#';
}
