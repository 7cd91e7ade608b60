import type { Advice } from '../../errors/advice.js';
import { reasonNeeded } from '../../errors/reasonNeeded.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { struckWords } from '../../criteria/retiredCriteria.js';
import { briefly, type Criterion } from '../../criteria/criteria.js';
import { withoutLabel } from '../../criteria/checkboxGrammar.js';
import type { UnprovenCriterion } from '../../proof/criterionStates.js';
import type { WorkflowConfig } from '../../project/configuration.js';
import { type CalendarDate, dayOf } from '../../value/calendarDate.js';
import type { JsonValue } from '../../value/jsonValue.js';
import type { Change } from '../../fields/fieldChange.js';
import type { FieldsChanged, StatusChanged } from '../events/fieldEvents.js';
import type { ActiveSpec } from '../spec.js';
import { refuseArchived } from './decideArchive.js';
import { settlingWord, statusMeant } from '../../fields/parseStatus.js';
import { isPutBack, isStatus, nextStatuses, type Status } from '../status.js';
import { refuseUnapproved } from '../../review/decideApproval.js';
import type { NeededApproval } from '../../review/approvalState.js';
import { criteriaIn, retirementOf } from '../criteriaInText.js';

export interface StatusRequest {
  readonly to: Status;
  readonly today: CalendarDate;
  readonly force?: boolean;
  readonly reason?: string;
  /** The condition for completion: `criteria`, the default, means that all criteria must be ticked. */
  readonly completeNeeds?: WorkflowConfig['completeNeeds'];
  /** Set if the project requires an approval before work begins. */
  readonly approval?: NeededApproval;
  /** The criteria without a valid proof, if the project requires proof. */
  readonly unproven?: readonly UnprovenCriterion[];
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
  return statusChanged(request, spec);
}

function statusChanged(request: StatusRequest, spec: ActiveSpec): readonly StatusChanged[] {
  const from = spec.frontmatter['status'] ?? null;
  const { to } = request;
  if (from === to) return [];
  const allowed = nextStatuses(from);
  const reason = request.reason ?? '';
  const hasReason = reason.trim() !== '';
  const putsBack = isPutBack(from, to) && hasReason;
  const legal = allowed.includes(to) || putsBack;
  if (!legal && request.force !== true) throw illegalTransition(spec.labels.ref, from, to, allowed);
  const open = to === 'complete' && request.completeNeeds !== 'nothing' ? openCriteria(spec) : [];
  if (open.length > 0 && request.force !== true) throw criteriaOpen(spec, open);
  const parts = to === 'complete' && request.completeNeeds !== 'nothing' ? (request.openParts ?? []) : [];
  if (parts.length > 0 && request.force !== true) throw partsOpen(spec.labels.ref, parts);
  const { view, needed = 1 } = (to === 'in-progress' && request.approval) || {};
  const isUnapproved = view !== undefined && view.state !== 'approved';
  if (request.force !== true) refuseUnapproved(spec, view, needed);
  const unproven = to === 'complete' ? (request.unproven ?? []) : [];
  if (unproven.length > 0 && request.force !== true) throw criteriaUnproven(spec, unproven);
  const isForced = !legal || open.length + parts.length > 0 || isUnapproved || unproven.length > 0;
  if (isForced && !hasReason) {
    throw reasonNeeded('A forced change of status needs a reason.', {
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
        ...(open.length > 0 && { openCriteria: open.length }),
        ...(parts.length > 0 && { openParts: parts.length }),
        ...(unproven.length > 0 && { unprovenCriteria: unproven.length }),
      },
    },
  ];
}

/**
 * Returns the events that replace a status word of another tool by the status that it means. Open criteria do not prevent the
 * status complete here.
 */
export function decideSettled(
  {
    words,
    today,
    reason,
  }: { readonly words: ReadonlyMap<string, Status>; readonly today: CalendarDate; readonly reason?: string },
  spec: ActiveSpec,
): readonly StatusChanged[] {
  const from = spec.frontmatter['status'] ?? null;
  const to = statusMeant(from, words);
  if (to === undefined) return [];
  const why = reason ?? `${JSON.stringify(from)} means ${to}`;
  return statusChanged({ to, today, force: true, reason: why, completeNeeds: 'nothing' }, spec);
}

function openCriteria(spec: ActiveSpec): readonly Criterion[] {
  return criteriaIn(spec).filter(({ done, text }) => !done && retirementOf(spec, text) === undefined);
}

/** The greatest number of criteria that an error message lists. */
const MOST_NAMED = 10;

