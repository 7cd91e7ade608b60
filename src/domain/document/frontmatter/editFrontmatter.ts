import { valueAt } from '../../fields/fieldChange.js';
import { fieldRank, isSetField } from '../../fields/standardFields.js';
import { isList, jsonEquals, type JsonValue } from '../../value/jsonValue.js';
import type { FrontmatterEntry, SpecDocument, TextRange } from '../specDocument.js';
import { splitDocument } from './parseSimpleFrontmatter.js';
import { lineEnd, lineStart, newlineAbove, type TextEdit, withEdits } from '../../value/text.js';

/** A list in a document's frontmatter, with its members before and after the change. */
interface ListChange {
  readonly text: string;
  readonly entry: FrontmatterEntry;
  readonly before: readonly JsonValue[];
  readonly after: readonly JsonValue[];
}

/**
 * Returns for each member of the new list the index of an equal member in the old list, or undefined if there is none. No index
 * is returned twice.
 */
function sources({ before, after }: ListChange): readonly (number | undefined)[] {
  const used = new Set<number>();
  return after.map((wanted) => {
    const index = before.findIndex((item, i) => !used.has(i) && jsonEquals(item, wanted));
    if (index < 0) return undefined;
    used.add(index);
    return index;
  });
}

/** Matches what follows a list member: everything up to its comma, if it has one, and a comment on the same line. */
const BEHIND = /^(?:((?:\s|#.*(?=[\r\n]))*),)?([ \t]*#.*)?/;

/**
 * Returns the edit that changes a list but keeps the remaining members as written, with their quotes, comments and lines. A
 * member is moved or removed together with its comma, the comment after it and the comment lines above it; a new member is spaced
 * like the one before it. Undefined if the notation of the list does not allow such an edit.
 */
function editList(change: ListChange, format: FormatValue): TextEdit | undefined {
  const { text, entry, after } = change;
  const { items = [], valueStart, valueEnd } = entry;
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined || after.length === 0) return undefined;
  const isFlow = text[valueStart] === '[';
  const isBelowMark = ({ start }: TextRange) => !text.slice(lineStart(text, start), start).includes('-');
  // A list with a member on the line below its `-` cannot be edited line by line.
  if (!isFlow && items.some(isBelowMark)) return undefined;
  const newline = newlineAbove(text, valueStart);
  const at = isFlow ? valueStart + 1 : lineStart(text, first.start) - newline.length;
  const end = isFlow ? valueEnd - 1 : lineEnd(text, last.end);
  const opening = text.slice(at, first.start);
  const gaps = items.map((item, i) => text.slice(item.end, items[i + 1]?.start ?? end));
  const behind = gaps.map((gap) => BEHIND.exec(gap) ?? ['']);
  const above = [opening, ...gaps.map((gap, i) => gap.slice(behind[i]?.[0]?.length))];
  const closing = above.pop() ?? '';
  const isCommaLast = behind.at(-1)?.[1] !== undefined;
  let [written, rest, previous] = ['', '', 0];
  const add = (space: string, item: string) => {
    const isInComment = /#.*$/.test(rest) && !/^\r?\n/.test(space);
    written += (isInComment ? newline : '') + space + item;
  };
  for (const [i, source = -1] of sources(change).entries()) {
    const own = above[source] ?? '';
    const distance = above[Math.max(1, previous)] ?? (opening.includes('\n') ? opening : ' ');
    const space = i === 0 ? opening : (/(?:\r?\n)?.*$/.exec(distance)?.[0] ?? '');
    const range = items[source];
    const item = isFlow ? format([after[i] ?? null]).slice(1, -1) : format(after[i] ?? null);
    add(
      own.includes('#') || (i > 0 && source > 0) ? own : space,
      range === undefined ? item : text.slice(range.start, range.end),
    );
    const [, beforeComma = '', comment = ''] = behind[source] ?? [];
    const hasComma = isFlow && (i < after.length - 1 || isCommaLast);
    rest = (hasComma ? `${beforeComma},` : beforeComma.trimEnd()) + comment;
    written += rest;
    if (source >= 0) previous = source;
  }
  add(closing, '');
  return { at, end, text: written };
}

/** Formats one value as YAML in flow style on one line. */
export type FormatValue = (value: JsonValue) => string;

/** New frontmatter values by key; `null` removes the key. */
export type FrontmatterChanges = ReadonlyMap<string, JsonValue | null>;

/**
 * Returns the document's text with the keys in `changes` changed; a document without frontmatter gets one. Only the lines of
 * these keys are edited, so comments, key order, quotes, list style and line ends stay. A new key is inserted at its place in the
 * standard order of fields.
 */
export function editFrontmatter(
  document: SpecDocument,
  changes: FrontmatterChanges,
  format: FormatValue,
): string {
  const { text, frontmatter, entries, bodyStart } = document;
  const parts = splitDocument(text);
  if (parts.kind === 'bare') {
    const line = `---${newlineAbove(text, lineEnd(text, bodyStart))}`;
    const framed = withEdits(text, [{ at: bodyStart, end: bodyStart, text: line + line }]);
    return editFrontmatter({ ...document, text: framed }, changes, format);
  }
  const edits: TextEdit[] = [];
  for (const [key, value] of [...changes].toSorted(([a], [b]) => fieldRank(a) - fieldRank(b))) {
    const entry = entries.find((candidate) => candidate.key === key);
    if (entry !== undefined && value === null)
      edits.push({ at: lineStart(text, entry.start), end: entry.end, text: '' });
    else if (entry !== undefined)
      for (const edit of replacement(text, entry, valueAt(frontmatter, key), value, format)) edits.push(edit);
    else if (value !== null) {
      const at = placeFor(key, text, entries, parts.blockEnd);
      const indent = /^[ \t]*/.exec(text.slice(lineStart(text, entries[0]?.start ?? at)))?.[0] ?? '';
      edits.push({ at, end: at, text: `${indent}${format(key)}: ${format(value)}${newlineAbove(text, at)}` });
    }
  }
  return withEdits(text, edits);
}

function replacement(
  text: string,
  entry: FrontmatterEntry,
  before: JsonValue,
  value: JsonValue,
  format: FormatValue,
): readonly TextEdit[] {
  const { colon, valueStart, valueEnd } = entry;
  if (isList(before) && isList(value)) {
    const after = isSetField(entry.key) ? sameMembers(before, value) : value;
    const edit = editList({ text, entry, before, after }, format);
    if (edit !== undefined) return [edit];
  }
  const behindColon = { at: colon, end: colon, text: ` ${format(value)}` };
  if (valueStart === valueEnd) return [behindColon];
  // A value below its key is moved to the key's line, after the colon; a comment after the colon stays.
  const start = lineStart(text, valueStart);
  if (start > entry.start) return [behindColon, { at: start, end: entry.end, text: '' }];
  const written = text.slice(valueStart, valueEnd);
  return [{ at: valueStart, end: valueEnd, text: quotedAlike(written, value, format) }];
}

/**
 * Returns the members in `wanted`, ordered and written as in `before`. A new member is inserted after the member before it in
 * `wanted`. Items of `before` that are objects, lists or null are kept.
 */
function sameMembers(before: readonly JsonValue[], wanted: readonly JsonValue[]): readonly JsonValue[] {
  const isMember = (item: JsonValue) => typeof item !== 'object';
  const members = new Set(wanted.map(memberText));
  const after = before.filter((item) => !isMember(item) || members.has(memberText(item)));
  const known = new Set(after.filter(isMember).map(memberText));
  wanted.forEach((item, i) => {
    if (known.has(memberText(item))) return;
    const behind = i === 0 ? undefined : memberText(wanted[i - 1] ?? null);
    after.splice(after.findLastIndex((one) => isMember(one) && memberText(one) === behind) + 1, 0, item);
  });
  return after;
}

function memberText(item: JsonValue): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** Formats a string with the quotes of the previous value, if these quotes can contain the string. */
function quotedAlike(written: string, value: JsonValue, format: FormatValue): string {
  const plain = format(value);
  if (typeof value !== 'string' || !/^[\t\P{C}]*$/u.test(value)) return plain;
  if (written.startsWith("'")) return `'${value.replaceAll("'", "''")}'`;
  if (written.startsWith('"')) return JSON.stringify(value);
  return plain;
}

/**
 * Returns the offset at which to insert a new key: above or below `created` or `id`. These two never change, and git can merge
 * insertions of two branches if an unchanged line is between them. Without `created` and `id`, the key goes after the last key
 * that precedes it in the standard order of fields.
 */
function placeFor(key: string, text: string, entries: readonly FrontmatterEntry[], blockEnd: number): number {
  const [rank, createdRank, idRank] = [key, 'created', 'id'].map(fieldRank) as [number, number, number];
  const ranks = entries.map((entry) => fieldRank(entry.key));
  const isBetween = (at: number, low: number, high: number) =>
    (ranks[at] ?? low) > low && (ranks[at] ?? high) <= high;
  const created = entries.findIndex((entry) => entry.key === 'created' || entry.key === 'created_at');
  const id = entries.findIndex((entry) => entry.key === 'id');
  let above = rank > idRank && id >= 0 ? id : created;
  if (above < 0) above = ranks.findLastIndex((other) => other <= rank);
  else if (rank > createdRank) {
    // If `created` was found, keys that follow it in the standard order are skipped: first up to the position of `id`, then up to
    // this key.
    if (above !== id) while (isBetween(above + 1, createdRank, Math.min(rank, idRank))) above += 1;
    while (isBetween(above + 1, idRank, rank)) above += 1;
  } else {
    above -= 1;
    while (isBetween(above, rank, createdRank - 1)) above -= 1;
  }
  const [first, entry] = [entries[0], entries[above]];
  if (entry !== undefined) return Math.min(entry.end, blockEnd);
  return first === undefined ? blockEnd : lineStart(text, first.start);
}
