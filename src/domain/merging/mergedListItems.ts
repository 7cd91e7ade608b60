import { checkboxIn } from '../criteria/checkboxGrammar.js';
import { THEMATIC_BREAK } from '../document/linesOutsideCodeBlocks.js';
import type { LogRecord } from '../log/records/record.js';
import { effectiveTimes } from '../log/records/recordOrder.js';
import { instantOf } from '../value/timestamp.js';
import { either } from './threeWayVersions.js';

/** Returns the time at which a list item was written, in ms since 1970; undefined if unknown. */
export type TimeOfItem = (item: string) => number | undefined;

/**
 * Returns a function that finds the time at which a note or a criterion was added: in the log, or else in the date with which its
 * text begins.
 */
export function timesOfItems(records: readonly LogRecord[]): TimeOfItem {
  const times = effectiveTimes(records);
  const known = new Map<string, number>();
  for (const { id, events } of records) {
    for (const { type, data } of events) {
      const text = type === 'NoteAdded' || type === 'CriterionAdded' ? data['text'] : undefined;
      if (typeof text !== 'string') continue;
      const time = times.get(id) ?? 0;
      known.set(onOneLine(text), time).set(`${dayOf(instantOf(time))} ${onOneLine(text)}`, time);
    }
  }
  return (item) => {
    const line = onOneLine(item);
    const text = checkboxIn(line)?.text ?? line.replace(/^(?:[-+*]|\d+[.)]) /, '');
    // A note begins with its date and its actor; the recorded text follows the first `: `.
    const note = text.slice(text.indexOf(': ') + 1).trim();
    const day = dayOf(text);
    const logged = known.get(text) ?? known.get(`${day} ${note}`) ?? known.get(note);
    const ofDay = Date.parse(day);
    return logged ?? (Number.isNaN(ofDay) ? undefined : ofDay);
  };
}

/**
 * Merges the list items of two sides by time, older first; the items of each side keep their order, and an item that both sides
 * have appears once. Undefined if a side contains text other than list items.
 */
export function mergedItems(ours: string, theirs: string, timeOf: TimeOfItem): string | undefined {
  const first = either(ours, theirs) === ours ? theirs : ours;
  const [a, b] = [itemsIn(first), itemsIn(first === ours ? theirs : ours)];
  if (a === undefined || b === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const item of a.items) counts.set(item, (counts.get(item) ?? 0) + 1);
  const others = b.items.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
  const [left, right] = [timed(a.items, timeOf), timed(others, timeOf)];
  let text = either(a.above, b.above);
  for (let [i, j] = [0, 0]; i < left.length || j < right.length;) {
    const [our, their] = [left[i], right[j]];
    const isOurs = their === undefined || (our !== undefined && !isBefore(their, our));
    text += (isOurs ? our : their)?.item ?? '';
    if (isOurs) i += 1;
    else j += 1;
  }
  return text + either(a.below, b.below);
}

interface TimedItem {
  readonly item: string;
  readonly time: number;
}

function isBefore(a: TimedItem, b: TimedItem): boolean {
  return a.time === b.time ? a.item < b.item : a.time < b.time;
}

/** Returns the items with times that never decrease: an item has at least the time of the item above it. */
function timed(items: readonly string[], timeOf: TimeOfItem): readonly TimedItem[] {
  let time = 0;
  return items.map((item) => {
    time = Math.max(time, timeOf(item) ?? 0);
    return { item, time };
  });
}

const ITEM = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])(?:[ \t]|\r?$)/;

/** True for a line that begins a list item. */
export function isItem(line: string): boolean {
  return ITEM.test(line) && !THEMATIC_BREAK.test(line.trimEnd());
}

/** Splits a text into the items of its outermost list, with all their lines, and the blank lines above and below the list. */
function itemsIn(
  text: string,
): { readonly above: string; readonly items: readonly string[]; readonly below: string } | undefined {
  const bare = text.trimStart();
  const begin = text.lastIndexOf('\n', text.length - bare.length) + 1;
  const end = begin + text.slice(begin).trimEnd().length;
  const newline = text.indexOf('\n', end) + 1;
  const items: string[] = [];
  let [indent, isApart] = [0, true];
  for (const line of linesOf(text.slice(begin, newline))) {
    const depth = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    if (isItem(line) && (items.length === 0 || depth <= indent + 1)) {
      items.push(line);
      indent = depth;
    } else if (items.length > 0 && (isBlank || depth > indent + 1 || !isApart)) {
      if (THEMATIC_BREAK.test(line.trimEnd())) return undefined;
      items.push((items.pop() ?? '') + line);
    } else return undefined;
    isApart = isBlank;
  }
  return items.length === 0 ? undefined : { above: text.slice(0, begin), items, below: text.slice(newline) };
}

export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the date with which a text begins, or `''`. */
function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';
}
