import type { Labels } from '../../naming/labels.js';
import type { JsonObject } from '../../value/json.js';
import { withMerged } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { type ActiveSpec, NOT_CREATED } from '../spec.js';

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

/** Two beginnings of one stream (two branches imported the folder) become one spec: the later scalars, all members. */
export function mergeCreations(before: ActiveSpec, data: SpecCreated['data']): ActiveSpec {
  const { title, frontmatter, ...labels } = data;
  if (before === NOT_CREATED) return { kind: 'active', labels, title, frontmatter };
  return { kind: 'active', labels, title, frontmatter: withMerged(before.frontmatter, frontmatter) };
}
