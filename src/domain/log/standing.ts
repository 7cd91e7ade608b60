import { withField } from '../fields/change.js';
import { frontmatterDiff } from '../fields/frontmatterDiff.js';
import type { ActiveSpec, Spec, SpecText } from '../spec/spec.js';
import { jsonEquals, type JsonObject } from '../value/json.js';
import { timestampOf } from '../value/timestamp.js';
import { foldSpec } from './foldSpec.js';
import { frontmatterDigest } from './frontmatterPrint.js';
import { type Judge, meantFrontmatter } from './reconcile.js';
import { type CompletedText, type MissingText, withRecordedText } from './recordedText.js';
import type { LogRecord, RecordId } from './records/record.js';
import { ancestry, hasMissingParents, headsOf, ownLines } from './records/recordOrder.js';
import { recordsSetAside } from './records/setAside.js';
import { textDigest } from './textPrint.js';

/**
 * How a document stands to its log. It reflects a record when its fields and its text are those the record led to; which one, and where
 * that record stands, decides:
 * - `current`: the newest, or only its text is another;
 * - `set aside`: git put the document of the last commit or of its index back, and the commit that last changed it has none of the later records;
 * - `restored`: it shows again what was set aside;
 * - `old copy`: somebody saved over it what had been read before later changes;
 * - `behind`: branches met, and it does not show what one of them recorded;
 * - `edited`: none of these, so a hand changed it.
 */
export type StandingKind = 'current' | 'set aside' | 'restored' | 'old copy' | 'behind' | 'edited';

export interface Standing {
  readonly kind: StandingKind;
  /** The frontmatter found. */
  readonly seen: JsonObject;
  /** The frontmatter that the next change goes on from. */
  readonly meant: JsonObject;
  /** The branch that recorded what it shows, where this working tree's log does not have it. */
  readonly branch?: string;
  /** Records that are set aside, or count again. */
  readonly records: readonly RecordId[];
  /** What is recorded and to be brought back into the text, and the text with it. */
  readonly text: CompletedText;
  /** Digest of the text as the log knows it; undefined where it does not: in logs of the first format, and after a merge. */
  readonly known: string | undefined;
}

export interface FoundDocument {
  /** `id` included. */
  readonly frontmatter: JsonObject;
  readonly text: SpecText;
}

/** What git has of a spec. */
export interface CommittedSpec {
  /** Its document is byte for byte that of the last commit, or of git's index. */
  readonly isUntouched: boolean;
  /** Of the commit that last changed the document: later ones may hold records of what was thrown away. */
  readonly records: ReadonlySet<RecordId>;
}

export interface BranchRecords {
  readonly branch: string;
  readonly records: readonly LogRecord[];
}

export interface Surroundings {
  readonly sha256: (text: string) => string;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** Asked only where the document shows an earlier state; undefined without git. */
  readonly committed: () => CommittedSpec | undefined;
  /** What branches have of the log that is not here; asked only where no record here tells what the document shows. */
  readonly branches: () => readonly BranchRecords[];
  /** Who decides where branches disagree: a document says what a hand chose, unless a merge has just written it. */
  readonly judge?: Judge;
}

/** What was read longer ago than this is no working copy that somebody saves. */
const DAY_MS = 86_400_000;
/** States that are looked at, the newest first. */
const MOST_STATES = 30;

/** @param spec the fold of `records`, which are in folding order. */
export function standingOf(
  found: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  around: Surroundings,
): Standing {
  const seen = found.frontmatter;
  const print = textDigest(found.text.body, around.sha256);
  const heads = headsOf(records);
  const known = knownText(heads, print);
  const as = (kind: StandingKind, more: Partial<Standing> = {}): Standing => ({
    kind,
    seen,
    meant: seen,
    records: [],
    text: { body: found.text.body, missing: [] },
    known,
    ...more,
  });
  if (heads.length > 1 || hasMissingParents(records)) return metBranches(found, spec, records, around, as);
  const isOther = known !== undefined && known !== print;
  const drifts = isDrift(seen, spec.frontmatter);
  const [head] = heads;
  if (!drifts && !isOther) return as('current');
  const again = shownAgain(found, records);
  if (again !== undefined) return as('restored', { ...again, known: print });
  if (drifts && head !== undefined && isToldBy(seen, head, around.sha256)) return as('edited');
  const aside = recordsSetAside(records);
  const earlier = records.filter((record) => record !== head && !aside.has(record.id));
  const shown = shownRecord(seen, found.text.body, earlier, around.sha256);
  if (shown !== undefined) {
    const before = ancestry([shown], new Map(records.map((record) => [record.id, record])));
    const later = records.map(({ id }) => id).filter((id) => !before.has(id) && !aside.has(id));
    const git = around.committed();
    if (git?.isUntouched === true && later.every((id) => !git.records.has(id)))
      return as('set aside', { records: later, known: print });
    if (git !== undefined && later.every((id) => git.records.has(id))) return as('edited');
  }
  const old = isOther ? oldCopy(found, spec, records, around) : undefined;
  if (old !== undefined) return as('old copy', old);
  if (!drifts) return as('current');
  const { body } = found.text;
  const taken = around
    .branches()
    .find(({ records: theirs }) => shownRecord(seen, body, theirs, around.sha256) !== undefined);
  return as('edited', taken === undefined ? {} : { branch: taken.branch });
}

