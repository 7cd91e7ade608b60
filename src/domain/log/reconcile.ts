import { frontmatterDiff } from '../spec/frontmatterDiff.js';
import { withField } from '../spec/change.js';
import type { JsonObject } from '../value/json.js';
import { divergences } from './divergence.js';
import { foldSpec } from './foldSpec.js';
import type { LogRecord } from './record.js';
import { linesOf } from './recordOrder.js';

/** Who decides where branches set a field differently: what the document says, or what the log says stands. */
export type Judge = 'document' | 'log';

/**
 * What a frontmatter means after branches met: what the whole log tells, wherever the document only lags behind it. A value that no
 * line of the log tells was written by hand, and stays; so does one that a hand chose where the lines disagree, if it may.
 * @param records in folding order.
 */
export function meantFrontmatter(seen: JsonObject, records: readonly LogRecord[], judge: Judge): JsonObject {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent') return seen;
  const own = new Set(unexplainedKeys(seen, records));
  if (judge === 'document') for (const { field } of divergences(records)) own.add(field);
  let result = spec.frontmatter;
  for (const key of frontmatterDiff(spec.frontmatter, seen).keys()) {
    if (own.has(key)) result = withField(result, key, seen[key] ?? null);
  }
  return result;
}

/** Keys whose value neither the whole log nor one of its lines tells. `updated` is the tool's own. */
function unexplainedKeys(seen: JsonObject, records: readonly LogRecord[]): ReadonlySet<string> {
  const perLine = linesOf(records).map((line) => frontmatterDiff(frontmatterOf(line), seen));
  const differing = frontmatterDiff(frontmatterOf(records), seen).keys();
  return new Set(
    [...differing].filter((key) => key !== 'updated' && perLine.every((differences) => differences.has(key))),
  );
}

function frontmatterOf(records: readonly LogRecord[]): JsonObject {
  const { spec } = foldSpec(records);
  return spec.kind === 'active' ? spec.frontmatter : {};
}
