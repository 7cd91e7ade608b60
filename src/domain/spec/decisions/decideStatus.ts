import { firstOf } from '../../value/bounds.js';
import type { Advice } from '../../errors/advice.js';
import { reasonNeeded } from '../../errors/reasonNeeded.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { criteriaUnmet } from './refuseUnmet.js';
import { unmetIn } from '../../proof/unmetCriteria.js';
import { criteriaToKeep } from '../criteriaInText.js';
import { type CalendarDate, dayOf } from '../../value/calendarDate.js';
import type { JsonValue } from '../../value/jsonValue.js';
import type { Change } from '../../fields/fieldChange.js';
import type { FieldsChanged, StatusChanged } from '../events/fieldEvents.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecRequests, StatusRequest } from '../specCommands.js';
import { refuseArchived } from './decideArchive.js';
import { settlingWord, statusMeant } from '../../fields/parseStatus.js';
import { isPutBack, isStatus, nextStatuses, type Status } from '../status.js';
import { refuseUnapproved } from '../../review/decideApproval.js';

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
  const isFree = request.completeNeeds === 'nothing';
  const unmet = to === 'complete' ? unmetIn(spec, isFree ? {} : request.judging) : [];
  const parts = to === 'complete' ? (request.openParts ?? []) : [];
  const isHeldUp = !isFree && unmet.length + parts.length > 0;
  if (isHeldUp && request.force !== true)
    throw unmet.length > 0
      ? criteriaUnmet(spec, unmet, 'cannot be completed', [completingAnyway(spec.labels.ref)])
      : partsOpen(spec.labels.ref, parts);
  const approval = to === 'in-progress' ? request.approval : undefined;
  const isUnapproved = approval !== undefined && approval.state !== 'approved';
  if (request.force !== true) refuseUnapproved(spec, approval);
  const isForced = !legal || isHeldUp || isUnapproved;
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
        ...(to === 'in-progress' && criteriaToKeep(spec)),
        ...(unmet.length > 0 && { openCriteria: unmet.length }),
        ...(parts.length > 0 && { openParts: parts.length }),
      },
    },
  ];
}

/**
 * Returns the events that replace a status word of another tool by the status that it means. Open criteria do not prevent the
 * status complete here, but mark it.
 */
export function decideSettled(
  { words, today, reason }: SpecRequests['SettleStatus'],
  spec: ActiveSpec,
): readonly StatusChanged[] {
  const from = spec.frontmatter['status'] ?? null;
  const to = statusMeant(from, words);
  if (to === undefined) return [];
  const why = reason ?? `${JSON.stringify(from)} means ${to}`;
  // What another tool called complete is not judged, unless the spec was begun here.
  const { text: _unread, ...unread } = spec;
  const isBegun = spec.known?.some(({ isHeld }) => isHeld === true) === true;
  return statusChanged({ to, today, force: true, reason: why }, isBegun ? spec : unread);
}

function completingAnyway(spec: string): Advice {
  const request = { spec, status: 'complete', force: true };
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'complete the spec anyway' };
}

function partsOpen(ref: string, parts: readonly string[]): SpectoolError {
  const what = parts.length === 1 ? 'a part is' : `${String(parts.length)} parts are`;
  return new SpectoolError(
    'PARTS_OPEN',
    `${ref} cannot be completed: ${what} not complete: ${firstOf(parts, 10)}.`,
    {
      advice: [
        { useCase: 'showDependencies', request: { spec: ref }, to: 'see the parts' },
        completingAnyway(ref),
      ],
      details: { spec: ref, parts },
    },
  );
}

/** Returns the event that sets or removes the completion date, after the status was changed by hand. */
export function decideCompletion(
  { today }: SpecRequests['FollowStatus'],
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
