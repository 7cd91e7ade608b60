import { type EventDefinition, type Fact, undoRefused } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';

/**
 * Records do not count for fields and text any more, or count again, because git restored an older document. No command writes
 * these events now; `recordsSetAside` reads which records they name.
 */
type NamesRecords<Type extends string> = Fact<Type, { readonly records: readonly string[] }>;

const APART = {
  apply: (spec: ActiveSpec) => spec,
  inverse: (spec: ActiveSpec): never => {
    throw undoRefused(
      spec,
      'an earlier spectool recorded what git did to the document',
      'Restore the text from git.',
    );
  },
};

export const recordsSetAside: EventDefinition<NamesRecords<'RecordsSetAside'>, never> = {
  type: 'RecordsSetAside',
  ...APART,
};

export const recordsRestored: EventDefinition<NamesRecords<'RecordsRestored'>, never> = {
  type: 'RecordsRestored',
  ...APART,
};
