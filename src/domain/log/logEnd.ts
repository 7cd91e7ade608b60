import type { Claim, Spec } from '../spec/spec.js';
import type { JsonObject } from '../value/json.js';
import { foldSpec } from './foldSpec.js';
import { canonicalJson } from './canonicalJson.js';
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
  readonly print?: number;
  /** Who took it; whether that still holds depends on when it is looked at. */
  readonly claim?: Claim;
}

export function logEnd(records: readonly LogRecord[]): LogEnd {
  const changedAt = lastChange(records);
  if (records.length < 2) return { changedAt };
  const { spec } = foldSpec(records);
  const claim = spec.kind === 'active' && spec.claim !== undefined && { claim: spec.claim };
  const print = printOf(spec);
  const [head, ...others] = headsOf(records);
  const isOfLast =
    others.length === 0 && print === printOf(foldSpec(records.filter(({ id }) => id !== head?.id)).spec);
  return { changedAt, ...(print !== undefined && !isOfLast && { print }), ...claim };
}

function printOf(spec: Spec): number | undefined {
  return spec.kind === 'absent' ? undefined : frontmatterPrint(spec.frontmatter);
}

/**
 * 53 bits of its values, but for `updated`, which is the tool's own; never 0. It only spares a look at the log: a document whose
 * print is met by chance, or made to be met, is shown as it stands. Of each field two FNV-1a hashes (Fowler, Noll, Vo), 32 bits and
 * 21; fields stand in any order, so their hashes are added. Listings make one for every spec.
 */
export function frontmatterPrint(frontmatter: JsonObject): number {
  let [high, low] = [0, 0];
  for (const key of Object.keys(frontmatter)) {
    const value = frontmatter[key];
    if (key === 'updated' || value === null || value === undefined) continue;
    const text = typeof value === 'string' ? `${key}\n"${value}` : `${key}\n${canonicalJson(value)}`;
    let [fieldHigh, fieldLow] = [0x811c9dc5, 0x050c5d1f];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      fieldHigh = Math.imul(fieldHigh ^ unit, 0x01000193);
      fieldLow = Math.imul(fieldLow ^ unit, 0x01000197) ^ (fieldLow >>> 15);
    }
    high = (high + fieldHigh) | 0;
    low = (low + fieldLow) | 0;
  }
  return (high >>> 0) * 2 ** 21 + ((low >>> 0) >>> 11) || 1;
}
