import { BLANK_BOX } from '../criteria/boxGrammar.js';
import { checkboxesOf } from '../criteria/checkboxes.js';
import { proseLines, THEMATIC_BREAK } from '../document/proseLines.js';
import type { Sides } from '../log/reconcile.js';
import { alike, changedText, each, either } from './sides.js';

/** When an item was written, as far as anybody knows: milliseconds since 1970. */
export type TimeOfItem = (item: string) => number | undefined;

/** An item of a list with all its lines, or what stands between lists. */
interface Chunk {
  /** Blank lines above it. */
  readonly gap: string;
  readonly text: string;
  readonly isItem: boolean;
}

type Chunks = readonly Chunk[];

/**
 * The pieces of a section, in order, the items that either side has appended to its list apart and decided: those of both stand there,
 * one that both appended once. Elsewhere the text comes back as the one piece it is.
 */
export function withAppendedItems(texts: Sides<string>, timeOf: TimeOfItem): readonly Sides<string>[] {
  const read = each(texts, chunksOf);
  const [ourFirst, theirFirst] = [read.ours[0], read.theirs[0]];
  // A section that both have added: its heading is what they have in common.
  const isNew = texts.base === '' && ourFirst !== undefined && ourFirst.text === theirFirst?.text;
  const all = isNew ? { ...read, base: [ourFirst.gap > theirFirst.gap ? ourFirst : theirFirst] } : read;
  const below = commonEnd(all);
  const above = each(all, (chunks) => chunks.slice(0, chunks.length - below));
  const { base, ours, theirs } = withoutFilled(above);
  const [ourNew, theirNew] = [appendedTo(base, ours), appendedTo(base, theirs)];
  if (ourNew.length === 0 && theirNew.length === 0) return [texts];
  const rest = {
    base,
    ours: ours.slice(0, ours.length - ourNew.length),
    theirs: theirs.slice(0, theirs.length - theirNew.length),
  };
  const isList = ({ ours: our, theirs: their }: Sides<Chunks>) =>
    [our, their].every((side) => side.at(-1)?.isItem === true || isSame(side.at(-1), base.at(-1)));
  if (!isList(rest)) return [texts];
  const left = each(rest, joined);
  const decided = changedText(left);
  const ends = each(all, (chunks) => chunks.slice(chunks.length - below));
  return [
    decided === undefined ? left : alike(decided),
    alike(mergedItems(atListEnd(ours, ourNew), atListEnd(theirs, theirNew), timeOf)),
    alike(joined(withMergedGaps(ends))),
  ];
}

/** Of chunks that are the same on all sides, but for the blank lines above them. */
function withMergedGaps({ base, ours, theirs }: Sides<Chunks>): Chunks {
  return ours.map((chunk, i) => {
    const gaps = { base: base[i]?.gap ?? '', ours: chunk.gap, theirs: theirs[i]?.gap ?? '' };
    return { ...chunk, gap: changedText(gaps) ?? either(gaps.ours, gaps.theirs) };
  });
}

/** How many chunks at the end are the same on all sides. */
function commonEnd({ base, ours, theirs }: Sides<Chunks>): number {
  const most = Math.min(base.length, ours.length, theirs.length);
  const isCommon = (i: number) => isSame(base.at(-i), ours.at(-i)) && isSame(base.at(-i), theirs.at(-i));
  let count = 0;
  while (count < most && isCommon(count + 1)) count++;
  return count;
}

/** A box that a template leaves blank is there to be filled: what both wrote into it, both have appended. */
function withoutFilled(sides: Sides<Chunks>): Sides<Chunks> {
  const last = sides.base.at(-1);
  const isBlank = (chunk: Chunk | undefined) =>
    chunk?.isItem === true && checkboxesOf(chunk.text).every(({ text }) => BLANK_BOX.test(text));
  const hasBox = last !== undefined && checkboxesOf(last.text).length === 1;
  const isFilled = hasBox && isBlank(last) && !isBlank(sides.ours.at(-1)) && !isBlank(sides.theirs.at(-1));
  return isFilled ? { ...sides, base: sides.base.slice(0, -1) } : sides;
}

