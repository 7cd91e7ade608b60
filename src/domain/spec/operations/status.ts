import { withoutLabel } from '../../criteria/checkboxes.js';
import { shortenCriterion, struckWords } from '../../criteria/criteria.js';
import { type Advice, reasonNeededError, SpectoolError } from '../../errors/spectoolError.js';
import { type Change, withField } from '../../fields/fieldChange.js';
import {
  isReturnToPlanned,
  isStatus,
  type Need,
  nextStatuses,
  type Status,
} from '../../fields/statusAndPriority.js';
import { statusWordAdvice } from '../../fields/knownWords.js';
import { personText } from '../../value/person.js';
import type { WorkflowConfig } from '../../project/configuration.js';
import {
  stateWords,
  type UnmetCriterion,
  unmetCriteriaOf,
  testResultFinder,
} from '../../proof/criterionStates.js';
import { newestRun, type ProvingTest } from '../../proof/verdict.js';
import type { KnownCriterion } from '../../review/pairedTexts.js';
import { BOUNDS } from '../../value/bounds.js';
import { firstOf } from '../../value/collections.js';
import { type CalendarDate, dayOf } from '../../value/dates.js';
import type { JsonValue } from '../../value/jsonValue.js';
import { quoted } from '../../value/text.js';
import { criteriaToKeep } from '../criteriaInText.js';
import { type EventDefinition, type Fact, inverseChange } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { refuseArchived } from './archive.js';
import type { FieldsChanged } from './fields.js';

export type StatusChanged = Fact<
  'StatusChanged',
  {
    readonly from: JsonValue;
    readonly to: JsonValue;
    /** The change of the completion date to a day or to `null`; absent if the date did not change. */
    readonly completed?: Change;
    readonly forced?: true;
    readonly reason?: string;
    /** The criteria that the spec had when it was begun. */
    readonly criteria?: readonly KnownCriterion[];
    /** The number of criteria that were not met at the completion, including removed criteria. */
    readonly openCriteria?: number;
    /** The number of parts that were not complete, if the completion was forced. */
    readonly openParts?: number;
  }
>;

export const statusChanged: EventDefinition<StatusChanged> = {
  type: 'StatusChanged',
  apply: ({ claim, ...spec }, { to, completed, criteria }) => {
    const frontmatter = withField(spec.frontmatter, 'status', to);
    return {
      ...spec,
      ...(criteria !== undefined && { known: criteria.map((one) => ({ ...one, isHeld: true as const })) }),
      // A claim continues only if the new status is in-progress.
      ...(claim !== undefined && claim.over !== true && to === 'in-progress' && { claim }),
      frontmatter: completed ? withField(frontmatter, 'completed', completed.to) : frontmatter,
    };
  },
  inverse: (spec, { from, to, completed, criteria }) => [
    {
      type: 'StatusChanged',
      data: {
        ...inverseChange(spec, 'status', { from, to }),
        ...(completed && { completed: inverseChange(spec, 'completed', completed) }),
        // Undoing the beginning keeps only recorded criteria with test results; redoing it records the current criteria.
        ...(criteria !== undefined && {
          criteria: criteria.filter((one) => testResultFinder(spec)(one) !== undefined),
          ...(from === 'in-progress' && criteriaToKeep(spec)),
        }),
      },
    },
  ],
  writes: ({ to, completed }) => ({ status: to, ...(completed && { completed: completed.to }) }),
};

export interface StatusRequest {
  readonly to: Status;
  readonly today: CalendarDate;
  readonly force?: boolean;
  readonly reason?: string;
  /** The condition for completion: `criteria`, the default, means that all criteria must be ticked. */
  readonly completeNeeds?: WorkflowConfig['completeNeeds'];
  /** Further conditions for the status change that are not met; the error reports the first one. */
  readonly needs?: readonly Need[];
  /** The folder names of the parts of the spec that are not complete. */
  readonly openParts?: readonly string[];
}

/**
 * Returns the events that change the status. Allowed steps are planned → in-progress → complete. The step from in-progress back
 * to planned needs a reason, and any other step needs force and a reason. An archived spec can be completed, but not begun.
 */
