import { valueAt } from '../../fields/fieldChange.js';
import { fieldRank, isSetField } from '../../fields/standardFields.js';
import { isList, jsonEquals, type JsonValue } from '../../value/jsonValue.js';
import type { FrontmatterEntry, SpecDocument, TextRange } from '../specDocument.js';
import { lineEnd, lineStart, newlineAbove, type TextEdit, withEdits } from '../../value/textLines.js';

/** A list in a document's frontmatter, with its members before and after the change. */
interface ListChange {
  readonly text: string;
  readonly entry: FrontmatterEntry;
  readonly before: readonly JsonValue[];
  readonly after: readonly JsonValue[];
}

/**
 * Returns the edit that changes a list and leaves the remaining members as written, with their quotes, comments and lines.
 * Undefined if the notation of the list does not allow such an edit.
 */
function editList(change: ListChange, format: FormatValue): TextEdit | undefined {
  const { text, entry, after } = change;
  const { items = [] } = entry;
  if (items.length === 0 || after.length === 0) return undefined;
  return text[entry.valueStart] === '[' ? editFlow(change, items, format) : editBlock(change, items, format);
}

/**
 * Returns for each member of the new list the index of an equal member of the old list; undefined if the old list has none. Each
 * old member is used once.
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

/** Returns the edit of a block list (`- a` lines). A member is moved or removed together with the comment lines above it. */
function editBlock(
  change: ListChange,
  items: readonly TextRange[],
  format: FormatValue,
): TextEdit | undefined {
  const { text, after } = change;
  const starts = items.map(({ start }) => lineStart(text, start));
  const ends = items.map(({ end }) => lineEnd(text, end));
  const marks = items.map(({ start }, i) => text.slice(starts[i], start));
  // A list with a member on the line below its `-` cannot be edited line by line.
  if (!marks.every((mark) => mark.includes('-'))) return undefined;
  const [first = 0] = starts;
  const chunks = items.map((_, i) => text.slice(i === 0 ? first : ends[i - 1], ends[i]));
  const [mark = ''] = marks;
  const newline = newlineAbove(text, ends[0] ?? 0);
  const lines = sources(change).map((source, i) =>
    source === undefined ? `${mark}${format(after[i] ?? null)}${newline}` : (chunks[source] ?? ''),
  );
  return { at: first, end: ends.at(-1) ?? first, text: lines.join('') };
}

