import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { undoRefused } from '../inverseChanges.js';

/**
 * The part of the definition that both events below have. These events do not change the spec; they only determine which records
 * count when the spec is computed from the log.
 */
const NAMES_RECORDS = {
  version: 3,
  apply: (spec: ActiveSpec) => spec,
  inverse: (spec: ActiveSpec): never => {
    throw undoRefused(
      spec,
      'the change only recorded which earlier changes the document still contains',
      'Restore the text from git.',
    );
  },
};

/**
 * Records were set aside: they do not count for fields and text any more, because git restored an older document or a person
 * discarded their changes. Claims and folder moves in these records still count.
 */
export type RecordsSetAside = Fact<'RecordsSetAside', { readonly records: readonly string[] }>;

export const recordsSetAside: EventDefinition<RecordsSetAside, never> = {
  type: 'RecordsSetAside',
  ...NAMES_RECORDS,
};

/** Records that were set aside count again, because the document contains their changes again. */
export type RecordsRestored = Fact<'RecordsRestored', RecordsSetAside['data']>;

export const recordsRestored: EventDefinition<RecordsRestored, never> = {
  type: 'RecordsRestored',
  ...NAMES_RECORDS,
};
