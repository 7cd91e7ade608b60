import { type AddedCriterion, withCriterion } from '../../criteria/criterionEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody } from '../textFacts.js';
import { movedOn } from '../undoing.js';
import { type CriterionRemoved, withoutAdded } from './criterionRemoved.js';

export type CriterionAdded = Fact<'CriterionAdded', AddedCriterion>;

export const criterionAdded: EventDefinition<CriterionAdded, CriterionRemoved> = {
  type: 'CriterionAdded',
  apply: (spec, { text }) =>
    withBody(spec, (body) => withCriterion(body, spec.text?.criteriaSections ?? [], text).body),
  inverse: (spec, data) => {
    if (withoutAdded(spec, data) === undefined) throw movedOn(spec, 'the criterion', 'another or ticked');
    return [{ type: 'CriterionRemoved', data }];
  },
  writes: () => ({}),
};