export function decideStatus(request: StatusRequest, spec: ActiveSpec): readonly StatusChanged[] {
  const { to } = request;
  const from = spec.frontmatter['status'] ?? null;
  const isBackToPlan = to === 'planned' && isStatus(from) && from !== to;
  if (to === 'in-progress' || isBackToPlan) {
    refuseArchived('ILLEGAL_TRANSITION', spec, { from, to });
  }
  return stepTo(request, spec);
}

function stepTo(request: StatusRequest, spec: ActiveSpec): readonly StatusChanged[] {
  const from = spec.frontmatter['status'] ?? null;
  const { to } = request;
  if (from === to) return [];
  const allowed = nextStatuses(from);
  const reason = request.reason ?? '';
  const hasReason = reason.trim() !== '';
  const putsBack = isReturnToPlanned(from, to) && hasReason;
  // Work on documents of another tool may have begun before anybody recorded it.
  const isAdopted = spec.labels.at !== undefined && isStatus(from) && to === 'complete';
  const legal = allowed.includes(to) || putsBack || isAdopted;
  if (!legal && request.force !== true) throw illegalTransition(spec.labels.ref, from, to, allowed);
  const lacked = [...(request.needs ?? []), ...(to === 'complete' ? completionNeeds(request, spec) : [])];
  const isFree = to === 'complete' && request.completeNeeds === 'nothing';
  const [need] = isFree ? [] : lacked;
  if (need !== undefined && request.force !== true) throw need.refusal();
  const isForced = !legal || need !== undefined;
  if (isForced && !hasReason) {
    throw reasonNeededError('A forced status change needs a reason.', {
      useCase: 'updateSpec',
      request: { spec: spec.labels.ref, status: to, force: true },
      needs: ['reason'],
    });
  }
  const completed = completion(spec, from, to, request.today);
  return [
    {
      type: 'StatusChanged',
      data: {
        from,
        to,
        ...(completed && { completed }),
        ...(isForced && { forced: true as const }),
        ...(hasReason && { reason }),
        ...(to === 'in-progress' && criteriaToKeep(spec)),
        ...lacked.reduceRight((all, { counts }) => ({ ...all, ...counts }), {}),
      },
    },
  ];
}

/** Returns the conditions that every project has for a completion: ticked criteria and complete parts. */
function completionNeeds({ openParts = [] }: StatusRequest, spec: ActiveSpec): readonly Need[] {
  const { verdicts: _judgedByNeeds, ...unjudged } = spec;
  const parts = {
    refusal: () => partsOpen(spec.labels.ref, openParts),
    counts: { openParts: openParts.length },
  };
  return [...needOfMetCriteria(spec, unmetCriteriaOf(unjudged)), ...(openParts.length === 0 ? [] : [parts])];
}

/** Returns the condition for the status complete that all criteria are met; empty if they are. */
export function needOfMetCriteria(spec: ActiveSpec, unmet: readonly UnmetCriterion[]): readonly Need[] {
  if (unmet.length === 0) return [];
  const refusal = () =>
    unmetCriteriaError(spec, unmet, 'cannot be completed', [completingAnyway(spec.labels.ref)]);
  return [{ refusal, counts: { openCriteria: unmet.length } }];
}

/** Returns the event that sets or removes the completion date, after the status was changed by hand. */
export function decideCompletion(
  { today }: { readonly today: CalendarDate },
  spec: ActiveSpec,
): readonly FieldsChanged[] {
  const { status } = spec.frontmatter;
  const completed = isStatus(status) ? completion(spec, undefined, status, today) : undefined;
  return completed === undefined ? [] : [{ type: 'FieldsChanged', data: { changes: { completed } } }];
}

/**
 * Returns the change of the completion date. Completing a spec sets the date if there is none, and reopening the spec removes it;
 * a date that another tool wrote stays.
 * @param before the previous status; absent if unknown.
 */
function completion(
  { frontmatter }: ActiveSpec,
  before: JsonValue | undefined,
  to: Status,
  today: CalendarDate,
): Change | undefined {
  const from = frontmatter['completed'] ?? null;
  const stands = from !== null && from !== '';
  const elsewhere = isStatus(before) ? undefined : dayOf(frontmatter['completed_at']);
  const isForeign = before !== undefined && !isStatus(before);
  const date = to === 'complete' ? (stands ? from : (elsewhere ?? today)) : isForeign ? from : null;
  return from === date ? undefined : { from, to: date };
}

