import type { JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import type { FormatValue } from './formatValue.js';
import type { FrontmatterEntry, TextRange } from './frontmatterEntry.js';
import { lineEnd, lineStart, newlineAbove, type TextEdit } from './textEdit.js';

/** A list as it is written and as it is wanted. */
export interface ListChange {
  readonly text: string;
  readonly entry: FrontmatterEntry;
  readonly before: readonly JsonValue[];
  readonly after: readonly JsonValue[];
}

/**
 * The edits that make one list another without touching the members that stay: their quotes, comments and lines.
 * Undefined when the list is written in a way that does not allow it.
 */
export function editList(change: ListChange, format: FormatValue): readonly TextEdit[] | undefined {
  const { text, entry, before, after } = change;
  const { items } = entry;
  if (items === undefined || items.length !== before.length || items.length === 0 || after.length === 0) {
    return undefined;
  }
  return text[entry.valueStart] === '[' ? editFlow(change, items, format) : editBlock(change, items, format);
}

/** For each wanted member the place of an equal old one, each used once; undefined for a new one. */
function sources({ before, after }: ListChange): readonly (number | undefined)[] {
  const used = new Set<number>();
  return after.map((wanted) => {
    const index = before.findIndex((item, i) => !used.has(i) && jsonEquals(item, wanted));
    if (index < 0) return undefined;
    used.add(index);
    return index;
  });
}

/** `- a` lines: each member is its line, with the comment lines above it. */
function editBlock(
  change: ListChange,
  items: readonly TextRange[],
  format: FormatValue,
): readonly TextEdit[] | undefined {
  const { text, after } = change;
  const starts = items.map(({ start }) => lineStart(text, start));
  const ends = items.map(({ end }) => lineEnd(text, end));
  const marks = items.map(({ start }, i) => text.slice(starts[i], start));
  if (!marks.every((mark) => /^[ \t]*-[ \t]+$/.test(mark))) return undefined;
  const [first = 0] = starts;
  const chunks = items.map((_, i) => text.slice(i === 0 ? first : ends[i - 1], ends[i]));
  const [mark = ''] = marks;
  const newline = newlineAbove(text, ends[0] ?? 0);
  const lines = sources(change).map((source, i) =>
    source === undefined ? `${mark}${format(after[i] ?? null)}${newline}` : (chunks[source] ?? ''),
  );
  return [{ at: first, end: ends.at(-1) ?? first, text: lines.join('') }];
}

/** `[a, b]`: members are taken out with the comma behind, and added behind the last one. */
function editFlow(change: ListChange, items: readonly TextRange[], format: FormatValue): readonly TextEdit[] {
  const { text, entry, after } = change;
  const from = sources(change);
  const written = after.map((value, i) => {
    const item = items[from[i] ?? -1];
    return item === undefined ? format([value]).slice(1, -1) : text.slice(item.start, item.end);
  });
  const kept = from.filter((index) => index !== undefined);
  const inOrder = kept.every((index, i) => index === from[i] && index > (kept[i - 1] ?? -1));
  const lastKept = items[kept.at(-1) ?? -1];
  if (!inOrder || lastKept === undefined) {
    return [{ at: entry.valueStart, end: entry.valueEnd, text: `[${written.join(', ')}]` }];
  }
  const edits: TextEdit[] = [];
  items.forEach(({ start }, i) => {
    const next = items[i + 1];
    if (next !== undefined && !kept.includes(i) && i < (kept.at(-1) ?? 0)) {
      edits.push({ at: start, end: next.start, text: '' });
    }
  });
  const added = written.slice(kept.length).map((item) => separator(text, items) + item);
  edits.push({ at: lastKept.end, end: items.at(-1)?.end ?? lastKept.end, text: added.join('') });
  return edits;
}

function separator(text: string, [first, second]: readonly TextRange[]): string {
  const between = first && second ? text.slice(first.end, second.start) : '';
  return /^,[ \t]*$/.test(between) ? between : ', ';
}
