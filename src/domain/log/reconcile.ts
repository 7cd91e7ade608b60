import { frontmatterDiff } from '../spec/frontmatterDiff.js';
import { withField } from '../spec/change.js';
import type { JsonObject } from '../value/json.js';
import { foldSpec } from './foldSpec.js';
import type { LogRecord } from './record.js';
import { linesOf } from './recordOrder.js';

/**
 * A merged frontmatter as the log knows it: every value that some line of the log tells gives way to what the whole log
 * tells; a value no line tells was written by hand, and stays.
 * @param records in folding order.
 */
export function reconcile(merged: JsonObject, records: readonly LogRecord[]): JsonObject {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent') return merged;
  const unexplained = unexplainedKeys(merged, records);
  let result = spec.frontmatter;
  for (const key of frontmatterDiff(spec.frontmatter, merged).keys()) {
    if (unexplained.has(key)) result = withField(result, key, merged[key] ?? null);
  }
  return result;
}

/** Keys whose value neither the whole log nor one of its lines tells. `updated` is the tool's own. */
export function unexplainedKeys(seen: JsonObject, records: readonly LogRecord[]): ReadonlySet<string> {
  const told = linesOf(records).map((line) => frontmatterDiff(frontmatterOf(line), seen));
  const differing = frontmatterDiff(frontmatterOf(records), seen).keys();
  return new Set(
    [...differing].filter((key) => key !== 'updated' && told.every((differences) => differences.has(key))),
  );
}

function frontmatterOf(records: readonly LogRecord[]): JsonObject {
  const { spec } = foldSpec(records);
  return spec.kind === 'active' ? spec.frontmatter : {};
}
