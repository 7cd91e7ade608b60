import { labelKey } from '../../criteria/checkboxes.js';
import type { NewVerdict } from '../../proof/newVerdict.js';
import { type Verdict, verdictIn, type ProvingTest } from '../../proof/verdict.js';
import { criteriaIn, tickFact } from '../criteriaInText.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { type CriterionChecked, type CriterionUnchecked, decideUnchecked } from './ticks.js';
import { laterChangeError, undoRefused } from '../undoErrors.js';

/** The result of a criterion's tests was recorded from test reports. */
export type CriterionTested = Fact<'CriterionTested', Verdict>;

export const criterionTested: EventDefinition<CriterionTested, VerdictWithdrawn> = {
  type: 'CriterionTested',
  apply: (spec, data) => {
    const verdict = verdictIn(verdictOfOneRun(data));
    return { ...spec, verdicts: [...(spec.verdicts ?? []).filter(({ id }) => id !== data.id), verdict] };
  },
  inverse: (spec, data) => {
    const { verdicts = [] } = spec;
    const isLast = verdicts.some(({ id }) => id === data.id);
    if (!isLast || verdicts.some(({ replaces }) => replaces?.includes(data.id)))
      throw laterChangeError(
        spec,
        `the verdict on ${data.label}`,
        verdicts.at(-1)?.tests[0]?.outcome ?? null,
      );
    return [{ type: 'VerdictWithdrawn', data }];
  },
};

type Judged = CriterionTested | CriterionChecked | CriterionUnchecked;

/** A verdict was withdrawn, because the command that recorded it was undone. */
export type VerdictWithdrawn = Fact<'VerdictWithdrawn', Verdict>;

export const verdictWithdrawn: EventDefinition<VerdictWithdrawn, CriterionTested> = {
  type: 'VerdictWithdrawn',
  apply: ({ verdicts = [], ...spec }, data) => {
    const left = verdicts.filter(({ id }) => id !== data.id);
    return left.length === 0 ? spec : { ...spec, verdicts: left };
  },
  inverse: (_spec, data) => [{ type: 'CriterionTested', data }],
};

/**
 * Returns the events that follow from test results: a proven criterion is ticked, and a failing one is unticked, except in a
 * complete spec, which only a person may reopen.
 */
export function decideVerdicts(
  { tested }: { readonly tested: readonly NewVerdict[] },
  spec: ActiveSpec,
): readonly Judged[] {
  const byLabel = new Map(
    criteriaIn(spec).flatMap((one) => (one.label === undefined ? [] : [[labelKey(one.label), one]])),
  );
  return tested.flatMap(({ label, state, recorded }): readonly Judged[] => {
    const criterion = byLabel.get(labelKey(label));
    if (criterion === undefined) return [];
    const { done, box } = criterion;
    const events: Judged[] = recorded === undefined ? [] : [{ type: 'CriterionTested', data: recorded }];
    if (state === 'proven' && !done)
      events.push({
        type: 'CriterionChecked',
        data: { ...tickFact(criterion), ...(box !== '[ ]' && { was: box }) },
      });
    const failed = recorded?.tests.find(({ outcome }) => outcome === 'failed');
    if (failed === undefined || !done || spec.frontmatter['status'] === 'complete') return events;
    const reason = `test failed: ${failed.name}`.slice(0, 200);
    return [...events, ...decideUnchecked({ criteria: [String(criterion.n)], reason }, spec)];
  });
}

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
