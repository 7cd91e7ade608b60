import { withoutLabel } from '../../criteria/checkboxGrammar.js';
import { type GivenLabel, labelled, numberOf } from '../../criteria/criterionLabels.js';
import { withEdits } from '../../document/textEdit.js';
import { criteriaIn, criterionNamed, withBody } from '../criteriaInText.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../inverseChanges.js';
import type { ActiveSpec } from '../spec.js';

/** Criteria got labels, such as `AC1`. Each entry has the criterion's text before. */
export type CriteriaLabelled = Fact<'CriteriaLabelled', { readonly labels: readonly GivenLabel[] }>;

const criteriaLabelled: EventDefinition<CriteriaLabelled, LabelsRemoved> = {
  type: 'CriteriaLabelled',
  apply: (spec, { labels }) =>
    labels.reduce<ActiveSpec>(
      (before, { label }) => withLastLabel(before, label),
      reworded(spec, labels, ({ text, label }) => [text, labelled(text, label)]),
    ),
  inverse: (spec, { labels }) => {
    for (const { n, text, label } of labels)
      if (!criteriaIn(spec).some((one) => one.text === labelled(text, label)))
        throw movedOn(spec, `criterion ${String(n)}`, criteriaIn(spec)[n - 1]?.text ?? null);
    return [{ type: 'LabelsRemoved', data: { labels } }];
  },
};

/** Labels that a command had given to criteria were removed. */
export type LabelsRemoved = Fact<'LabelsRemoved', CriteriaLabelled['data']>;

const labelsRemoved: EventDefinition<LabelsRemoved, CriteriaLabelled> = {
  type: 'LabelsRemoved',
  apply: (spec, { labels }) => reworded(spec, labels, ({ text, label }) => [labelled(text, label), text]),
  inverse: (spec, { labels }) => {
    for (const { n, text } of labels)
      if (criterionNamed(spec, { n, text })?.text !== text)
        throw movedOn(spec, `criterion ${String(n)}`, criteriaIn(spec)[n - 1]?.text ?? null);
    return [{ type: 'CriteriaLabelled', data: { labels } }];
  },
};

/** Returns the spec with a label counted as given, so that it is not given again. */
export function withLastLabel(spec: ActiveSpec, label: string | undefined): ActiveSpec {
  const number = label === undefined ? 0 : numberOf(label);
  return number > (spec.lastLabel ?? 0) ? { ...spec, lastLabel: number } : spec;
}

/** Replaces the labels of criteria; criteria whose text is not as expected stay as they are. */
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

export const LABEL_EVENTS = [criteriaLabelled, labelsRemoved] as const;
