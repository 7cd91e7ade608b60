import { labelKey, labelOf, withoutLabel } from './checkboxGrammar.js';
import type { Criterion } from './criteria.js';

/** A label that a criterion gets, with the criterion's number and its text before. */
export interface GivenLabel {
  readonly n: number;
  readonly text: string;
  readonly label: string;
}

const NUMBERED = /^([A-Za-z]+[-_]?)(\d+)/;

/**
 * Returns the label after the last one: `AC3` after `AC2`. Labels go on in the style of the last label, or else begin with `AC1`.
 * @param highest the highest number that a label had before, because the label of a removed criterion is not given again.
 */
export function nextLabel(labels: readonly string[], highest = 0): string {
  const prefix = NUMBERED.exec(labels.at(-1) ?? '')?.[1] ?? 'AC';
  const last = labels.reduce((max, label) => Math.max(max, numberOf(label)), highest);
  return `${prefix}${String(last + 1)}`;
}

/** Returns the number in a label: 2 for `AC2` and `AC2.1`; 0 if there is none. */
export function numberOf(label: string): number {
  return Number(NUMBERED.exec(label)?.[2] ?? 0);
}

/** Returns labels for the criteria that have none, and for those that repeat the label of an earlier criterion. */
export function missingLabels(criteria: readonly Criterion[], highest: number): readonly GivenLabel[] {
  const labels = criteria.flatMap(({ label }) => label ?? []);
  const seen = new Set<string>();
  return criteria.flatMap(({ n, text, label }) => {
    if (label !== undefined && !seen.has(labelKey(label))) {
      seen.add(labelKey(label));
      return [];
    }
    const given = nextLabel(labels, highest);
    labels.push(given);
    return [{ n, text, label: given }];
  });
}

/** Returns a criterion's text with a label, instead of the label that it has. */
export function labelled(text: string, label: string): string {
  const words = withoutLabel(text);
  // A struck out criterion stays struck out: the label is behind `~~` if it was there before.
  return `${text !== words && text.startsWith('~~') ? '~~' : ''}${label}: ${words}`;
}

/**
 * Returns the text of a new criterion with a label, unless it has one, or the spec's criteria are without labels.
 * @param blank the text of the blank checkbox that the criterion fills; it may have a label.
 */
export function labelledLikeOthers(
  text: string,
  criteria: readonly Criterion[],
  highest: number,
  blank = '',
): string {
  const labels = criteria.flatMap(({ label }) => label ?? []);
  if (labelOf(text) !== undefined || (labels.length === 0 && criteria.length > 0)) return text;
  const own = labelOf(blank);
  const isFree = own !== undefined && !labels.some((label) => labelKey(label) === labelKey(own));
  return labelled(text, isFree ? own : nextLabel(labels, highest));
}
