import {
  checkboxIn,
  isBlankText,
  isTicked,
  labelOf,
  markIn,
  withoutLabel,
  numberOfLabel,
} from '../../criteria/checkboxes.js';
import {
  type AddedCriterion,
  type GivenLabel,
  withCriterionLabel,
  labelledLikeOthers,
  missingLabels,
  withCriterion,
  withoutCriterion,
} from '../../criteria/criterionEdits.js';
import { bareWords, retiredWords } from '../../criteria/criteria.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { largestNumber } from '../../value/collections.js';
import type { KnownCriterion } from '../../review/pairedTexts.js';
import { criteriaIn, criteriaToKeep, criterionNamed, knownCriterion, ticksOf } from '../criteriaInText.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody, type ActiveSpec } from '../spec.js';
import { withEdits } from '../../value/text.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError } from '../undoErrors.js';

export type CriterionAdded = Fact<'CriterionAdded', AddedCriterion>;

export const criterionAdded: EventDefinition<CriterionAdded, CriterionRemoved> = {
  type: 'CriterionAdded',
  apply: (spec, { text, replaces }) => {
    const label = labelOf(text);
    const isHeld = spec.frontmatter['status'] === 'in-progress';
    const added = { ...(label !== undefined && { label }), text, ...(isHeld && { isHeld: true as const }) };
    const known = [...(spec.known ?? []), added];
    const edited = withBody(
      spec,
      (body) => withCriterion(body, spec.text?.criteriaSections ?? [], text).body,
    );
    const replacing = [...(spec.replacing ?? []), ...(replaces === undefined ? [] : [{ text, replaces }])];
    return withLastLabel({ ...edited, known, ...(replacing.length > 0 && { replacing }) }, label);
  },
  inverse: (spec, data) => {
    if (withoutAdded(spec, data) === undefined)
      throw laterChangeError(spec, 'the criterion', 'reworded or ticked');
    return [{ type: 'CriterionRemoved', data }];
  },
};

/** A criterion that a command had added was removed. */
export type CriterionRemoved = Fact<'CriterionRemoved', AddedCriterion>;

export const criterionRemoved: EventDefinition<CriterionRemoved, Fact<'CriterionAdded', AddedCriterion>> = {
  type: 'CriterionRemoved',
  apply: (spec, data) => {
    const known = (spec.known ?? []).filter(({ text }) => text !== data.text);
    const { replacing: all = [], ...rest } = spec;
    const left = all.filter(({ text }) => text !== data.text);
    const replacing = left.length > 0 && { replacing: left };
    return withBody({ ...rest, ...replacing, known }, (body) => withoutAdded(spec, data) ?? body);
  },
  inverse: (_spec, data) => [{ type: 'CriterionAdded', data }],
};

/** Returns the text without the criterion of a `CriterionAdded` event; undefined if that criterion was changed since. */
export function withoutAdded({ text }: ActiveSpec, data: AddedCriterion): string | undefined {
  return text && withoutCriterion(text.body, text.criteriaSections, data);
}

/**
 * Returns the event that adds a criterion.
 * @throws SpectoolError `FIELD_INVALID` if the text is empty or has several lines, or if a criterion with this text exists.
 */
export function decideAdded(
  { text: given, replaces }: { readonly text: string; readonly replaces?: string },
  spec: ActiveSpec,
): readonly CriterionAdded[] {
  const line = fieldText('text', given).trim();
  const bare = checkboxIn(`- ${line}`);
  // If the given text is not a list item, brackets such as `[P]` may be a word of the criterion, so only `[ ]` and `[x]` are
  // removed.
  const isBox = bare !== undefined && (isTicked(bare.box) || markIn(bare.box) === '');
  const text = (isBox ? bare : checkboxIn(line))?.text ?? line;
  if (isBlankText(text))
    throw new SpectoolError('FIELD_INVALID', 'A criterion needs text.', { details: { field: 'text' } });
  const criteria = criteriaIn(spec);
  const words = withoutLabel(text);
  const same = criteria.find((one) => one.text === text || withoutLabel(one.text) === words);
  if (same !== undefined)
    throw new SpectoolError(
      'FIELD_INVALID',
      `${spec.labels.ref} already has this criterion, as number ${String(same.n)}.`,
      {
        details: { field: 'text', n: same.n },
      },
    );
  const { blank, newSection } = withCriterion(spec.text?.body ?? '', spec.text?.criteriaSections ?? [], text);
  const named = labelledLikeOthers(text, criteria, highestLabel(spec), blank?.trim());
  return [
    {
      type: 'CriterionAdded',
      data: {
        text: named,
        ...(blank !== undefined && { blank }),
        ...(newSection && { newSection }),
        ...(replaces !== undefined && { replaces }),
      },
    },
  ];
}

/** The criteria in the text of a spec in progress differ from those in the log: they were added, removed or reworded. */
export type CriteriaSeen = Fact<
  'CriteriaSeen',
  Readonly<Record<'added' | 'gone', readonly KnownCriterion[]>>
>;

export const criteriaSeen: EventDefinition<CriteriaSeen> = {
  type: 'CriteriaSeen',
  apply: (spec, { added, gone }) => {
    const left = (spec.known ?? []).filter(({ text }) => gone.every((one) => one.text !== text));
    const known = [...left, ...added.map((one) => ({ ...one, isHeld: true as const }))];
    // Tests may still refer to the label of a removed criterion.
    return gone.reduce<ActiveSpec>((before, { label }) => withLastLabel(before, label), { ...spec, known });
  },
  inverse: (_spec, { added, gone }) => [{ type: 'CriteriaSeen', data: { added: gone, gone: added } }],
};

