import type { ClaimView } from '../../../domain/claims/claims.js';

/** Returns the end of a claim in local time: `14:30`, or with the date if the claim began on another day. */
export function endOfClaim({ since, until }: Pick<ClaimView, 'since' | 'until'>): string {
  const [day = '', time = ''] = localMinute(until).split(' ');
  return localMinute(since).startsWith(day) ? time : `${day} ${time}`;
}

/** Returns a timestamp as `YYYY-MM-DD HH:MM` in the local time zone. */
export function localMinute(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * Returns a time span as text for the terminal, rounded down to whole units: `today`, `3 d`, `2 weeks`, `5 months`, `2 years`.
 */
export function durationText(days: number): string {
  const whole = Math.floor(days);
  if (whole < 1) return 'today';
  if (whole < 14) return `${whole} d`;
  if (whole < 60) return `${Math.floor(whole / 7)} weeks`;
  if (whole < 730) return `${Math.floor(whole / 30.44)} months`;
  return `${Math.floor(whole / 365.25)} years`;
}

/** Matches an ISO timestamp in a message, or text in quotes or backticks, in which timestamps must not be changed. */
const TIMES = /`[^`]*`|"[^"]*"|\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** Returns a message with its timestamps in local time: `11:44` for a time of today, else `2026-01-05 11:44`. */
export function withLocalTimes(message: string, now = new Date()): string {
  return message.replace(TIMES, (found) => {
    if (/^[`"]/.test(found)) return found;
    const [today, at] = [localMinute(now.toISOString()), localMinute(found)] as const;
    return at.slice(0, 10) === today.slice(0, 10) ? at.slice(11) : at;
  });
}
