import type { Labels } from '../../naming/labels.js';
import type { JsonObject } from '../../value/json.js';
import { mergeCreations } from '../mergeCreations.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { undoRefused } from '../undoing.js';

export type SpecCreated = Fact<
  'SpecCreated',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specCreated: EventDefinition<SpecCreated, never> = {
  type: 'SpecCreated',
  apply: mergeCreations,
  inverse: (spec) => {
    throw undoRefused(spec, 'its creation cannot be taken back', undefined, [
      { useCase: 'archiveSpecs', request: { specs: [spec.labels.ref] }, to: 'archive it instead' },
    ]);
  },
  writes: () => ({}),
};
