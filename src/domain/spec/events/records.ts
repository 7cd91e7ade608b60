import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { undoRefused } from '../inverseChanges.js';

/** Shared by both events: they only change which records the fold counts, not the spec itself. */
const NAMES_RECORDS = {
  version: 3,
  apply: (spec: ActiveSpec) => spec,
  inverse: (spec: ActiveSpec): never => {
    throw undoRefused(spec, 'it only recorded what happened to the document', 'Restore the text from git.');
  },
  writes: () => ({}),
};

/**
 * Records no longer count for fields and text: git restored an older document, or a person dropped what they wrote. Claims and
 * folder changes in them still count. The records stay in the log.
 */
export type RecordsSetAside = Fact<'RecordsSetAside', { readonly records: readonly string[] }>;

export const recordsSetAside: EventDefinition<RecordsSetAside, never> = {
  type: 'RecordsSetAside',
  ...NAMES_RECORDS,
};

/** The document holds again what these records wrote, so they count again. */
export type RecordsRestored = Fact<'RecordsRestored', RecordsSetAside['data']>;

export const recordsRestored: EventDefinition<RecordsRestored, never> = {
  type: 'RecordsRestored',
  ...NAMES_RECORDS,
};
