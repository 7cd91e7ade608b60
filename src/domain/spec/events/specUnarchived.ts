import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../undoing.js';

/** `reason` is that of the archiving, where this takes it back. */
export type SpecUnarchived = Fact<'SpecUnarchived', { readonly kept?: true; readonly reason?: string }>;

export const specUnarchived: EventDefinition<SpecUnarchived, Fact<'SpecArchived', SpecUnarchived['data']>> = {
  type: 'SpecUnarchived',
  apply: (spec) => ({ ...spec, labels: { ...spec.labels, archived: false } }),
  inverse: (spec, { kept, reason }) => {
    if (kept) return [];
    if (spec.labels.archived) throw movedOn(spec, 'place', 'archived');
    return [{ type: 'SpecArchived', data: { ...(reason !== undefined && { reason }) } }];
  },
  writes: () => ({ archived: false }),
};
