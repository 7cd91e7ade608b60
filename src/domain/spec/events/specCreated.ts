import type { Labels } from '../../naming/labels.js';
import type { JsonObject } from '../../value/json.js';
import { mergeCreations } from '../mergeCreations.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';

export type SpecCreated = Fact<
  'SpecCreated',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specCreated: EventDefinition<SpecCreated, Fact<'SpecDeleted', { readonly reason: string }>> = {
  type: 'SpecCreated',
  apply: mergeCreations,
  inverse: () => [{ type: 'SpecDeleted', data: { reason: 'its creation was undone' } }],
  writes: () => ({}),
};
