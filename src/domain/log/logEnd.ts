import { withField } from '../spec/change.js';
import type { Claim, Spec } from '../spec/spec.js';
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
   * Where git may have left a document that does not tell alone what stands: the print (`frontmatterPrint`) of what the log comes to.
   * Branches met and no record joins their lines yet, or the last record changed the frontmatter and its write was taken back.
   */
  readonly print?: string;
  /** Who took it; whether that still holds depends on when it is looked at. */
  readonly claim?: Claim;
}

export function logEnd(records: readonly LogRecord[], sha256: (text: string) => string): LogEnd {
  const changedAt = lastChange(records);
  if (records.length < 2) return { changedAt };
  const { spec } = foldSpec(records);
  const claim = spec.kind === 'active' && spec.claim !== undefined && { claim: spec.claim };
  const print = printOf(spec, sha256);
  const [head, ...others] = headsOf(records);
  const isOfLast =
    others.length === 0 &&
    print === printOf(foldSpec(records.filter(({ id }) => id !== head?.id)).spec, sha256);
  return { changedAt, ...(print !== undefined && !isOfLast && { print }), ...claim };
}

function printOf(spec: Spec, sha256: (text: string) => string): string | undefined {
  return spec.kind === 'absent' ? undefined : frontmatterPrint(spec.frontmatter, sha256);
}

/** Fifteen hexadecimal digits of its values, but for `updated`, which is the tool's own. */
export function frontmatterPrint(frontmatter: JsonObject, sha256: (text: string) => string): string {
  return frontmatterDigest(withField(frontmatter, 'updated', null), sha256).slice(0, 15);
}
