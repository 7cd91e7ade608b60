import { isClock } from '../../../domain/log/logClock.js';

export const RECORD_FILE = /^(\d{8,})-[0-9a-f]{16}\.json$/;
export const PACK_FILE = /^pack-(\d{8,})-[0-9a-f]{16}\.jsonl$/;

/** The clock in a log file's name, for a pack its highest; undefined for anything else. */
export function clockOf(name: string): number | undefined {
  const clock = Number((RECORD_FILE.exec(name) ?? PACK_FILE.exec(name))?.[1]);
  return isClock(clock) ? clock : undefined;
}