function criteriaOpen({ labels, text }: ActiveSpec, open: readonly Criterion[]): SpectoolError {
  const lineOf = ({ line }: Criterion) => line + (text?.bodyLine ?? 1) - 1;
  const named = open
    .slice(0, MOST_NAMED)
    .map((one) => `${String(one.n)} (line ${String(lineOf(one))}) "${briefly(one.text)}"`);
  const more = open.length > MOST_NAMED ? `, and ${String(open.length - MOST_NAMED)} more` : '';
  const what = open.length === 1 ? 'a criterion is' : `${String(open.length)} criteria are`;
  return new SpectoolError(
    'CRITERIA_OPEN',
    `${labels.ref} cannot be completed: ${what} not ticked: ${named.join(', ')}${more}.`,
    {
      advice: [
        {
          useCase: 'checkCriteria',
          request: { spec: labels.ref, criteria: open.slice(0, MOST_NAMED).map(({ n }) => String(n)) },
          to: 'tick the criteria that are met',
        },
        ...retiring(labels.ref, open),
        completingAnyway(labels.ref),
      ],
      details: {
        spec: labels.ref,
        criteria: open.map((one) => ({ n: one.n, line: lineOf(one), text: one.text })),
      },
    },
  );
}

function completingAnyway(spec: string): Advice {
  const request = { spec, status: 'complete', force: true };
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'complete the spec anyway' };
}

function partsOpen(ref: string, parts: readonly string[]): SpectoolError {
  const more = parts.length > MOST_NAMED ? `, and ${String(parts.length - MOST_NAMED)} more` : '';
  const what = parts.length === 1 ? 'a part is' : `${String(parts.length)} parts are`;
  return new SpectoolError(
    'PARTS_OPEN',
    `${ref} cannot be completed: ${what} not complete: ${parts.slice(0, MOST_NAMED).join(', ')}${more}.`,
    {
      advice: [
        { useCase: 'showDependencies', request: { spec: ref }, to: 'see the parts' },
        completingAnyway(ref),
      ],
      details: { spec: ref, parts },
    },
  );
}

/** Returns advice for a criterion that was struck through by hand, which still counts. */
function retiring(ref: string, open: readonly Criterion[]): readonly Advice[] {
  const struck = open.find(({ text }) => struckWords(text) !== undefined);
  if (struck === undefined) return [];
  const request = { spec: ref, criterion: String(struck.n) };
  return [
    {
      useCase: 'retireCriterion',
      request,
      needs: ['reason'],
      to: 'retire a criterion that is struck through',
    },
  ];
}

function criteriaUnproven(
  { labels: { ref } }: ActiveSpec,
  unproven: readonly UnprovenCriterion[],
): SpectoolError {
  const named = unproven
    .slice(0, MOST_NAMED)
    .map(({ n, label, text, state }) => `${label ?? String(n)} "${briefly(withoutLabel(text))}" (${state})`);
  const more = unproven.length > MOST_NAMED ? `, and ${String(unproven.length - MOST_NAMED)} more` : '';
  return new SpectoolError(
    'CRITERIA_UNPROVEN',
    `${ref} cannot be completed, because this project requires proof: ${named.join(', ')}${more}.`,
    {
      hint: 'Name each criterion in a test by spec and label, as in 012/AC2, run the tests, and pass their JUnit XML report.',
      advice: [
        ...(unproven.some(({ label }) => label === undefined)
          ? [{ useCase: 'labelCriteria' as const, request: { spec: ref }, to: 'give labels to the criteria' }]
          : []),
        {
          useCase: 'proveCriteria',
          request: { specs: [ref] },
          needs: ['reports'],
          to: 'record what tests say',
        },
        {
          useCase: 'checkCriteria',
          request: { spec: ref },
          needs: ['criteria', 'by', 'reason'],
          to: 'attest a criterion that no test can show',
        },
        completingAnyway(ref),
      ],
      details: { spec: ref, criteria: unproven },
    },
  );
}

/** Returns the event that sets or removes the completion date, after the status was changed by hand. */
export function decideCompletion(today: CalendarDate, spec: ActiveSpec): readonly FieldsChanged[] {
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
  const putsBack = isPutBack(from, to);
  const how = putsBack ? ' without a reason' : '';
  return new SpectoolError('ILLEGAL_TRANSITION', `${ref} cannot go from ${shown} to "${to}"${how}. ${next}`, {
    advice: [
      ...(typeof from === 'string' && !isStatus(from) ? settlingWord(from) : []),
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