/** Matches what follows a member of a flow list: the text before its comma, if it has one, and a comment on the same line. */
const BEHIND = /^(?:((?:\s|#.*(?=[\r\n]))*),)?([ \t]*#.*)?/;

/**
 * Returns the edit of a flow list (`[a, b]`). A member is moved or removed together with its comma, the comment behind it and the
 * comment lines above it; a new member has the distance of its predecessor.
 */
function editFlow(change: ListChange, items: readonly TextRange[], format: FormatValue): TextEdit {
  const { text, entry, after } = change;
  const { valueStart, valueEnd } = entry;
  const gaps = items.map(({ end }, i) => text.slice(end, items[i + 1]?.start ?? valueEnd - 1));
  const behind = gaps.map((gap) => BEHIND.exec(gap) ?? ['']);
  const opening = text.slice(valueStart + 1, items[0]?.start);
  const above = [opening, ...gaps.map((gap, i) => gap.slice(behind[i]?.[0]?.length))];
  const closing = above.pop() ?? '';
  const isCommaLast = behind.at(-1)?.[1] !== undefined;
  let written = '[';
  let rest = '';
  const add = (space: string, item: string) => {
    const isInComment = /#.*$/.test(rest) && !/^\r?\n/.test(space);
    written += (isInComment ? newlineAbove(text, valueStart) : '') + space + item;
  };
  let previous = 0;
  for (const [i, source = -1] of sources(change).entries()) {
    const own = above[source] ?? '';
    const distance = above[Math.max(1, previous)] ?? (opening.includes('\n') ? opening : ' ');
    const space = i === 0 ? opening : (/(?:\r?\n)?.*$/.exec(distance)?.[0] ?? '');
    const range = items[source];
    add(
      own.includes('#') || (i > 0 && source > 0) ? own : space,
      range === undefined ? format([after[i] ?? null]).slice(1, -1) : text.slice(range.start, range.end),
    );
    const [, beforeComma = '', comment = ''] = behind[source] ?? [];
    rest = (i < after.length - 1 || isCommaLast ? `${beforeComma},` : beforeComma.trimEnd()) + comment;
    written += rest;
    if (source >= 0) previous = source;
  }
  add(closing, ']');
  return { at: valueStart, end: valueEnd, text: written };
}

/** Formats one value as YAML in flow style on one line. */
export type FormatValue = (value: JsonValue) => string;

/** New frontmatter values by key; `null` removes the key. */
export type FrontmatterChanges = ReadonlyMap<string, JsonValue | null>;

/**
 * Returns the document's text with the keys in `changes` changed. Only the lines of these keys are edited, so comments, key
 * order, quotes, list style and line ends stay. A new key is inserted at its place in the standard order of fields.
 * @param blockEnd offset of the closing `---` line.
 */
export function editFrontmatter(
  document: SpecDocument,
  blockEnd: number,
  changes: FrontmatterChanges,
  format: FormatValue,
): string {
  const { text, frontmatter, entries } = document;
  const edits: TextEdit[] = [];
  const inserted: (TextEdit & { readonly rank: number })[] = [];
  const [first] = entries;
  const indent = first === undefined ? '' : text.slice(lineStart(text, first.start), first.start);
  for (const [key, value] of changes) {
    const entry = entries.find((candidate) => candidate.key === key);
    if (entry !== undefined) {
      if (value === null) edits.push({ at: lineStart(text, entry.start), end: entry.end, text: '' });
      else
        for (const edit of replacement(text, entry, valueAt(frontmatter, key), value, format))
          edits.push(edit);
    } else if (value !== null) {
      const at = placeFor(key, text, entries, blockEnd);
      const line = `${indent}${format(key)}: ${format(value)}${newlineAbove(text, at)}`;
      inserted.push({ at, end: at, text: line, rank: fieldRank(key) });
    }
  }
  return withEdits(text, [...inserted.toSorted((a, b) => a.rank - b.rank), ...edits]);
}

/** Returns the text with a frontmatter block added, for a document that has none. */
export function addFrontmatter(
  document: SpecDocument,
  values: FrontmatterChanges,
  format: FormatValue,
): string {
  const { text, bodyStart } = document;
  const newline = newlineAbove(text, lineEnd(text, bodyStart));
  const lines = [...values]
    .filter(([, value]) => value !== null)
    .toSorted(([a], [b]) => fieldRank(a) - fieldRank(b))
    .map(([key, value]) => `${format(key)}: ${format(value)}${newline}`);
  const block = `---${newline}${lines.join('')}---${newline}`;
  return text.slice(0, bodyStart) + block + text.slice(bodyStart);
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
  // A value that is on the line below its key is moved behind the colon; a comment behind the colon stays.
  const start = lineStart(text, valueStart);
  if (start > entry.start) return [behindColon, { at: start, end: entry.end, text: '' }];
  const written = text.slice(valueStart, valueEnd);
  return [{ at: valueStart, end: valueEnd, text: quotedAlike(written, value, format) }];
}

/**
 * Returns the members in `wanted`, in the order and notation that they have in `before`. A new member comes after the member that
 * precedes it in `wanted`. Items of `before` that are objects, lists or null are kept.
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

/** Formats a string in the quotes of the previous value, if the string can be written in such quotes. */
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
  const above = besideAnchor(key, entries) ?? entries.findLastIndex((entry) => isUpTo(key, entry));
  const entry = entries[above];
  if (entry !== undefined) return Math.min(entry.end, blockEnd);
  const [first] = entries;
  return first === undefined ? blockEnd : lineStart(text, first.start);
}

/** Returns the index of the entry above the new key, -1 for none; undefined if neither `created` nor `id` exists. */
function besideAnchor(key: string, entries: readonly FrontmatterEntry[]): number | undefined {
  const created = entries.findIndex((entry) => entry.key === 'created' || entry.key === 'created_at');
  const id = entries.findIndex((entry) => entry.key === 'id');
  if (isAfter(key, 'id') && id >= 0) return lastOfRun(id, 'id', key, entries);
  if (created < 0) return undefined;
  if (!isAfter(key, 'created')) return aboveRun(created, key, entries);
  // The document has no `id`, so the place where `id` would be is computed.
  const below = lastOfRun(created, 'created', isAfter(key, 'id') ? 'id' : key, entries);
  return isAfter(key, 'id') ? lastOfRun(below, 'id', key, entries) : below;
}

/**
 * Returns the index of the last entry that belongs between the anchor (`created` or `id`, at index `from`) and the new key;
 * `from` if there is none.
 */
function lastOfRun(from: number, anchor: string, key: string, entries: readonly FrontmatterEntry[]): number {
  let last = from;
  for (let next = entries[last + 1]; next !== undefined; next = entries[last + 1]) {
    if (!isAfter(next.key, anchor) || !isUpTo(key, next)) break;
    last += 1;
  }
  return last;
}

/** Returns the index of the entry above all keys that belong between the new key and `created`; -1 for none. */
function aboveRun(created: number, key: string, entries: readonly FrontmatterEntry[]): number {
  let above = created - 1;
  for (let next = entries[above]; next !== undefined; next = entries[above]) {
    if (!isAfter(next.key, key) || !isAfter('created', next.key)) break;
    above -= 1;
  }
  return above;
}

function isAfter(key: string, other: string): boolean {
  return fieldRank(key) > fieldRank(other);
}

function isUpTo(key: string, entry: FrontmatterEntry): boolean {
  return fieldRank(entry.key) <= fieldRank(key);
}
