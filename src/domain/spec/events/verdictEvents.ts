import { type Verdict, verdictIn } from '../../proof/verdict.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../inverseChanges.js';

/** A run of tests gave a verdict on a criterion. */
export type CriterionTested = Fact<'CriterionTested', Verdict>;

const criterionTested: EventDefinition<CriterionTested, VerdictWithdrawn> = {
  type: 'CriterionTested',
  apply: (spec, data) => {
    const verdict = verdictIn(data);
    if (verdict === undefined) throw new TypeError('no verdict');
    const others = (spec.verdicts ?? []).filter(({ id }) => id !== data.id);
    return { ...spec, verdicts: [...others, verdict] };
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
export type VerdictWithdrawn = Fact<'VerdictWithdrawn', Verdict>;

const verdictWithdrawn: EventDefinition<VerdictWithdrawn, CriterionTested> = {
  type: 'VerdictWithdrawn',
  apply: ({ verdicts = [], ...spec }, data) => {
    const left = verdicts.filter(({ id }) => id !== data.id);
    return left.length === 0 ? spec : { ...spec, verdicts: left };
  },
  inverse: (_spec, data) => [{ type: 'CriterionTested', data }],
};

export const VERDICT_EVENTS = [criterionTested, verdictWithdrawn] as const;
