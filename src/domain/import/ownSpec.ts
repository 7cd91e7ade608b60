import { foldSpec } from '../log/foldSpec.js';
import type { LogRecord } from '../log/record.js';

/**
 * Whether the records of a document's `id` say that it is a spec of this project. They do wherever there are any; but an import in place
 * that was undone leaves the `id` in what is another tool's document again.
 */
export function isOwnSpec(records: readonly LogRecord[]): boolean {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return false;
  if (first.command !== 'import' || last.events.every(({ type }) => type !== 'ChangeUndone')) return true;
  const { spec } = foldSpec(records);
  return spec.kind === 'absent' || spec.deleted !== undefined || spec.frontmatter['source'] !== undefined;
}
