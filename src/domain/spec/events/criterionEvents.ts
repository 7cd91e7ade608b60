import { bareWords } from '../../criteria/criteria.js';
import { labelOf, withoutLabel } from '../../criteria/checkboxes.js';
import {
  type AddedCriterion,
  type GivenLabel,
  labelled,
  numberOf,
  withCriterion,
  withoutCriterion,
} from '../../criteria/criterionEdits.js';
import { withEdits } from '../../document/textEdit.js';
import { type Verdict, verdictIn } from '../../proof/verdict.js';
import { criteriaIn, criterionNamed, tickFact, withBody, withBox } from '../criteriaInText.js';
import { type EventDefinition, type Fact, movedOn } from '../eventDefinition.js';
import type { ActiveSpec, Tick, TickFact } from '../spec.js';

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
type LabelsRemoved = Fact<'LabelsRemoved', CriteriaLabelled['data']>;

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
function withLastLabel(spec: ActiveSpec, label: string | undefined): ActiveSpec {
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

/** A run of tests gave a verdict on a criterion. */
type CriterionTested = Fact<'CriterionTested', Verdict>;

const criterionTested: EventDefinition<CriterionTested, VerdictWithdrawn> = {
  type: 'CriterionTested',
  apply: (spec, data) => {
    const verdict = verdictIn(data);
    if (verdict === undefined) throw new TypeError('no verdict');
    const { verdicts = [], known = [] } = spec;
    const { label, text } = verdict;
    // A criterion written after the spec was begun is known from its first run on, so that it is not dropped without a word.
    const isNew =
      spec.frontmatter['status'] === 'in-progress' &&
      known.every((one) => one.label !== label && bareWords(one.text) !== bareWords(text));
    return {
      ...spec,
      ...(isNew && { known: [...known, { label, text, isHeld: true as const }] }),
      verdicts: [...verdicts.filter(({ id }) => id !== data.id), verdict],
    };
  },
  inverse: (spec, data) => {
    const { verdicts = [] } = spec;
    const isLast = verdicts.some(({ id }) => id === data.id);
    if (!isLast || verdicts.some(({ replaces }) => replaces?.includes(data.id)))
      throw movedOn(spec, `the verdict on ${data.label}`, verdicts.at(-1)?.tests[0]?.outcome ?? null);
    return [{ type: 'VerdictWithdrawn', data }];
  },
};

/** A verdict was withdrawn, because the command that recorded it was undone. */
type VerdictWithdrawn = Fact<'VerdictWithdrawn', Verdict>;

const verdictWithdrawn: EventDefinition<VerdictWithdrawn, CriterionTested> = {
  type: 'VerdictWithdrawn',
  apply: ({ verdicts = [], ...spec }, data) => {
    const left = verdicts.filter(({ id }) => id !== data.id);
    return left.length === 0 ? spec : { ...spec, verdicts: left };
  },
  inverse: (_spec, data) => [{ type: 'CriterionTested', data }],
};

export const VERDICT_EVENTS = [criterionTested, verdictWithdrawn] as const;

/** A criterion was ticked. `text` is the criterion's text at that time, so that later changes of the text can be detected. */
export type CriterionChecked = Fact<'CriterionChecked', TickFact>;

const criterionChecked: EventDefinition<CriterionChecked, CriterionUnchecked> = {
  type: 'CriterionChecked',
  apply: (spec, data) => {
    const { wasTicked, mark = 'x' } = data;
    const tick = tickFact(data);
    const ticked = { ...spec, ticks: { fact: tick, isTicked: true, before: spec.ticks } };
    return wasTicked === true ? ticked : withBox(ticked, tick, `[${mark}]`);
  },
  inverse: (spec, data) => {
    const found = criterionNamed(spec, data);
    if (found?.done !== true)
      throw movedOn(spec, `criterion ${String(data.n)}`, found ? 'open' : textNow(spec, data));
    const { wasTicked, was } = data;
    return [
      {
        type: 'CriterionUnchecked',
        data: {
          ...tickFact(data),
          ...(wasTicked === true && { staysTicked: true as const }),
          ...(was !== undefined && { box: was }),
        },
      },
    ];
  },
};

/** Returns the text that a criterion without the words of an event has now; null for one that was removed. */
function textNow(spec: ActiveSpec, { n, label }: Pick<Tick, 'n' | 'label'>): string | null {
  const now = criteriaIn(spec).find((one) => (label === undefined ? one.n === n : one.label === label));
  return now?.text ?? null;
}

/** A criterion was unticked, or another mark was removed from its checkbox. */
export type CriterionUnchecked = Fact<
  'CriterionUnchecked',
  Tick & {
    readonly reason?: string;
    /** The letter in the checkbox before this event, if it was not `x`; an undo restores the letter. */
    readonly mark?: 'X';
    /** Set if the checkbox stays ticked, because it was already ticked before the tick that this event reverts. */
    readonly staysTicked?: true;
    /** The checkbox before this event, if it was not ticked: `[~]`. */
    readonly was?: string;
    /** The checkbox after this event, if it is not `[ ]`. */
    readonly box?: string;
  }
>;

const OPEN = '[ ]';

const criterionUnchecked: EventDefinition<
  CriterionUnchecked,
  CriterionUnchecked | Fact<'CriterionChecked', TickFact>
> = {
  type: 'CriterionUnchecked',
  apply: (spec, data) => {
    const open = { ...spec, ticks: { fact: tickFact(data), isTicked: false, before: spec.ticks } };
    return data.staysTicked === true ? open : withBox(open, data, data.box ?? OPEN);
  },
  inverse: (spec, data) => {
    const { mark, staysTicked, was, box } = data;
    const found = criterionNamed(spec, data);
    if (found === undefined || (staysTicked !== true && found.box !== (box ?? OPEN)))
      throw movedOn(
        spec,
        `criterion ${String(data.n)}`,
        found?.done === true ? 'ticked' : (found?.box ?? textNow(spec, data)),
      );
    if (was !== undefined)
      return [{ type: 'CriterionUnchecked', data: { ...tickFact(data), was: box ?? OPEN, box: was } }];
    return [
      {
        type: 'CriterionChecked',
        data: {
          ...tickFact(data),
          ...(mark !== undefined && { mark }),
          ...(staysTicked === true && { wasTicked: true as const }),
          ...(box !== undefined && { was: box }),
        },
      },
    ];
  },
};

export type CriterionAdded = Fact<'CriterionAdded', AddedCriterion>;

const criterionAdded: EventDefinition<CriterionAdded, CriterionRemoved> = {
  type: 'CriterionAdded',
  apply: (spec, { text }) => {
    const label = labelOf(text);
    const isHeld = spec.frontmatter['status'] === 'in-progress';
    const added = { ...(label !== undefined && { label }), text, ...(isHeld && { isHeld: true as const }) };
    const known = [...(spec.known ?? []), added];
    const edited = withBody(
      spec,
      (body) => withCriterion(body, spec.text?.criteriaSections ?? [], text).body,
    );
    return withLastLabel({ ...edited, known }, label);
  },
  inverse: (spec, data) => {
    if (withoutAdded(spec, data) === undefined) throw movedOn(spec, 'the criterion', 'another or ticked');
    return [{ type: 'CriterionRemoved', data }];
  },
};

/** A criterion that a command had added was removed. */
export type CriterionRemoved = Fact<'CriterionRemoved', AddedCriterion>;

const criterionRemoved: EventDefinition<CriterionRemoved, Fact<'CriterionAdded', AddedCriterion>> = {
  type: 'CriterionRemoved',
  apply: (spec, data) => {
    const known = (spec.known ?? []).filter(({ text }) => text !== data.text);
    return withBody({ ...spec, known }, (body) => withoutAdded(spec, data) ?? body);
  },
  inverse: (_spec, data) => [{ type: 'CriterionAdded', data }],
};

/** Returns the text without the added criterion; undefined if the criterion was changed since it was added. */
export function withoutAdded({ text }: ActiveSpec, data: AddedCriterion): string | undefined {
  return text && withoutCriterion(text.body, text.criteriaSections, data);
}

export const CRITERION_EVENTS = [
  criterionChecked,
  criterionUnchecked,
  criterionAdded,
  criterionRemoved,
] as const;
