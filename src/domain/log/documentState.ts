import { withField } from '../fields/change.js';
import { frontmatterDiff } from '../fields/frontmatterDiff.js';
import type { Labels } from '../naming/specFolder.js';
import type { ActiveSpec } from '../spec/spec.js';
import type { JsonObject } from '../value/json.js';
import { timestampOf } from '../value/timestamp.js';
import { foldSpec } from './foldSpec.js';
import { frontmatterDigest } from './frontmatterPrint.js';
import { type Judge, meantFrontmatter } from './reconcile.js';
import type { LogRecord } from './records/record.js';
import { hasMissingParents, headsOf, linesOf } from './records/recordOrder.js';

/**
 * How a document stands to its log.
 * `interrupted`: it is what it was before the last record, a write that was cut short, to be rolled forward.
 * `edited`: it is something else, so a hand changed it, and that is kept.
 */
export type DocumentState = 'current' | 'interrupted' | 'edited';

/**
 * @param seen the frontmatter found, `id` included. @param spec the fold of `records`, which are in folding order.
 * @param judge who decides where branches disagree: a document says what a hand chose, unless a merge has just written it.
 */
export function documentState(
  seen: JsonObject,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  sha256: (text: string) => string,
  judge: Judge = 'document',
): DocumentState {
  const isToldBy = (record: LogRecord) =>
    frontmatterVariants(seen, record).some((one) => frontmatterDigest(one, sha256) === record.digest);
  const heads = headsOf(records);
  const [head] = heads;
  if (!isDrift(seen, spec.frontmatter)) return 'current';
  // Of what its last record wrote some can stand in records that are not there, or cannot be read: the document alone tells it.
  if (heads.length === 1 && head !== undefined && isToldBy(head)) return 'edited';
  if (heads.length > 1) {
    const parents = new Set(heads.flatMap((one) => one.parents));
    const before = records.filter(({ id }) => parents.has(id));
    if (before.some(isToldBy)) return 'interrupted';
    return isDrift(meantFrontmatter(seen, records, judge), spec.frontmatter) ? 'edited' : 'interrupted';
  }
  const before = foldSpec(records.filter(({ id }) => id !== head?.id)).spec;
  if (before.kind === 'active' && !isDrift(seen, before.frontmatter)) return 'interrupted';
  const parents = records.filter(({ id }) => head?.parents.length === 1 && head.parents.includes(id));
  return parents.some(isToldBy) ? 'interrupted' : 'edited';
}

/** How a document stands to its log, and what it means: what the next change writes, but for its own fields. */
export interface StandingDocument {
  readonly state: DocumentState;
  readonly meant: JsonObject;
}

/** Parameters as of `documentState`. */
export function standingDocument(
  seen: JsonObject,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  sha256: (text: string) => string,
  judge: Judge = 'document',
): StandingDocument {
  const state = documentState(seen, spec, records, sha256, judge);
  const [head, other] = headsOf(records);
  if (state === 'interrupted' && !hasMissingParents(records)) return { state, meant: spec.frontmatter };
  if (other !== undefined) return { state: told(state), meant: meantFrontmatter(seen, records, judge) };
  if (state !== 'interrupted') return { state, meant: seen };
  const before = foldSpec(records.filter(({ id }) => id !== head?.id)).spec;
  const known = before.kind === 'active' ? before.frontmatter : {};
  const changes = [...frontmatterDiff(known, spec.frontmatter)].filter(([key]) => key !== 'updated');
  return {
    state: told(state),
    meant: changes.reduce((fields, [key, value]) => withField(fields, key, value), seen),
  };
}

/** What records wrote that are not there stands in the document alone: it is recorded, as what a hand wrote is. */
function told(state: DocumentState): DocumentState {
  return state === 'interrupted' ? 'edited' : state;
}

/** What the next change takes the frontmatter for. Parameters as of `documentState`. */
export function standingFrontmatter(
  seen: JsonObject,
  records: readonly LogRecord[],
  sha256: (text: string) => string,
): JsonObject {
  const { spec } = foldSpec(records);
  return spec.kind === 'absent' ? seen : standingDocument(seen, spec, records, sha256).meant;
}

/** As it stands, and with or without the time of the record: documents once told that, and need not. */
function frontmatterVariants(seen: JsonObject, { at }: LogRecord): readonly JsonObject[] {
  const updated = [null, ...(at === undefined ? [] : [timestampOf(at)])];
  return [seen, ...updated.map((value) => withField(seen, 'updated', value))];
}

/** `updated` is kept by the tool and follows the records, so a difference there is none. */
export function isDrift(seen: JsonObject, logged: JsonObject): boolean {
  return [...frontmatterDiff(logged, seen).keys()].some((key) => key !== 'updated');
}

export type PlaceState = 'current' | 'interrupted' | 'moved';

/** How a folder stands to its log, as `documentState` for the frontmatter. */
export function placeState(seen: Labels, spec: ActiveSpec, records: readonly LogRecord[]): PlaceState {
  if (samePlace(seen, spec.labels)) return 'current';
  if (isMergedPlace(seen, records)) return 'interrupted';
  const heads = new Set(headsOf(records).map(({ id }) => id));
  const before = foldSpec(records.filter(({ id }) => !heads.has(id))).spec;
  return before.kind === 'active' && samePlace(seen, before.labels) ? 'interrupted' : 'moved';
}

/** After a merge the folder may stand where one of the branches put it, or half way between them. */
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
