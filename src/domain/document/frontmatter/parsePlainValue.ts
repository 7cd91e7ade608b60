import type { JsonValue } from '../../value/jsonValue.js';

const QUOTED = /^(?:'((?:[^']|'')*)'|"([^"\\]*)")/;
/** Matches the rest of a line after a value: only spaces, or a comment. */
const REST = /^ *(?: #.*)?$/;
/** ASCII patterns are tried first, because the Unicode patterns are slow; the Unicode patterns are compiled only when needed. */
const ASCII_START = /^[A-Za-z0-9_/(]/;
const ASCII_FLOW_ITEM = /^[A-Za-z0-9_/(][^,[\]{}:#'"&*!|>%@`]*/;

/**
 * Reads the scalar or one-line list at the beginning of a text, which ends with the line; undefined if it is in a notation that
 * needs a YAML parser.
 */
export function plainValue(text: string): JsonValue | undefined {
  if (text.startsWith('[')) return plainFlowList(text);
  const quoted = quotedAt(text);
  if (quoted !== null) return REST.test(text.slice(quoted[0].length)) ? unquoted(quoted) : undefined;
  if (!ASCII_START.test(text) && !/^[\p{L}\p{N}]/u.test(text)) return undefined;
  const comment = text.indexOf(' #');
  const written = (comment < 0 ? text : text.slice(0, comment)).trimEnd();
  return written.includes(': ') || written.endsWith(':') ? undefined : resolved(written);
}

/** Reads `[a, 'b', 3]` on one line; undefined for any other list. */
function plainFlowList(text: string): JsonValue | undefined {
  const values: JsonValue[] = [];
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
    const behind = /^ *(?:, *(?!\])|(?=\]))/.exec(rest.slice(written.length));
    if (behind === null) return undefined;
    rest = rest.slice(written.length + behind[0].length);
  }
  return REST.test(rest.slice(1)) ? values : undefined;
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
