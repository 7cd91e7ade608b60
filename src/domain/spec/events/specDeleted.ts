import type { EventDefinition, Fact } from '../eventDefinition.js';

/** The spec was made by mistake and its folder is gone; its history and its number are kept. */
export type SpecDeleted = Fact<'SpecDeleted', { readonly reason: string }>;

export const specDeleted: EventDefinition<SpecDeleted, Fact<'SpecRestored', SpecDeleted['data']>> = {
  type: 'SpecDeleted',
  version: 2,
  apply: ({ claim: _ended, ...spec }, { reason }) => ({ ...spec, deleted: { reason } }),
  inverse: (_spec, { reason }) => [{ type: 'SpecRestored', data: { reason } }],
  writes: () => ({}),
};
