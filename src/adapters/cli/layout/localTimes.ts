import { localMinute } from './specTableCells.js';

/** Matches text in quotes or backticks, which is kept, or a timestamp as messages contain it. */
const TIMES = /`[^`]*`|"[^"]*"|\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** Returns a message with its timestamps in local time: `11:44` for a time of today, else `2026-01-05 11:44`. */
export function withLocalTimes(message: string, now = new Date()): string {
  return message.replace(TIMES, (found) => {
    if (/^[`"]/.test(found)) return found;
    const [today, at] = [localMinute(now.toISOString()), localMinute(found)] as const;
    return at.slice(0, 10) === today.slice(0, 10) ? at.slice(11) : at;
  });
}
