import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../undoing.js';

export type SpecUnarchived = Fact<'SpecUnarchived', { readonly kept?: true }>;

export const specUnarchived: EventDefinition<SpecUnarchived, Fact<'SpecArchived', SpecUnarchived['data']>> = {
  type: 'SpecUnarchived',
  apply: (spec) => ({ ...spec, labels: { ...spec.labels, archived: false } }),
  inverse: (spec, { kept }) => {
    if (kept) return [];
    if (spec.labels.archived) throw movedOn(spec, 'place', 'archived');
    return [{ type: 'SpecArchived', data: {} }];
  },
  writes: () => ({ archived: false }),
};
