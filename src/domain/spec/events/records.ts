import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { undoRefused } from '../undoing.js';

/** Of both events: the fold of the log leaves the records out, or counts them again; the spec itself is not changed. */
const NAMES_RECORDS = {
  version: 3,
  apply: (spec: ActiveSpec) => spec,
  inverse: (spec: ActiveSpec): never => {
    throw undoRefused(spec, 'this only recorded what became of the document', 'Take the text back from git.');
  },
  writes: () => ({}),
};

/**
 * Git put an older document back, or somebody dropped what these records wrote: their fields and text do not count from here on. Claims
 * and places do. The records stay in the log.
 */
export type RecordsSetAside = Fact<'RecordsSetAside', { readonly records: readonly string[] }>;

export const recordsSetAside: EventDefinition<RecordsSetAside, never> = {
  type: 'RecordsSetAside',
  ...NAMES_RECORDS,
};

/** The document shows again what these records wrote: they count again. */
export type RecordsRestored = Fact<'RecordsRestored', RecordsSetAside['data']>;

export const recordsRestored: EventDefinition<RecordsRestored, never> = {
  type: 'RecordsRestored',
  ...NAMES_RECORDS,
};
