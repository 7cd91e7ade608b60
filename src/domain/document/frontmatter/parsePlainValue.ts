import type { JsonValue } from '../../value/jsonValue.js';
import type { TextRange } from './frontmatterEntry.js';

/** A value and its position in its line. */
export interface PlainValue extends TextRange {
  readonly value: JsonValue;
  readonly items?: readonly TextRange[];
}

const QUOTED = /^(?:'((?:[^']|'')*)'|"([^"\\]*)")/;
/** Matches the rest of a line after a value: only spaces, or a comment. */
const REST = /^ *(?: #.*)?$/;
/** ASCII patterns are tried first, because the Unicode patterns are slow; the Unicode patterns are compiled only when needed. */
const ASCII_START = /^[A-Za-z0-9_/(]/;
const ASCII_FLOW_ITEM = /^[A-Za-z0-9_/(][^,[\]{}:#'"&*!|>%@`]*/;

/**
 * Reads the scalar from `at` to the end of the line, without a comment; undefined if it is in a notation that needs a YAML
 * parser.
 */
export function plainValue(line: string, at: number): PlainValue | undefined {
  const text = line.slice(at);
  const quoted = quotedAt(text);
  if (quoted !== null) {
    const end = quoted[0].length;
    return REST.test(text.slice(end)) ? { value: unquoted(quoted), start: at, end: at + end } : undefined;
  }
  if (!ASCII_START.test(text) && !/^[\p{L}\p{N}]/u.test(text)) return undefined;
  const comment = text.indexOf(' #');
  const written = withoutEnd(comment < 0 ? text : text.slice(0, comment));
  if (written.includes(': ') || written.endsWith(':')) return undefined;
  const value = resolved(written);
  return value === undefined ? undefined : { value, start: at, end: at + written.length };
}

/** Reads `[a, 'b', 3]` on one line; undefined for any other list. */
export function plainFlowList(line: string, start: number): PlainValue | undefined {
  const values: JsonValue[] = [];
  const items: TextRange[] = [];
  let at = skipSpaces(line, start + 1);
  while (line[at] !== ']') {
    const item = flowItem(line, at);
    if (item === undefined) return undefined;
    values.push(item.value);
    items.push({ start: item.start, end: item.end });
    at = skipSpaces(line, item.end);
    if (line[at] === ',') {
      at = skipSpaces(line, at + 1);
      if (line[at] === ']') return undefined;
    } else if (line[at] !== ']') return undefined;
  }
  if (!REST.test(line.slice(at + 1))) return undefined;
  return { value: values, start, end: at + 1, items };
}

function flowItem(line: string, at: number): PlainValue | undefined {
  const text = line.slice(at);
  const quoted = quotedAt(text);
  if (quoted !== null) return { value: unquoted(quoted), start: at, end: at + quoted[0].length };
  const found = (ASCII_FLOW_ITEM.exec(text) ?? /^[\p{L}\p{N}][^,[\]{}:#'"&*!|>%@`]*/u.exec(text))?.[0];
  if (found === undefined) return undefined;
  const written = withoutEnd(found);
  const value = resolved(written);
  if (value === undefined) return undefined;
  return { value, start: at, end: at + written.length };
}

/**
 * Returns the match of a quoted value at the beginning of the text. The first character is checked first, because the regular
 * expression is slow.
 */
function quotedAt(text: string): RegExpExecArray | null {
  return text.startsWith('"') || text.startsWith("'") ? QUOTED.exec(text) : null;
}

function withoutEnd(text: string): string {
  return text.endsWith(' ') ? text.replace(/ +$/, '') : text;
}

function unquoted([, single, double]: RegExpExecArray): string {
  return single === undefined ? (double ?? '') : single.replaceAll("''", "'");
}

/** Resolves a plain scalar by YAML's core schema. */
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

function skipSpaces(line: string, at: number): number {
  let next = at;
  while (line[next] === ' ') next++;
  return next;
}
