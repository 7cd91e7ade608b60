import type { Labels } from '../naming/projectPath.js';
import type { ActiveSpec } from '../spec/spec.js';
import type { LogRecord } from './records/record.js';
import { headsOf, linesOf } from './records/recordOrderAndFormat.js';
import { foldSpec } from './foldSpec.js';

export type PlaceState = 'current' | 'interrupted' | 'moved';

/**
 * Compares the path of a spec's folder with the log. `current`: both are the same. `interrupted`: the log has a move that was not
 * carried out on disk. `moved`: the folder was moved by hand.
 */
export function placeState(seen: Labels, spec: ActiveSpec, records: readonly LogRecord[]): PlaceState {
  if (samePlace(seen, spec.labels)) return 'current';
  // Only the owner of documents of another tool moves them.
  if (seen.at !== undefined) return 'moved';
  if (isMergedPlace(seen, records)) return 'interrupted';
  const heads = new Set(headsOf(records).map(({ id }) => id));
  const before = foldSpec(records.filter(({ id }) => !heads.has(id))).spec;
  return before.kind === 'active' && samePlace(seen, before.labels) ? 'interrupted' : 'moved';
}

/**
 * True if one of several merged branches recorded the folder's path, or if the path combines them: the name that one branch
 * recorded, with the group or the move into the archive that another recorded.
 */
function isMergedPlace(seen: Labels, records: readonly LogRecord[]): boolean {
  const labels = linesOf(records).flatMap((line) => {
    const { spec } = foldSpec(line);
    return spec.kind === 'active' ? [spec.labels] : [];
  });
  return (
    labels.some(({ ref }) => ref === seen.ref) &&
    labels.some(({ archived }) => archived === seen.archived) &&
    labels.some(({ group = '' }) => group === (seen.group ?? ''))
  );
}

export function samePlace(a: Labels, b: Labels): boolean {
  return a.ref === b.ref && a.archived === b.archived && (a.group ?? '') === (b.group ?? '') && a.at === b.at;
}
