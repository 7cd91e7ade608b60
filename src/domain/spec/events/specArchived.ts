import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../undoing.js';

export type SpecArchived = Fact<'SpecArchived', { readonly kept?: true }>;

export const specArchived: EventDefinition<SpecArchived, Fact<'SpecUnarchived', SpecArchived['data']>> = {
  type: 'SpecArchived',
  apply: ({ claim: _ended, ...spec }) => ({ ...spec, labels: { ...spec.labels, archived: true } }),
  inverse: (spec, { kept }) => {
    if (kept) return [];
    if (!spec.labels.archived) throw movedOn(spec, 'place', 'active');
    return [{ type: 'SpecUnarchived', data: {} }];
  },
  writes: () => ({ archived: true }),
};
