import { jsonEquals, type JsonValue } from '../../value/jsonValue.js';
import { lineEnd, lineStart, newlineAbove, type TextEdit } from '../textEdit.js';
import type { FormatValue } from './formatYamlValue.js';
import type { FrontmatterEntry, TextRange } from './frontmatterEntry.js';

/** A list in a document's frontmatter, with its members before and after the change. */
export interface ListChange {
  readonly text: string;
  readonly entry: FrontmatterEntry;
  readonly before: readonly JsonValue[];
  readonly after: readonly JsonValue[];
}

/**
 * Returns the edit that changes a list and leaves the remaining members as written, with their quotes, comments and lines.
 * Undefined if the notation of the list does not allow such an edit.
 */
export function editList(change: ListChange, format: FormatValue): TextEdit | undefined {
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
