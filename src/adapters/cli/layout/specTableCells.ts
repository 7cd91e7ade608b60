import type { BeginBy } from '../../../application/worktrees/openClaims.js';
import type { ClaimView, Elsewhere } from '../../../domain/claims/claims.js';
import { isSamePerson, personText } from '../../../domain/fields/person.js';
import { wordText } from '../../../domain/value/text.js';
import type { Progress } from '../../../domain/criteria/criteria.js';
import { doubtWords } from '../../../domain/proof/criterionStates.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { safeText } from './escapeUnsafeText.js';
import type { Style } from './terminalStyle.js';
import type { Cell } from './renderTable.js';

/** Returns a coloured cell, or plain text if the style has no colour. */
export function painted(text: string, paint: (text: string) => string, { colour }: Style): Cell | string {
  return colour ? { text, paint } : text;
}

/**
 * Returns the number of a spec, padded with zeros; the folder name for a spec without a number. The number is not parsed from the
 * folder name, which may begin with a date or another number.
 * @param digits the number of digits to which spec numbers are padded (the setting `structure.sequenceDigits`).
 */
export function numberText({ sequence, ref }: Pick<SpecView, 'sequence' | 'ref'>, digits: number): string {
  return sequence === null ? safeText(ref) : String(sequence).padStart(digits, '0');
}

export function statusCell(spec: SpecView, style: Style): Cell | string {
  if (spec.broken === true) return painted(`${style.symbolOf('broken')} broken`, style.error, style);
  const word = spec.status ?? 'unknown';
  // Mark an archived spec that is not complete with the symbol for archived specs instead of that of its status, because the
  // status no longer applies.
  return spec.archived && spec.status !== 'complete'
    ? painted(`${style.symbolOf('archived')} ${word}`, style.quiet, style)
    : painted(`${style.statusSymbol(spec.status)} ${word}`, style.statusPaint(spec.status), style);
}

export function priorityCell(spec: SpecView, style: Style): Cell | string {
  return spec.priority === undefined ? '' : painted(spec.priority, style.priorityPaint(spec.priority), style);
}

export function tagsCell(spec: SpecView, style: Style): Cell | string {
  return spec.tags.length === 0 ? '' : painted(safeText(spec.tags.join(', ')), style.tag, style);
}

/** Returns the problems of a spec's document on one line; empty if there are none. */
export function problemText(spec: SpecView): string {
  return (spec.problems ?? [])
    .map((problem) => {
      const line = 'line' in problem ? ` (line ${problem.line})` : '';
      return `${safeText(problem.message)}${line}`;
    })
    .join('; ');
}

/** Returns the number of ticked criteria out of all: `2/5`. */
export function progressText({ done, total }: Progress): string {
  return `${String(done)}/${String(total)}`;
}

/** Returns the progress of a spec with what tests do not show: `2/3 met · 1 failing`; empty for a spec without criteria. */
export function metText({ criteria, proof }: Pick<SpecView, 'criteria' | 'proof'>, met = ' met'): string {
  return criteria === undefined ? '' : [`${progressText(criteria)}${met}`, ...doubtWords(proof)].join(' · ');
}

/** Describes a claim: actor, worktree and end, as in `@kim until 14:30`. */
export function claimText({ by, place, since, until, expired, byUpdate, remote }: ClaimView): string {
  const where = place ?? (remote === undefined ? undefined : 'another clone');
  const name = safeText(where === undefined ? personText(by) : `${personText(by)} (${wordText(where)})`);
  const who = byUpdate === true ? `${name} (by update)` : name;
  return `${who} until ${endOfClaim({ since, until })}${expired === true ? ' (expired)' : ''}`;
}

/** Returns the end of a claim in local time, without the day on which the claim began: `14:30`. */
export function endOfClaim({ since, until }: Pick<ClaimView, 'since' | 'until'>): string {
  const [day = '', time = ''] = localMinute(until).split(' ');
  return localMinute(since).startsWith(day) ? time : `${day} ${time}`;
}

/**
 * Returns the text about a spec's claim in a list. Undefined if there is no claim, or if `actor` made it: by setting the
 * status to in-progress, or in this worktree.
 */
export function claimNote({ claim }: Pick<SpecView, 'claim'>, actor: string | undefined): string | undefined {
  const isOwn = isSamePerson(claim?.by, actor) && (claim?.byUpdate === true || claim?.place === undefined);
  if (claim === undefined || (isOwn && claim.remote === undefined)) return undefined;
  return claimText(claim);
}

/** Describes the status of a spec on an unmerged branch or in another worktree: `complete on branch spec-1`. */
export function elsewhereText({ branch, status, remote }: Elsewhere): string {
  const place = remote === undefined ? 'in another worktree' : 'in another clone';
  return `${status} ${branch === undefined ? place : `on branch ${safeText(wordText(branch))}`}`;
}

/** Returns a timestamp as `YYYY-MM-DD HH:MM` in the local time zone. */
export function localMinute(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns the command that begins a spec. @param spec the spec's number or reference. */
export function beginCommand(beginBy: BeginBy, spec: string): string {
  return beginBy === 'claim' ? `spectool claim ${spec}` : `spectool update ${spec} --status in-progress`;
}

/** Returns the text in place of a list without specs. @param all the number of all specs of the project. */
export function nothingListed(all: number, style: Style, kind = 'spec'): string {
  return all > 0
    ? `No ${kind} matches.\n${style.step('spectool list --all shows every spec, archived ones too.')}`
    : `There are no specs yet.\n${style.step('Create the first one: spectool create my-first-spec')}`;
}
