import { type AddedCriterion, withoutCriterion } from '../../criteria/criterionEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { withBody } from '../textFacts.js';

/** A criterion that was added by command was taken out again. */
export type CriterionRemoved = Fact<'CriterionRemoved', AddedCriterion>;

export const criterionRemoved: EventDefinition<CriterionRemoved, Fact<'CriterionAdded', AddedCriterion>> = {
  type: 'CriterionRemoved',
  apply: (spec, data) => withBody(spec, (body) => withoutAdded(spec, data) ?? body),
  inverse: (_spec, data) => [{ type: 'CriterionAdded', data }],
  writes: () => ({}),
};

/** The text without it; undefined where it no longer stands as it was added. */
export function withoutAdded({ text }: ActiveSpec, data: AddedCriterion): string | undefined {
  return text && withoutCriterion(text.body, text.criteriaSections, data);
}
