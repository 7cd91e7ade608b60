import { jsonEquals, type JsonValue } from '../../value/jsonValue.js';
import { largestNumber } from '../../value/largestNumber.js';
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
 * Returns the edits that change a list and leave the remaining members as written, with their quotes, comments and lines.
 * Undefined if the notation of the list does not allow such edits.
 */
export function editList(change: ListChange, format: FormatValue): readonly TextEdit[] | undefined {
  const { text, entry, after } = change;
  const { items } = entry;
  if (items === undefined || after.length === 0) return undefined;
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

/** Returns the edits of a block list (`- a` lines). A member is moved or removed together with the comment lines above it. */
function editBlock(
  change: ListChange,
  items: readonly TextRange[],
  format: FormatValue,
): readonly TextEdit[] | undefined {
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
  return [{ at: first, end: ends.at(-1) ?? first, text: lines.join('') }];
}

/**
 * Returns the edits of a flow list (`[a, b]`). A member is removed together with its comma; a new member is inserted after its
 * predecessor, on a line of its own if the other members have their own lines.
 */
function editFlow(change: ListChange, items: readonly TextRange[], format: FormatValue): readonly TextEdit[] {
  const { text, entry, after } = change;
  const from = sources(change);
  const kept = from.filter((index) => index !== undefined);
  const isInOrder = kept.every((index, i) => index > (kept[i - 1] ?? -1));
  const firstKept = items[kept[0] ?? -1];
  const written = after.map((value, i) => {
    const item = items[from[i] ?? -1];
    return item === undefined ? format([value]).slice(1, -1) : text.slice(item.start, item.end);
  });
  if (!isInOrder || firstKept === undefined)
    return [{ at: entry.valueStart, end: entry.valueEnd, text: `[${written.join(', ')}]` }];
  const edits: TextEdit[] = [];
  let behind: TextRange | undefined;
  written.forEach((item, i) => {
    const source = items[from[i] ?? -1];
    if (source !== undefined) behind = source;
    else edits.push(insertion(text, items, item, behind, firstKept));
  });
  return [...joinedAtOnePlace(edits), ...removals(text, items, new Set(kept))];
}

function insertion(
  text: string,
  items: readonly TextRange[],
  item: string,
  behind: TextRange | undefined,
  firstKept: TextRange,
): TextEdit {
  const at = behind?.end ?? firstKept.start;
  const separator = separatorAt(text, items, behind ?? firstKept);
  return { at, end: at, text: behind === undefined ? `${item}${separator}` : `${separator}${item}` };
}

function joinedAtOnePlace(edits: readonly TextEdit[]): readonly TextEdit[] {
  const places = new Map<number, string>();
  for (const { at, text } of edits) places.set(at, (places.get(at) ?? '') + text);
  return [...places].map(([at, text]) => ({ at, end: at, text }));
}

/**
 * Returns the separator for a new member: a comma and a line break if members have their own lines, or else the text between the
 * first two members.
 */
function separatorAt(text: string, items: readonly TextRange[], place: TextRange): string {
  if (ownLine(text, place) !== undefined && !text.slice(place.end, lineEnd(text, place.end)).includes('#')) {
    const start = lineStart(text, place.start);
    return `,${newlineAbove(text, start)}${text.slice(start, place.start)}`;
  }
  const [first, second] = items;
  const between = first && second ? text.slice(first.end, second.start) : '';
  return /^\s*,[ \t]*$/.test(between) ? between : ', ';
}

/** Returns the range of the lines of a member, with its comma and comment; undefined if other members are on these lines. */
function ownLine(text: string, { start, end }: TextRange): TextRange | undefined {
  const [first, last] = [lineStart(text, start), lineEnd(text, end)];
  const isAlone = /^[ \t]*$/.test(text.slice(first, start));
  return isAlone && /^[ \t]*,?[ \t]*(?:#.*)?\r?\n/.test(text.slice(end, last))
    ? { start: first, end: last }
    : undefined;
}

function removals(text: string, items: readonly TextRange[], kept: ReadonlySet<number>): readonly TextEdit[] {
  const lastKept = largestNumber(kept);
  const lastEnd = items[lastKept]?.end ?? 0;
  const end = items.at(-1)?.end ?? 0;
  const isPlainRest = !/[\n#]/.test(text.slice(lastEnd, end));
  const edits = (isPlainRest ? items.slice(0, lastKept) : items).flatMap((item, i): readonly TextEdit[] => {
    if (kept.has(i)) return [];
    const own = ownLine(text, item);
    const behind = text.slice(item.end);
    if (own !== undefined && (/^[ \t]*,/.test(behind) || i === items.length - 1))
      return [{ at: own.start, end: own.end, text: '' }];
    const comma = /^(?:\s|#.*\n)*,[ \t]*/.exec(behind)?.[0].length ?? 0;
    return [{ at: item.start, end: item.end + comma, text: '' }];
  });
  return isPlainRest ? [...edits, { at: lastEnd, end, text: '' }] : edits;
}