/**
 * The standing where somebody has said which of both counts: `log`, what git put back is brought up; `document`, it counts as it stands,
 * and what it lacks is set aside.
 */
export function keptStanding(
  found: Standing,
  keep: 'log' | 'document',
  text: SpecText,
  spec: ActiveSpec,
  records: readonly LogRecord[],
): Standing {
  if (keep === 'log' && found.kind === 'set aside') {
    const later = records.filter(({ id }) => found.records.includes(id));
    const completed = withRecordedText(text, [later]);
    return { ...found, kind: 'behind', meant: spec.frontmatter, records: [], text: completed };
  }
  if (keep === 'log' || (found.kind !== 'behind' && found.kind !== 'old copy')) return found;
  const dropped = [...new Set(found.text.missing.map(({ record }) => record.id))];
  const asFound = { body: text.body, missing: [] };
  return { ...found, kind: 'edited', meant: found.seen, records: dropped, text: asFound };
}

/** The fold once the log says what becomes of the records. @param spec the fold before. */
export function foldedWith(
  { kind, records: named }: Standing,
  records: readonly LogRecord[],
  spec: ActiveSpec,
): Spec {
  if (named.length === 0) return spec;
  const aside = new Set(kind === 'restored' ? [] : [...recordsSetAside(records), ...named]);
  return foldSpec(records, undefined, aside).spec;
}

/** As `standingOf`, of what the next change goes on from alone; git is not asked. */
export function standingFrontmatter(
  seen: JsonObject,
  records: readonly LogRecord[],
  sha256: (text: string) => string,
): JsonObject {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent' || headsOf(records).length < 2) return seen;
  const text = { body: '', criteriaSections: [] };
  const around = { sha256, now: '', committed: () => undefined, branches: () => [] };
  return standingOf({ frontmatter: seen, text }, spec, records, around).meant;
}

/** Fields as the log has them with what is set aside, and the text has all that it wrote. */
function shownAgain(
  { frontmatter, text }: FoundDocument,
  records: readonly LogRecord[],
): Partial<Standing> | undefined {
  const aside = recordsSetAside(records);
  if (aside.size === 0) return undefined;
  const { spec } = foldSpec(records, undefined, new Set());
  if (spec.kind === 'absent' || isDrift(frontmatter, spec.frontmatter)) return undefined;
  const own = records.filter(({ id }) => aside.has(id));
  if (withRecordedText(text, [own]).missing.length > 0) return undefined;
  return { records: [...aside], meant: spec.frontmatter };
}

/**
 * A whole document that was read at an earlier state and saved after others changed it: of all that was recorded since, nothing stands in
 * it. One field alone may have been set back by hand, so there has to be more. Only where the text is another, too.
 */
function oldCopy(
  { frontmatter: seen, text }: FoundDocument,
  newest: ActiveSpec,
  records: readonly LogRecord[],
  { now, committed }: Surroundings,
): Partial<Standing> | undefined {
  let best: (Partial<Standing> & { readonly edits: number }) | undefined;
  for (let at = records.length - 2; at >= Math.max(0, records.length - MOST_STATES); at -= 1) {
    const { spec: before } = foldSpec(records.slice(0, at + 1));
    const since = records.slice(at + 1);
    const left = since.find((record) => record.at !== undefined);
    if (before.kind === 'absent') break;
    const isYoung = left?.at === undefined || Date.parse(now) - Date.parse(left.at) < DAY_MS;
    if (!isYoung && committed()?.records.has(left.id) !== false) break;
    const changed = [...frontmatterDiff(before.frontmatter, newest.frontmatter).keys()].filter(isOwn);
    const differs = frontmatterDiff(before.frontmatter, seen);
    const isTaken = !jsonEquals(claimOf(before), claimOf(newest));
    if ((changed.length === 0 && !isTaken) || changed.some((key) => differs.has(key))) continue;
    const completed = withRecordedText(text, [since]);
    if (changed.length + (isTaken ? 2 : 0) + completed.missing.length < 2) continue;
    const edits = [...differs].filter(([key]) => isOwn(key));
    if (best !== undefined && best.edits <= edits.length) continue;
    const meant = edits.reduce((fields, [key, value]) => withField(fields, key, value), newest.frontmatter);
    best = { edits: edits.length, meant, text: completed, known: records[at]?.text };
  }
  if (best === undefined) return undefined;
  const { edits: _count, ...standing } = best;
  return standing;
}

