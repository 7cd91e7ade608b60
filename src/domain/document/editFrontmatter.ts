import type { JsonValue } from '../value/json.js';
import { STANDARD_FIELDS } from '../spec/standardFields.js';
import type { FrontmatterEntry } from './frontmatterEntry.js';
import type { SpecDocument } from './specDocument.js';
import { editList } from './editList.js';
import type { FormatValue } from './formatValue.js';

/**
 * The text with these keys changed; `null` removes one. Only the lines of the changed keys are touched: comments, key
 * order, quotes, list style, line ends and everything else stay as they are. A new key takes its canonical place.
 */
export function editFrontmatter(
  document: SpecDocument,
  blockEnd: number,
  changes: ReadonlyMap<string, JsonValue | null>,
  format: FormatValue,
): string {
  const { text } = document;
  const newline = text.slice(0, blockEnd).includes('\r\n') ? '\r\n' : '\n';
  const edits: { readonly at: number; readonly end: number; readonly text: string }[] = [];
  const inserted = new Map<number, { readonly rank: number; readonly text: string }[]>();
  for (const [key, value] of changes) {
    const entry = document.entries.find((candidate) => candidate.key === key);
    if (entry === undefined) {
      if (value === null) continue;
      const at = placeFor(key, document.entries, blockEnd);
      const lines = inserted.get(at) ?? [];
      lines.push({ rank: rankOf(key), text: `${format(key)}: ${format(value)}${newline}` });
      inserted.set(at, lines);
    } else if (value === null) {
      edits.push({ at: lineStart(text, entry.start), end: entry.end, text: '' });
    } else {
      edits.push(replacement(text, entry, document.frontmatter[key] ?? null, value, newline, format));
    }
  }
  for (const [at, lines] of inserted) {
    lines.sort((a, b) => a.rank - b.rank);
    edits.push({ at, end: at, text: lines.map((line) => line.text).join('') });
  }
  edits.sort((a, b) => b.at - a.at || b.end - a.end);
  return edits.reduce((result, edit) => result.slice(0, edit.at) + edit.text + result.slice(edit.end), text);
}

function replacement(
  text: string,
  entry: FrontmatterEntry,
  before: JsonValue,
  value: JsonValue,
  newline: string,
  format: FormatValue,
) {
  const { valueStart, valueEnd } = entry;
  const written = text.slice(valueStart, valueEnd);
  if (Array.isArray(value) && Array.isArray(before)) {
    const list = editList(
      text,
      entry,
      before as readonly JsonValue[],
      value as readonly JsonValue[],
      newline,
      format,
    );
    if (list !== undefined) return list;
  }
  if (written === '') {
    const colon = text.indexOf(':', entry.start + keyLength(text, entry)) + 1;
    return { at: colon, end: colon, text: ` ${format(value)}` };
  }
  // A value that begins on a line of its own (a block list) is replaced from the colon on.
  const onOwnLine = text.slice(entry.start, valueStart).includes('\n');
  if (!onOwnLine) return { at: valueStart, end: valueEnd, text: quotedAlike(written, value, format) };
  const colon = text.lastIndexOf(':', text.indexOf('\n', entry.start)) + 1;
  return { at: colon, end: valueEnd, text: ` ${format(value)}` };
}

function keyLength(text: string, { start }: FrontmatterEntry): number {
  const quote = text[start];
  return quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) - start : 0;
}

/** A text keeps the quotes its forerunner had, where they can hold it. */
function quotedAlike(written: string, value: JsonValue, format: FormatValue): string {
  const plain = format(value);
  if (typeof value !== 'string' || /^['"]/.test(plain)) return plain;
  if (/^'[^]*'$/.test(written)) return `'${value.replaceAll("'", "''")}'`;
  if (/^"[^]*"$/.test(written) && !/["\\]/.test(value)) return `"${value}"`;
  return plain;
}

const CUSTOM_RANK = STANDARD_FIELDS.indexOf('completed') + 0.5;

function rankOf(key: string): number {
  const rank = (STANDARD_FIELDS as readonly string[]).indexOf(key);
  return rank < 0 ? CUSTOM_RANK : rank;
}

/** Behind the last key that comes before it in the canonical order, else before the first one that comes after. */
function placeFor(key: string, entries: readonly FrontmatterEntry[], blockEnd: number): number {
  const rank = rankOf(key);
  const standard = entries.filter((entry) => entry.key !== key);
  const before = standard.filter((entry) => rankOf(entry.key) <= rank);
  const last = before.at(-1);
  if (last !== undefined) return Math.min(last.end, blockEnd);
  const first = standard[0];
  return first === undefined ? blockEnd : first.start;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
