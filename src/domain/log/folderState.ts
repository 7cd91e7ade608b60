import type { Labels } from '../naming/specFolder.js';
import type { ActiveSpec } from '../spec/spec.js';
import { foldSpec } from './foldSpec.js';
import type { LogRecord } from './records/record.js';
import { headsOf, linesOf } from './records/recordOrder.js';

export type PlaceState = 'current' | 'interrupted' | 'moved';

/** Compares a spec's folder with its log, as `documentStateOf` does for the document. */
export function placeState(seen: Labels, spec: ActiveSpec, records: readonly LogRecord[]): PlaceState {
  if (samePlace(seen, spec.labels)) return 'current';
  if (isMergedPlace(seen, records)) return 'interrupted';
  const heads = new Set(headsOf(records).map(({ id }) => id));
  const before = foldSpec(records.filter(({ id }) => !heads.has(id))).spec;
  return before.kind === 'active' && samePlace(seen, before.labels) ? 'interrupted' : 'moved';
}

/**
 * True if the folder is where one of several branches put it, or if its name, group and archive each match one of them, as after
 * a merge.
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
  return a.ref === b.ref && a.archived === b.archived && (a.group ?? '') === (b.group ?? '');
}