/**
 * Returns the event that adds the criteria in the text of a spec in progress to the log, so that none of them can be removed
 * later without being noticed; empty if the log has them all.
 */
export function criteriaNotKnown(spec: ActiveSpec): readonly CriteriaSeen[] {
  if (spec.frontmatter['status'] !== 'in-progress') return [];
  const held = (spec.known ?? []).filter(({ isHeld }) => isHeld === true);
  const words = new Set(held.map(({ text }) => bareWords(text)));
  if (criteriaIn(spec).every(({ text }) => words.has(bareWords(retiredWords(text) ?? text)))) return [];
  const { criteria: kept = [] } = criteriaToKeep(spec);
  const lacks = (those: readonly KnownCriterion[]) => (one: KnownCriterion) =>
    those.every(({ text }) => bareWords(text) !== bareWords(one.text));
  const [added, gone] = [kept.filter(lacks(held)), held.filter(lacks(kept))];
  const data = { added, gone: gone.map(knownCriterion) };
  return added.length + gone.length === 0 ? [] : [{ type: 'CriteriaSeen', data }];
}

/** Criteria got labels, such as `AC1`; each entry has the criterion's text from before. */
export type CriteriaLabelled = Fact<'CriteriaLabelled', { readonly labels: readonly GivenLabel[] }>;

export const criteriaLabelled: EventDefinition<CriteriaLabelled, LabelsRemoved> = {
  type: 'CriteriaLabelled',
  apply: (spec, { labels }) =>
    labels.reduce<ActiveSpec>(
      (before, { label }) => withLastLabel(before, label),
      reworded(spec, labels, ({ text, label }) => [text, withCriterionLabel(text, label)]),
    ),
  inverse: (spec, { labels }) => {
    for (const { n, text, label } of labels)
      if (!criteriaIn(spec).some((one) => one.text === withCriterionLabel(text, label)))
        throw laterChangeError(spec, `criterion ${String(n)}`, criteriaIn(spec)[n - 1]?.text ?? null);
    return [{ type: 'LabelsRemoved', data: { labels } }];
  },
};

/** Labels that a command had given to criteria were removed. */
export type LabelsRemoved = Fact<'LabelsRemoved', CriteriaLabelled['data']>;

export const labelsRemoved: EventDefinition<LabelsRemoved, CriteriaLabelled> = {
  type: 'LabelsRemoved',
  apply: (spec, { labels }) =>
    reworded(spec, labels, ({ text, label }) => [withCriterionLabel(text, label), text]),
  inverse: (spec, { labels }) => {
    for (const { n, text } of labels)
      if (criterionNamed(spec, { n, text })?.text !== text)
        throw laterChangeError(spec, `criterion ${String(n)}`, criteriaIn(spec)[n - 1]?.text ?? null);
    return [{ type: 'CriteriaLabelled', data: { labels } }];
  },
};

/** Returns the spec with the number of a label recorded as used, so that no other criterion gets that label. */
function withLastLabel(spec: ActiveSpec, label: string | undefined): ActiveSpec {
  const number = label === undefined ? 0 : numberOfLabel(label);
  return number > (spec.lastLabel ?? 0) ? { ...spec, lastLabel: number } : spec;
}

/** Replaces the texts of criteria by texts with other labels; a criterion whose text is not as expected stays unchanged. */
function reworded(
  spec: ActiveSpec,
  labels: readonly GivenLabel[],
  texts: (given: GivenLabel) => readonly [from: string, to: string],
): ActiveSpec {
  const criteria = criteriaIn(spec);
  return withBody(spec, (body) =>
    withEdits(
      body,
      labels.flatMap((given) => {
        const [from, to] = texts(given);
        const numbered = criteria[given.n - 1];
        const found = numbered?.text === from ? numbered : criteria.find(({ text }) => text === from);
        if (found === undefined) return [];
        const [old, label] = [labelPart(from), labelPart(to)];
        const at = body.indexOf(from.slice(0, old.length + 1), found.at + found.box.length);
        return at < 0 ? [] : [{ at, end: at + old.length, text: label }];
      }),
    ),
  );
}

/** Returns the label at the beginning of a criterion's text, with the blanks after it. */
function labelPart(text: string): string {
  return text.slice(0, text.length - withoutLabel(text).length);
}

/** Returns the event that gives labels to criteria without one. */
export function decideLabelled(_: object, spec: ActiveSpec): readonly CriteriaLabelled[] {
  const labels = missingLabels(criteriaIn(spec), highestLabel(spec));
  return labels.length === 0 ? [] : [{ type: 'CriteriaLabelled', data: { labels } }];
}

/** Returns the highest label number in the log, because tests may still refer to the label of a removed criterion. */
function highestLabel(spec: ActiveSpec): number {
  const { known = [], verdicts = [], retired = [], lastLabel = 0 } = spec;
  const labels = [...known, ...verdicts, ...retired, ...ticksOf(spec)].map(({ label = '' }) => label);
  return largestNumber(labels.map(numberOfLabel), lastLabel);
}
