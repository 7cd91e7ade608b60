import { isTicked, type PlacedCheckbox } from '../criteria/checkboxGrammar.js';
import { checkboxesOf } from '../criteria/checkboxes.js';
import { retiredWords } from '../criteria/retiredCriteria.js';
import { type TextEdit, withEdits } from '../document/textEdit.js';
import type { Sides } from '../log/reconcileFields.js';
import { changedText, each, either } from './threeWayVersions.js';

/**
 * Merges the checkbox of every task that both sides have, and writes the merged checkbox into all three texts. A task is
 * identified by its words, and by its position among tasks with the same words.
 */
export function mergedCheckboxes(texts: Sides<string>): Sides<string> {
  const boxes = each(texts, boxesByWords);
  const edits = each(texts, (): TextEdit[] => []);
  for (const [key, { box: ours }] of boxes.ours) {
    const theirs = boxes.theirs.get(key)?.box;
    if (theirs === undefined) continue;
    const text = mergedBox(boxes.base.get(key)?.box ?? '[ ]', ours, theirs);
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const { at, box } = boxes[side].get(key) ?? { at: 0, box: text };
      if (box !== text) edits[side].push({ at, end: at + box.length, text });
    }
  }
  return {
    base: withEdits(texts.base, edits.base),
    ours: withEdits(texts.ours, edits.ours),
    theirs: withEdits(texts.theirs, edits.theirs),
  };
}

/**
 * Returns the merged checkbox. If both sides changed the checkbox differently, the result is ticked only if both sides ticked it.
 */
function mergedBox(base: string, ours: string, theirs: string): string {
  const changed = changedText({ base, ours, theirs });
  if (changed !== undefined) return changed;
  if (isTicked(ours) === isTicked(theirs)) return either(ours, theirs);
  return isTicked(ours) ? theirs : ours;
}

function boxesByWords(text: string): ReadonlyMap<string, PlacedCheckbox> {
  const seen = new Map<string, number>();
  return new Map(
    checkboxesOf(text).map(({ text: written, at, box }) => {
      // One side may have retired the criterion that the other side ticked.
      const words = retiredWords(written) ?? written;
      const nth = (seen.get(words) ?? 0) + 1;
      seen.set(words, nth);
      return [`${String(nth)} ${words}`, { at, box }];
    }),
  );
}
