import { isTicked, type PlacedBox } from '../criteria/boxGrammar.js';
import { checkboxesOf } from '../criteria/checkboxes.js';
import { type TextEdit, withEdits } from '../document/textEdit.js';
import type { Sides } from '../log/reconcile.js';
import { changedText, each, either } from './sides.js';

/** A box with what it is known by: its words, and which of those with the same words it is. */
interface KnownBox extends PlacedBox {
  readonly key: string;
  readonly text: string;
}

/** Where a box of the base stands on the other two sides. */
interface Match {
  readonly base?: number;
  readonly ours: number;
  readonly theirs: number;
}

/**
 * The three texts with one box for every task that all of them have: the one of the side that changed it. Nothing but the box is
 * another.
 */
export function settledBoxes(texts: Sides<string>): Sides<string> {
  const boxes = each(texts, knownBoxes);
  const edits = each(texts, (): TextEdit[] => []);
  for (const match of matches(boxes)) {
    const boxOf = (side: keyof Sides<string>) => boxes[side][match[side] ?? -1];
    const [base, ours, theirs] = [boxOf('base')?.box ?? '[ ]', boxOf('ours')?.box, boxOf('theirs')?.box];
    const text = mergedBox(base, ours ?? base, theirs ?? base);
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const { at, box } = boxOf(side) ?? { at: 0, box: text };
      if (box !== text) edits[side].push({ at, end: at + box.length, text });
    }
  }
  return {
    base: withEdits(texts.base, edits.base),
    ours: withEdits(texts.ours, edits.ours),
    theirs: withEdits(texts.theirs, edits.theirs),
  };
}

/** Where both have changed it, a task is open unless both have ticked it. */
function mergedBox(base: string, ours: string, theirs: string): string {
  const changed = changedText({ base, ours, theirs });
  if (changed !== undefined) return changed;
  if (isTicked(ours) === isTicked(theirs)) return either(ours, theirs);
  return isTicked(ours) ? theirs : ours;
}

function knownBoxes(text: string): readonly KnownBox[] {
  const seen = new Map<string, number>();
  return checkboxesOf(text).map(({ text: words, at, box }) => {
    const nth = (seen.get(words) ?? 0) + 1;
    seen.set(words, nth);
    return { key: `${String(nth)} ${words}`, text: words, at, box };
  });
}

function matches(boxes: Sides<readonly KnownBox[]>): readonly Match[] {
  const { base, ours, theirs } = boxes;
  const places = each(boxes, (all) => new Map(all.map(({ key }, i) => [key, i])));
  const [inOurs, inTheirs] = [matched(base, ours, places.ours), matched(base, theirs, places.theirs)];
  const isKept = (side: keyof Sides<string>, i: number) => places[side].has(base[i]?.key ?? '');
  const ofBase = base.flatMap((_, i): readonly Match[] => {
    const [our, their] = [inOurs.get(i), inTheirs.get(i)];
    if (our === undefined || their === undefined) return [];
    const isAlike = ours[our]?.key === theirs[their]?.key;
    return isAlike || isKept('ours', i) || isKept('theirs', i) ? [{ base: i, ours: our, theirs: their }] : [];
  });
  const [ourDone, theirDone] = [
    new Set(ofBase.map((match) => match.ours)),
    new Set(ofBase.map((match) => match.theirs)),
  ];
  const added = ours.flatMap(({ key }, our): readonly Match[] => {
    const their = places.theirs.get(key);
    const isAdded =
      their !== undefined && !places.base.has(key) && !ourDone.has(our) && !theirDone.has(their);
    return isAdded ? [{ ours: our, theirs: their }] : [];
  });
  return [...ofBase, ...added];
}

/** By their words; boxes between two of those by their places, where as many are on either side and they still resemble. */
function matched(
  base: readonly KnownBox[],
  side: readonly KnownBox[],
  places: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const known = new Map<number, number>();
  base.forEach(({ key }, i) => {
    const place = places.get(key);
    if (place !== undefined) known.set(i, place);
  });
  const taken = new Set(known.values());
  for (let i = 0; i < base.length; i++) {
    if (known.has(i)) continue;
    const first = i;
    while (i < base.length && !known.has(i)) i++;
    const begin = first === 0 ? 0 : (known.get(first - 1) ?? 0) + 1;
    const end = known.get(i) ?? side.length;
    if (end - begin !== i - first) continue;
    for (let offset = 0; offset < i - first; offset++) {
      const [was, is] = [base[first + offset], side[begin + offset]];
      if (was === undefined || is === undefined || taken.has(begin + offset)) continue;
      if (isReworded(was.text, is.text)) known.set(first + offset, begin + offset);
    }
  }
  return known;
}

/**
 * At least half of the words of the shorter one are in both: a box about something else is not ticked with it. Words are bounded, since
 * of letters beyond the first plane the engine of patterns notes each.
 */
function isReworded(before: string, after: string): boolean {
  const [some, others] = [before, after].map(
    (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{1,100}/gu)),
  );
  if (some === undefined || others === undefined || some.size === 0 || others.size === 0) return false;
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared * 2 >= Math.min(some.size, others.size);
}
