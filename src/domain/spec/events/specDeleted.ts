import type { EventDefinition, Fact } from '../eventDefinition.js';
import { undoRefused } from '../undoing.js';

/** The spec was made by mistake and its folder is gone; its history and its number stay. */
export type SpecDeleted = Fact<'SpecDeleted', { readonly reason: string }>;

export const specDeleted: EventDefinition<SpecDeleted, never> = {
  type: 'SpecDeleted',
  version: 2,
  apply: ({ claim: _ended, ...spec }, { reason }) => ({ ...spec, deleted: { reason } }),
  inverse: (spec) => {
    throw undoRefused(spec, 'the log does not keep the text', 'Bring the folder back from git.');
  },
  writes: () => ({}),
};
