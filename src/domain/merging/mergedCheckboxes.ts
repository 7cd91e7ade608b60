import { isTicked, withoutLabel } from '../criteria/checkboxGrammar.js';
import { checkboxesOf } from '../criteria/checkboxes.js';
import { retiredWords } from '../criteria/retiredCriteria.js';
import { type TextEdit, withEdits } from '../document/textEdit.js';
import type { Sides } from '../reconcile/reconcileFields.js';
import { changedText, each, either } from './threeWayVersions.js';

/**
 * Merges the checkbox of every task that both sides have, and a label that a side gave to it, and writes them into all three
 * texts. A task is identified by its words, and by its position among tasks with the same words.
 */
export function mergedCheckboxes(texts: Sides<string>): Sides<string> {
  const before = new Set(checkboxesOf(texts.base).map(({ text }) => text));
  const tasks = each(texts, (text) => tasksByWords(text, before));
  const edits = each(texts, (): TextEdit[] => []);
  for (const [key, ours] of tasks.ours) {
    const theirs = tasks.theirs.get(key);
    if (theirs === undefined) continue;
    const base = tasks.base.get(key);
    const box = mergedBox(base?.box.text ?? '[ ]', ours.box.text, theirs.box.text);
    const label = changedText({
      base: base?.label.text ?? '',
      ours: ours.label.text,
      theirs: theirs.label.text,
    });
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const task = tasks[side].get(key);
      if (task === undefined) continue;
      if (task.box.text !== box) edits[side].push({ ...task.box, text: box });
      if (label !== undefined && task.label.text !== label) edits[side].push({ ...task.label, text: label });
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

/** The checkbox and the label of a task, each with its place in the text; the label with the blanks after it, or `''`. */
interface Task {
  readonly box: TextEdit;
  readonly label: TextEdit;
}

/** @param before the tasks of the base: a label is part of the words unless the base has the task without it. */
function tasksByWords(text: string, before: ReadonlySet<string>): ReadonlyMap<string, Task> {
  const seen = new Map<string, number>();
  return new Map(
    checkboxesOf(text).map(({ text: written, at, box }) => {
      // One side may have retired the criterion that the other side ticked.
      const shown = retiredWords(written) ?? written;
      const end = at + box.length;
      const start = text.indexOf(shown.slice(0, 1), end) + (shown.startsWith('~~') ? 2 : 0);
      const bare = withoutLabel(shown);
      const given = text.slice(start, start + shown.length - bare.length);
      const isGiven = !before.has(shown) && before.has(bare) && shown.includes(given);
      const words = isGiven ? bare : shown;
      const nth = (seen.get(words) ?? 0) + 1;
      seen.set(words, nth);
      const label = isGiven ? given : '';
      return [
        `${String(nth)} ${words}`,
        { box: { at, end, text: box }, label: { at: start, end: start + label.length, text: label } },
      ];
    }),
  );
}