function illegalTransition(
  ref: string,
  from: unknown,
  to: Status,
  allowed: readonly Status[],
): SpectoolError {
  const shown = from === null ? 'no status' : JSON.stringify(from);
  const next =
    allowed.length > 0
      ? `From ${shown} the status can change to: ${allowed.join(', ')}.`
      : from === null || isStatus(from)
        ? `From ${shown} there is no next status.`
        : `${shown} is not a status.`;
  const putsBack = isReturnToPlanned(from, to);
  const how = putsBack ? ' without a reason' : '';
  return new SpectoolError('ILLEGAL_TRANSITION', `${ref} cannot go from ${shown} to "${to}"${how}. ${next}`, {
    advice: [
      ...(typeof from === 'string' && !isStatus(from) ? statusWordAdvice(from) : []),
      ...(putsBack ? [] : allowed).map((status): Advice => ({
        useCase: 'updateSpec',
        request: { spec: ref, status },
        to: 'set that status first',
      })),
      {
        useCase: 'updateSpec',
        request: { spec: ref, status: to, ...(!putsBack && { force: true }) },
        needs: ['reason'],
        to: putsBack
          ? 'set the spec back to planned'
          : typeof from === 'string' && !isStatus(from)
            ? 'set the status in this spec only'
            : 'change the status anyway',
      },
    ],
    details: { spec: ref, from: typeof from === 'string' ? from : null, to, allowed },
  });
}

type UnmetState = UnmetCriterion['state'];

/** The advice for a criterion that is not met, by its state. */
const WAYS_OUT: Readonly<Record<UnmetState, string>> = {
  failing: 'fix the code or the test, and run the tests again',
  gone: 'refer to the criterion in a test again and run that test, or retire the criterion',
  open: 'tick it once it is met',
  'not-run': 'run the test that was skipped',
  stale: 'run the tests again',
  unverified: 'refer to it in a test and run that test, or let a person who does not hold the spec attest it',
  attested: 'let a person who does not hold the spec attest it',
  proven: 'nothing is left to do',
  removed: 'retire it, or add it to the text again',
};

/** The states in which a criterion counts as not met only if the project requires proof. */
const LACK_PROOF: readonly UnmetState[] = ['stale', 'unverified', 'attested'];

const TESTED: readonly UnmetState[] = ['failing', 'gone', 'not-run', 'stale', 'unverified'];

/** Describes a criterion that is not met: its state (`AC1 "…" is failing`), and what to do about it. */
export function describeUnmetCriterion(one: Omit<UnmetCriterion, 'n' | 'line'>): {
  readonly state: string;
  readonly wayOut: string;
} {
  const { label, text, state, tests: [test] = [], by } = one;
  const words = quoted(shortenCriterion(label === undefined ? text : withoutLabel(text)));
  const tested = test !== undefined && TESTED.includes(state) ? ` (test ${quoted(test.name)})` : '';
  const attested =
    by === undefined
      ? ' by the holder of the spec'
      : ` by ${personText(by)}, who completes the spec or holds it`;
  const unseen = unseenTest(one);
  const whole = unseen && `; run all tests if ${quoted(unseen.name)} no longer exists`;
  return {
    state: `${label === undefined ? '' : `${label} `}${words} is ${stateWords(state)}${tested}${state === 'attested' ? attested : ''}`,
    wayOut: `${WAYS_OUT[state]}${whole ?? ''}`,
  };
}

/** Returns a test because of which a criterion is not met, and which the newest test run did not include. */
function unseenTest({ state, tests = [] }: Pick<UnmetCriterion, 'state' | 'tests'>): ProvingTest | undefined {
  const asked = state === 'failing' ? tests.filter(({ outcome }) => outcome === 'failed') : tests;
  return asked.find(({ ranAt = '' }) => ranAt < newestRun(tests));
}

/**
 * Returns the error for criteria that are not met, with one line for each of them.
 * @param refused the action that is refused, worded to follow the spec's name: `cannot be completed`.
 */
