import type { Labels } from '../../naming/labels.js';
import type { JsonObject } from '../../value/json.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { undoRefused } from '../undoing.js';
import { mergeCreations } from './specCreated.js';

/** A folder that had no log: the state it was found in. */
export type SpecImported = Fact<
  'SpecImported',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specImported: EventDefinition<SpecImported, never> = {
  type: 'SpecImported',
  apply: mergeCreations,
  inverse: (spec) => {
    throw undoRefused(spec, 'this only recorded the state it was found in');
  },
  writes: () => ({}),
};
