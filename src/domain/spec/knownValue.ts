import { SpectoolError } from '../errors/spectoolError.js';
import { nearest } from '../naming/nearest.js';
import type { Priority } from './priority.js';
import { type Status, STATUSES } from './status.js';

/** What people say elsewhere for a status or a priority. */
const ALSO_CALLED: Readonly<Record<Status | Priority, readonly string[]>> = {
  planned: ['todo', 'new', 'draft', 'backlog', 'open', 'proposed', 'pending', 'ready'],
  'in-progress': ['started', 'doing', 'wip', 'active', 'ongoing', 'working', 'implementing'],
  complete: ['done', 'completed', 'finished', 'closed', 'implemented', 'shipped', 'resolved'],
  low: ['minor', 'lowest', 'trivial'],
  medium: ['normal', 'moderate', 'default', 'middle'],
  high: ['major', 'important'],
  critical: ['urgent', 'highest', 'blocker', 'asap'],
};

/** @throws SpectoolError `FIELD_INVALID`, with the value that was probably meant. */
export function knownStatus(text: string): Status {
  return knownWord('status', text, STATUSES);
}

function alsoCalled(value: string): readonly string[] {
  return Object.hasOwn(ALSO_CALLED, value) ? ALSO_CALLED[value as Status | Priority] : [];
}

/** The one of `allowed` that was probably meant by another word or spelling. */
export function meantValue<Value extends string>(text: string, allowed: readonly Value[]): Value | undefined {
  const plain = text.toLowerCase().replace(/[\s_-]/g, '');
  return (
    allowed.find((value) => value.replaceAll('-', '') === plain || alsoCalled(value).includes(plain)) ??
    (nearest(plain, allowed)[0] as Value | undefined)
  );
}

/** @throws SpectoolError `FIELD_INVALID`, with the value that was probably meant. */
export function knownWord<Value extends string>(
  field: string,
  text: string,
  allowed: readonly Value[],
): Value {
  const found = allowed.find((value) => value === text);
  if (found !== undefined) return found;
  const meant = meantValue(text, allowed);
  throw new SpectoolError(
    'FIELD_INVALID',
    `"${text}" is not a valid ${field}. Allowed: ${allowed.join(', ')}.`,
    {
      ...(meant !== undefined && { hint: `Did you mean ${meant}?` }),
      details: { field, allowed, ...(meant !== undefined && { nearest: [meant] }) },
    },
  );
}
