import { withoutCriterion } from '../../criteria/criterionEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { withBody } from '../textFacts.js';
import type { CriterionAdded } from './criterionAdded.js';

/** A criterion that was added by command was taken out again. */
export type CriterionRemoved = Fact<'CriterionRemoved', CriterionAdded['data']>;

export const criterionRemoved: EventDefinition<CriterionRemoved, CriterionAdded> = {
  type: 'CriterionRemoved',
  apply: (spec, data) => withBody(spec, (body) => withoutAdded(spec, data) ?? body),
  inverse: (_spec, data) => [{ type: 'CriterionAdded', data }],
  writes: () => ({}),
};

/** The text without it; undefined where it no longer stands as it was added. */
export function withoutAdded({ text }: ActiveSpec, data: CriterionAdded['data']): string | undefined {
  return text && withoutCriterion(text.body, text.criteriaSections, data.text, data);
}