function claimOf({ claim }: ActiveSpec): JsonObject {
  return { by: claim?.by ?? null, place: claim?.place ?? null };
}

/** Lines of the log met, or a part of it is not there: what no line tells was written by hand. */
function metBranches(
  { frontmatter: seen, text }: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  { sha256, judge = 'document' }: Surroundings,
  as: (kind: StandingKind, more?: Partial<Standing>) => Standing,
): Standing {
  const heads = headsOf(records);
  const lines = ownLines(records);
  const completed = lines.length > 1 ? withRecordedText(text, lines) : { body: text.body, missing: NOTHING };
  const behind = completed.missing.length > 0 ? ('behind' as const) : undefined;
  const parents = new Set(heads.flatMap((one) => one.parents));
  const isBefore = records.some((one) => parents.has(one.id) && isToldBy(seen, one, sha256));
  if (!isDrift(seen, spec.frontmatter)) return as(behind ?? 'current', { text: completed });
  const [head] = heads;
  if (heads.length === 1 && head !== undefined) {
    const isTold = isToldBy(seen, head, sha256);
    return as('edited', { meant: isTold ? seen : cutOff(seen, spec, records, isBefore) });
  }
  const meant = meantFrontmatter(seen, records, judge);
  if (isBefore && !hasMissingParents(records))
    return as('behind', { meant: spec.frontmatter, text: completed });
  const isEdited = isBefore || hasMissingParents(records) || isDrift(meant, spec.frontmatter);
  return as(isEdited ? 'edited' : 'behind', { meant, text: completed });
}

const NOTHING: readonly MissingText[] = [];

/** Of a log that was cut, the last record's own changes stand where the document shows what was before it. */
function cutOff(
  seen: JsonObject,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  isBefore: boolean,
): JsonObject {
  const [head] = headsOf(records);
  const before = foldSpec(records.filter(({ id }) => id !== head?.id)).spec;
  const known = before.kind === 'active' ? before.frontmatter : {};
  if (!isBefore && isDrift(seen, known)) return seen;
  const changes = [...frontmatterDiff(known, spec.frontmatter)].filter(([key]) => isOwn(key));
  return changes.reduce((fields, [key, value]) => withField(fields, key, value), seen);
}

/** The newest record whose fields and text a document shows; undefined for none, and for a text that no record led to. */
export function shownRecord(
  seen: JsonObject,
  body: string,
  records: readonly LogRecord[],
  sha256: (text: string) => string,
): LogRecord | undefined {
  const print = textDigest(body, sha256);
  return records.findLast(
    (record) => (record.text === undefined || record.text === print) && isToldBy(seen, record, sha256),
  );
}

/** Also with or without the time of the record: documents once told that, and need not. */
function isToldBy(seen: JsonObject, { at, digest }: LogRecord, sha256: (text: string) => string): boolean {
  const updated = [null, ...(at === undefined ? [] : [timestampOf(at)])];
  const variants = [seen, ...updated.map((value) => withField(seen, 'updated', value))];
  return variants.some((one) => frontmatterDigest(one, sha256) === digest);
}

/** After a merge the text is what git made of it: an edit by hand can be told only where the branches agree, or one of them has it. */
function knownText(heads: readonly LogRecord[], seen: string): string | undefined {
  const recorded = new Set(heads.map(({ text }) => text));
  if (recorded.has(seen)) return seen;
  return recorded.size === 1 ? heads[0]?.text : undefined;
}

/** `updated` is kept by the tool and follows the records, so a difference there is none. */
function isOwn(key: string): boolean {
  return key !== 'updated';
}

export function isDrift(seen: JsonObject, logged: JsonObject): boolean {
  return [...frontmatterDiff(logged, seen).keys()].some(isOwn);
}
