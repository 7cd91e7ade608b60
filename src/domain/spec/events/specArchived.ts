import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../undoing.js';

export type SpecArchived = Fact<'SpecArchived', { readonly kept?: true; readonly reason?: string }>;

export const specArchived: EventDefinition<SpecArchived, Fact<'SpecUnarchived', SpecArchived['data']>> = {
  type: 'SpecArchived',
  apply: ({ claim: _ended, ...spec }) => ({ ...spec, labels: { ...spec.labels, archived: true } }),
  inverse: (spec, { kept, reason }) => {
    if (kept) return [];
    if (!spec.labels.archived) throw movedOn(spec, 'place', 'active');
    return [{ type: 'SpecUnarchived', data: { ...(reason !== undefined && { reason }) } }];
  },
  writes: () => ({ archived: true }),
};
