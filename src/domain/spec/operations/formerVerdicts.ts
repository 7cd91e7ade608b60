import type { ProvingTest, Verdict } from '../../proof/verdict.js';
import { type EventDefinition, type Fact, undoRefused } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';

/**
 * Data of two former events: one sets records aside, so that they no longer count for fields and text, because git restored an
 * older document; the other makes them count again. No command writes these events now; `recordsSetAside` reads them.
 */
type NamesRecords<Type extends string> = Fact<Type, { readonly records: readonly string[] }>;

const APART = {
  apply: (spec: ActiveSpec) => spec,
  inverse: (spec: ActiveSpec): never => {
    throw undoRefused(
      spec,
      'an earlier version of spectool recorded a change that git made to the document',
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

/** A verdict of an earlier version, in which the tests of several runs share one result and one time. */
type EarlierVerdict = Omit<Verdict, 'tests'> & {
  readonly result: string;
  readonly ranAt?: string;
  readonly tests: readonly (ProvingTest & { readonly file?: string })[];
};

/** Converts a verdict of an earlier version, in which all tests share one time; returns any other verdict unchanged. */
export function verdictOfOneRun(data: Verdict | EarlierVerdict): Verdict {
  if (!('result' in data)) return data;
  const { result: _result, ranAt, tests, ...verdict } = data;
  const dated = ranAt !== undefined && { ranAt };
  const placed = tests.map(({ file, ...test }) => {
    return { ...test, ...(file !== undefined && { files: [file] }), ...dated };
  });
  return { ...verdict, tests: placed, isEarlier: true };
}
