import { isVerdict, standingVerdicts, type Verdict } from '../../proof/verdict.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../inverseChanges.js';

/** Tests gave a verdict on a criterion. */
export type CriterionTested = Fact<'CriterionTested', Verdict>;

export const criterionTested: EventDefinition<CriterionTested, VerdictWithdrawn> = {
  type: 'CriterionTested',
  apply: (spec, data) => {
    if (!isVerdict(data)) throw new TypeError('no verdict');
    const others = (spec.verdicts ?? []).filter(({ id }) => id !== data.id);
    return { ...spec, verdicts: [...others, data] };
  },
  inverse: (spec, data) => {
    const standing = standingVerdicts(spec.verdicts ?? [], data.label);
    if (!standing.some(({ id }) => id === data.id))
      throw movedOn(spec, `the verdict on ${data.label}`, standing[0]?.result ?? null);
    return [{ type: 'VerdictWithdrawn', data }];
  },
  writes: () => ({}),
};

/** A verdict was withdrawn, because the command that recorded it was undone. */
export type VerdictWithdrawn = Fact<'VerdictWithdrawn', Verdict>;

export const verdictWithdrawn: EventDefinition<VerdictWithdrawn, CriterionTested> = {
  type: 'VerdictWithdrawn',
  apply: ({ verdicts = [], ...spec }, data) => {
    const left = verdicts.filter(({ id }) => id !== data.id);
    return left.length === 0 ? spec : { ...spec, verdicts: left };
  },
  inverse: (_spec, data) => [{ type: 'CriterionTested', data }],
  writes: () => ({}),
};
