import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { undoRefused } from '../undoing.js';

/**
 * Git put an older document back, or somebody dropped what these records wrote: their fields and text do not count from here on. Claims
 * and places do. The records stay in the log.
 */
export type RecordsSetAside = Fact<'RecordsSetAside', { readonly records: readonly string[] }>;

const noUndo = (spec: ActiveSpec): never => {
  throw undoRefused(spec, 'this only recorded what became of the document', 'Take the text back from git.');
};

export const recordsSetAside: EventDefinition<RecordsSetAside, never> = {
  type: 'RecordsSetAside',
  version: 3,
  // The fold leaves the records out.
  apply: (spec) => spec,
  inverse: noUndo,
  writes: () => ({}),
};

/** The document shows again what these records wrote: they count again. */
export type RecordsRestored = Fact<'RecordsRestored', { readonly records: readonly string[] }>;

export const recordsRestored: EventDefinition<RecordsRestored, never> = {
  type: 'RecordsRestored',
  version: 3,
  apply: (spec) => spec,
  inverse: noUndo,
  writes: () => ({}),
};
