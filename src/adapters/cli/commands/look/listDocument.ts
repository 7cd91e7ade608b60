import type { SpecView } from '../../../../domain/spec/specView.js';
import type { ListDocument } from '../../layout/drawing.js';
import { safeJson } from '../../layout/safeText.js';
import { type Change, changesAlone, withClaimOf } from './loneChange.js';

/** When a spec was changed, as its document does not tell. */
const UPDATED = /"updated": ?(?:null|"[^"]*"),\s*"updatedFrom": ?(?:null|"[^"]*")/;

/**
 * A list as it was printed as JSON, now that a spec in it has changed; undefined where more would change with it, or may.
 * @param change by `folderByPath`, the later one with its last change.
 */
export function redocumented(
  printed: Buffer,
  document: ListDocument,
  change: Change,
): { readonly printed: Buffer; readonly document: ListDocument } | undefined {
  const { archived, indent } = document;
  const [before, after] = change;
  const isThere = archived === null || archived === before.archived;
  if (!isThere || !changesAlone(document, change)) return undefined;
  const [start = '', end = '', ...more] = jsonOf(before, indent).split(UPDATED);
  if (more.length > 0) return undefined;
  const at = printed.indexOf(start);
  const ending = printed.indexOf(end, at + start.length);
  const updated = printed.toString('utf8', at + Buffer.byteLength(start), ending);
  if (at < 0 || ending < 0 || UPDATED.exec(updated)?.[0] !== updated) return undefined;
  return {
    printed: Buffer.concat([
      printed.subarray(0, at),
      Buffer.from(jsonOf(after, indent)),
      printed.subarray(ending + Buffer.byteLength(end)),
    ]),
    document: withClaimOf(document, after),
  };
}

/** As it stands in the list of specs. */
function jsonOf(spec: SpecView, indent: number | null): string {
  const json = safeJson(spec, indent ?? undefined);
  return json.replaceAll('\n', `\n${' '.repeat(2 * (indent ?? 0))}`);
}