export function unmetCriteriaError(
  { labels: { ref } }: ActiveSpec,
  unmet: readonly UnmetCriterion[],
  refused: string,
  last: readonly Advice[] = [],
): SpectoolError {
  const lines = unmet.slice(0, BOUNDS.listed).map((one) => {
    const { n, line } = one;
    const { state, wayOut } = describeUnmetCriterion(one);
    return `  ${n === undefined ? '' : `${String(n)} (line ${String(line)}) `}${state}: ${wayOut}`;
  });
  const more = unmet.length - lines.length;
  const lacksProof = unmet.every(({ state }) => LACK_PROOF.includes(state));
  const count = unmet.length === 1 ? 'a criterion is' : `${String(unmet.length)} criteria are`;
  const why = lacksProof ? 'this project requires proof' : `${count} not met`;
  return new SpectoolError(
    lacksProof ? 'CRITERIA_UNPROVEN' : 'CRITERIA_OPEN',
    [`${ref} ${refused}: ${why}.`, ...lines, ...(more > 0 ? [`  and ${String(more)} more`] : [])].join('\n'),
    {
      advice: [...adviceFor(ref, unmet, lacksProof), ...last],
      details: { spec: ref, criteria: unmet.map(({ tests: _tests, ...one }) => one) },
    },
  );
}

/** Returns the advice to record test reports, which a spec may need for the status complete; no claim is needed. */
export function adviseToProve(spec: string, to = 'record the test report') {
  return { useCase: 'proveCriteria', request: { specs: [spec] }, needs: ['reports'], to } as const;
}

function adviceFor(spec: string, unmet: readonly UnmetCriterion[], lacksProof: boolean): readonly Advice[] {
  const among = (...states: readonly UnmetState[]) => unmet.filter(({ state }) => states.includes(state));
  const check = (those: readonly UnmetCriterion[]) => {
    const criteria = those.flatMap(({ n }) => (n === undefined ? [] : String(n))).slice(0, BOUNDS.listed);
    return { useCase: 'checkCriteria', request: { spec, criteria } } as const;
  };
  const prove = adviseToProve(spec, 'record test results');
  const [open, attestable] = [among('open'), among('unverified', 'attested')];
  const retirable = unmet.find(
    ({ state, text }) => state === 'removed' || state === 'gone' || struckWords(text) !== undefined,
  );
  const steps: readonly (Advice | false)[] = [
    open.length > 0 && { ...check(open), to: 'tick the criteria that are met' },
    lacksProof &&
      unmet.some(({ label }) => label === undefined) && {
        useCase: 'labelCriteria',
        request: { spec },
        to: 'add labels to the criteria',
      },
    among(...TESTED).length > 0 && prove,
    unmet.some((one) => unseenTest(one) !== undefined) && {
      ...prove,
      request: { specs: [spec], whole: true },
      to: 'remove recorded tests that no longer exist, after a run of all tests',
    },
    attestable.length > 0 && {
      ...check(attestable),
      needs: ['by', 'reason'],
      to:
        among('attested').length > 0
          ? 'attest it, as a person who does not hold the spec'
          : 'attest a criterion that no test can prove',
    },
    retirable !== undefined && {
      useCase: 'retireCriterion',
      request: { spec, criterion: String(retirable.n ?? retirable.label ?? retirable.text) },
      needs: ['reason'],
      to: 'retire a criterion that is no longer needed',
    },
  ];
  return steps.filter((one) => one !== false);
}

function completingAnyway(spec: string): Advice {
  const request = { spec, status: 'complete', force: true } as const;
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'complete the spec anyway' };
}

function partsOpen(ref: string, parts: readonly string[]): SpectoolError {
  const what = parts.length === 1 ? 'a part is' : `${String(parts.length)} parts are`;
  return new SpectoolError(
    'PARTS_OPEN',
    `${ref} cannot be completed: ${what} not complete: ${firstOf(parts, BOUNDS.listed)}.`,
    {
      advice: [
        { useCase: 'showDependencies', request: { spec: ref }, to: 'see the parts' },
        completingAnyway(ref),
      ],
      details: { spec: ref, parts },
    },
  );
}