/** New items behind the last chunk of the base. */
function appendedTo(base: Chunks, side: Chunks): Chunks {
  const known = new Set(base.map(({ text }) => text));
  let begin = side.length;
  while (side[begin - 1]?.isItem === true && !known.has(side[begin - 1]?.text ?? '')) begin--;
  return isSame(side[begin - 1], base.at(-1)) ? side.slice(begin) : [];
}

function isSame(a: Chunk | undefined, b: Chunk | undefined): boolean {
  return a?.text === b?.text;
}

/** The first item of a list has a blank line above it that it does not need behind another item. */
function atListEnd(side: Chunks, items: Chunks): readonly (Chunk & { readonly gapInList: string })[] {
  return items.map((item, i) => ({
    ...item,
    gapInList: side[side.length - items.length + i - 1]?.isItem === true ? item.gap : '',
  }));
}

type Items = ReturnType<typeof atListEnd>;

interface Item {
  readonly gap: string;
  readonly gapInList: string;
  readonly text: string;
  /** Which of those with the same words on its side. */
  readonly nth: number;
}

/** Items that one side wrote one below the other, of one time. */
interface Run {
  readonly time: number;
  readonly words: string;
  readonly gaps: string;
  readonly items: readonly Item[];
}

/** Both lists in one, each in its own order: the older first, and of two that are as old, or of which nobody knows, by their words. */
function mergedItems(ours: Items, theirs: Items, timeOf: TimeOfItem): string {
  const runs = [...runsOf(ours, timeOf), ...runsOf(theirs, timeOf)].sort(byAge);
  const written = new Map<string, number>();
  let text = '';
  for (const item of runs.flatMap(({ items }) => items)) {
    if ((written.get(item.text) ?? 0) >= item.nth) continue;
    text += (text === '' ? item.gap : item.gapInList) + item.text;
    written.set(item.text, item.nth);
  }
  return text;
}

function byAge(a: Run, b: Run): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  const key = a.words === b.words ? 'gaps' : 'words';
  return a[key] < b[key] ? -1 : Number(a[key] > b[key]);
}

/** No item is younger than the one below it. */
function runsOf(items: Items, timeOf: TimeOfItem): readonly Run[] {
  const seen = new Map<string, number>();
  const runs: { readonly time: number; words: string; gaps: string; readonly items: Item[] }[] = [];
  for (const { gap, gapInList, text } of items) {
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    const last = runs.at(-1);
    const time = Math.max(last?.time ?? -Infinity, timeOf(text) ?? -Infinity);
    const item = { gap, gapInList, text, nth };
    if (last?.time === time) {
      last.items.push(item);
      last.words += text;
      last.gaps += `${gap}|${gapInList}|`;
    } else runs.push({ time, words: text, gaps: `${gap}|${gapInList}|`, items: [item] });
  }
  return runs;
}

function joined(chunks: Chunks): string {
  return chunks.map(({ gap, text }) => gap + text).join('');
}

const ITEM = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

/** An item of the outermost list goes on as long as its lines are indented, or follow without a blank line. */
function chunksOf(text: string): Chunks {
  const prose = new Set(Array.from(proseLines(text), ({ line }) => line));
  const chunks: { readonly gap: string; text: string; readonly isItem: boolean }[] = [];
  let gap = '';
  let indent = 0;
  linesOf(text).forEach((line, i) => {
    const isProse = prose.has(i + 1);
    const isBlank = line.trim() === '';
    const open = chunks.at(-1);
    if (isBlank && isProse) {
      gap += line;
      return;
    }
    const content = line.trimEnd();
    const isRule = THEMATIC_BREAK.test(content);
    const begins = isProse && !isRule ? ITEM.exec(content)?.[1]?.length : undefined;
    const depth = isBlank ? Infinity : line.length - line.trimStart().length;
    const isLazy = gap === '' && isProse && begins === undefined && !isRule;
    const isOfItem = open?.isItem === true && (depth > indent + 1 || isLazy);
    if (open !== undefined && (isOfItem || (!open.isItem && begins === undefined))) open.text += gap + line;
    else {
      indent = begins ?? 0;
      chunks.push({ gap, text: line, isItem: begins !== undefined });
    }
    gap = '';
  });
  const last = chunks.at(-1);
  if (last !== undefined) last.text += gap;
  return last === undefined && gap !== '' ? [{ gap, text: '', isItem: false }] : chunks;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
