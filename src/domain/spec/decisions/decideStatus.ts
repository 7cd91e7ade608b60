import type { Advice } from '../../errors/advice.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import type { CalendarDate } from '../../value/calendarDate.js';
import type { Change } from '../change.js';
import type { FieldsChanged } from '../events/fieldsChanged.js';
import type { StatusChanged } from '../events/statusChanged.js';
import type { ActiveSpec } from '../spec.js';
import { isStatus, nextStatuses, type Status } from '../status.js';

export interface StatusRequest {
  readonly to: Status;
  readonly today: CalendarDate;
  readonly force?: boolean;
  readonly reason?: string;
}

/** planned → in-progress → complete; anything else needs force and a reason, which the log keeps. */
export function decideStatus(request: StatusRequest, spec: ActiveSpec): readonly StatusChanged[] {
  const from = spec.frontmatter['status'] ?? null;
  const { to } = request;
  if (from === to) return [];
  const allowed = nextStatuses(from);
  const legal = allowed.includes(to);
  if (!legal && request.force !== true) throw illegalTransition(spec.labels.ref, from, to, allowed);
  const reason = request.reason ?? '';
  if (!legal && reason.trim() === '') {
    throw new SpectoolError('FIELD_INVALID', 'A forced change of status needs a reason.', {
      hint: 'Give the reason too; the log keeps it.',
    });
  }
  const completed = completion(spec, to, request.today);
  return [
    {
      type: 'StatusChanged',
      data: {
        from,
        to,
        ...(completed && { completed }),
        ...(!legal && { forced: true as const, reason }),
      },
    },
  ];
}

/** The day of completion follows a status that a hand has set. */
export function decideCompletion(today: CalendarDate, spec: ActiveSpec): readonly FieldsChanged[] {
  const { status } = spec.frontmatter;
  const completed = isStatus(status) ? completion(spec, status, today) : undefined;
  return completed === undefined ? [] : [{ type: 'FieldsChanged', data: { changes: { completed } } }];
}

/** The completion date is set on completion, unless one stands already, and removed on reopening. */
function completion(spec: ActiveSpec, to: Status, today: CalendarDate): Change | undefined {
  const from = spec.frontmatter['completed'] ?? null;
  const stands = from !== null && from !== '';
  const date = to === 'complete' ? (stands ? from : today) : null;
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
      ? `From ${shown} it may become: ${allowed.join(', ')}.`
      : from === null || isStatus(from)
        ? `From ${shown} no other status follows.`
        : `${shown} is not a status.`;
  return new SpectoolError('ILLEGAL_TRANSITION', `${ref} cannot go from ${shown} to "${to}". ${next}`, {
    advice: [
      ...allowed.map((status): Advice => ({
        useCase: 'updateSpec',
        request: { spec: ref, status },
        to: 'go there first',
      })),
      {
        useCase: 'updateSpec',
        request: { spec: ref, status: to, force: true },
        needs: ['reason'],
        to: 'do it anyway',
      },
    ],
    details: { spec: ref, from: typeof from === 'string' ? from : null, to, allowed },
  });
}
