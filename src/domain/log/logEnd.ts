import { withField } from '../spec/change.js';
import type { JsonObject } from '../value/json.js';
import { foldSpec } from './foldSpec.js';
import { frontmatterDigest } from './frontmatterDigest.js';
import type { LogRecord } from './record.js';
import { effectiveTimes, headsOf } from './recordOrder.js';

/** Effective time of the last change somebody made, milliseconds since 1970; undefined where records tell only of what was found. */
export function lastChange(records: readonly LogRecord[]): number | undefined {
  const done = records.filter(({ at }) => at !== undefined);
  if (done.length === 0) return undefined;
  const times = effectiveTimes(records);
  return done.reduce((latest, { id }) => Math.max(latest, times.get(id) ?? 0), 0);
}

/** What a log tells of its spec, without reading it again. */
export interface LogEnd {
  /** As `lastChange`. */
  readonly changedAt: number | undefined;
  /**
   * Where branches met and no record joins their lines yet: the print (`frontmatterPrint`) of what they come to. A document with
   * another one does not tell alone what stands.
   */
  readonly met?: string;
}

export function logEnd(records: readonly LogRecord[], sha256: (text: string) => string): LogEnd {
  const changedAt = lastChange(records);
  if (headsOf(records).length < 2) return { changedAt };
  const { spec } = foldSpec(records);
  return spec.kind === 'absent'
    ? { changedAt }
    : { changedAt, met: frontmatterPrint(spec.frontmatter, sha256) };
}

/** Fifteen hexadecimal digits of its values, but for `updated`, which is the tool's own. */
export function frontmatterPrint(frontmatter: JsonObject, sha256: (text: string) => string): string {
  return frontmatterDigest(withField(frontmatter, 'updated', null), sha256).slice(0, 15);
}
