import { valueAt, withField, withMemberChange } from '../fields/fieldChange.js';
import { holdsSet, memberChange, membersIn } from '../fields/membersOfSetField.js';
import { frontmatterDiff } from '../fields/frontmatterDiff.js';
import type { ActiveSpec, Spec, SpecText } from '../spec/spec.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { timestampOf } from '../value/timestamp.js';
import { foldSpec } from '../log/foldSpec.js';
import { frontmatterDigest } from '../log/frontmatterHash.js';
import { type MergePreference, intendedFrontmatter } from './reconcileFields.js';
import { type CompletedText, ItemsInText, itemsOf, withRecordedText } from './recordedItems.js';
import { retitle, titleHeading, titleOf } from '../document/sections/title.js';
import type { LogRecord, RecordId } from '../log/records/record.js';
import { ancestry, hasMissingParents, headsOf, ownLines } from '../log/records/recordOrder.js';
import { recordsSetAside } from '../log/records/recordsSetAside.js';
import { textDigest } from '../log/textHash.js';

/**
 * How a document relates to its log. "Reflects a record" means that the document has the fields and the text that the record led
 * to. The kinds:
 * - `current`: the document reflects the newest record, or differs from it only in the text;
 * - `set aside`: git restored an older document from the last commit or the index, so the later records do not count;
 * - `restored`: the document again contains the changes of records that were set aside;
 * - `old copy`: somebody read the document, and wrote it back whole after later changes;
 * - `behind`: branches were merged, and the document lacks changes that one of them recorded;
 * - `edited`: none of the other kinds, so the document was edited by hand.
 */
export type DocumentStateKind = 'current' | 'set aside' | 'restored' | 'old copy' | 'behind' | 'edited';

export interface DocumentState {
  readonly kind: DocumentStateKind;
  /** The frontmatter in the document. */
  readonly seen: JsonObject;
  /** The frontmatter on which the next change is based. */
  readonly meant: JsonObject;
  /** The branch whose log has the record that the document reflects, if this worktree's log does not have the record. */
  readonly branch?: string;
  /** The records that are set aside (not counted, because git restored an older document), or that count again. */
  readonly records: readonly RecordId[];
  /** The recorded text that is missing in the document, and the document's text completed with it. */
  readonly text: CompletedText;
  /** The time of the first change that an old copy lacks. */
  readonly since?: string | undefined;
  /** The digest of the text according to the log; undefined if the log does not have it, or if merged branches disagree. */
  readonly known: string | undefined;
}

export interface FoundDocument {
  /** The frontmatter in the document, including `id`. */
  readonly frontmatter: JsonObject;
  readonly text: SpecText;
}

/** The state of a spec in git. */
export interface CommittedSpec {
  /** True if the document is identical to the one in the last commit or in git's index. */
  readonly isUntouched: boolean;
  /**
   * The records in the commit that last changed the document. Records in later commits are not included, because their changes
   * may have been discarded.
   */
  readonly records: ReadonlySet<RecordId>;
}

export interface BranchRecords {
  readonly branch: string;
  readonly records: readonly LogRecord[];
}

export interface GitContext {
  readonly sha256: (text: string) => string;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** Returns the state in git, undefined without git. Called only if the document reflects an earlier record. */
  readonly committed: () => CommittedSpec | undefined;
  /**
   * Returns records of other branches that this worktree does not have. Called only if the document reflects no record of this
   * worktree.
   */
  readonly branches: () => readonly BranchRecords[];
  /**
   * Which value counts if branches disagree: by default `document`, because a person may have chosen the value in it, and `log`
   * if a merge has just written the document.
   */
  readonly judge?: MergePreference;
}

/** An old copy lacks at most this many records. */
const MOST_RECORDS = 50;

/**
 * Determines how a document relates to its log, as described at `DocumentStateKind`.
 * @param spec the spec that results from `records`, which are sorted by `orderRecords`.
 */
export function documentStateOf(
  found: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  around: GitContext,
): DocumentState {
  const seen = found.frontmatter;
  const print = textDigest(found.text.body, around.sha256);
  const heads = headsOf(records);
  const known = knownText(heads, print);
  const as = (kind: DocumentStateKind, more: Partial<DocumentState> = {}): DocumentState => ({
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
  const old = isOther ? oldCopy(found, spec, records) : undefined;
  if (old !== undefined) return as('old copy', old);
  if (!drifts) return as('current');
  const { body } = found.text;
  const taken = around
    .branches()
    .find(({ records: theirs }) => shownRecord(seen, body, theirs, around.sha256) !== undefined);
  return as('edited', taken === undefined ? {} : { branch: taken.branch });
}

/**
 * Returns the document's state after a person chose what counts. With `log`, a document that git restored is brought up to date.
 * With `document`, the document counts as it is, and the records that it lacks are set aside.
 */
export function keptStanding(
  found: DocumentState,
  keep: 'log' | 'document',
  text: SpecText,
  spec: ActiveSpec,
  records: readonly LogRecord[],
): DocumentState {
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

/**
 * Returns the spec computed again, without the records that the document's state sets aside and with those that it restores.
 * @param spec the spec before, returned if the state names no records.
 */
export function foldedWith(
  { kind, records: named }: DocumentState,
  records: readonly LogRecord[],
  spec: ActiveSpec,
): Spec {
  if (named.length === 0) return spec;
  const aside = new Set(kind === 'restored' ? [] : [...recordsSetAside(records), ...named]);
  return foldSpec(records, undefined, aside).spec;
}

/** Returns the frontmatter on which the next change is based, as `documentStateOf` does, but without calling git. */
export function currentFrontmatter(
  seen: JsonObject,
  records: readonly LogRecord[],
  sha256: (text: string) => string,
): JsonObject {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent' || headsOf(records).length < 2) return seen;
  const text = { body: '', criteriaSections: [] };
  const around = { sha256, now: '', committed: () => undefined, branches: () => [] };
  return documentStateOf({ frontmatter: seen, text }, spec, records, around).meant;
}

/**
 * Detects that the document again contains the changes of records that were set aside: its fields match the log including these
 * records, and its text has all text that these records wrote.
 */
function shownAgain(
  { frontmatter, text }: FoundDocument,
  records: readonly LogRecord[],
): Partial<DocumentState> | undefined {
  const aside = recordsSetAside(records);
  if (aside.size === 0) return undefined;
  const { spec } = foldSpec(records, undefined, new Set());
  if (spec.kind === 'absent' || isDrift(frontmatter, spec.frontmatter)) return undefined;
  const own = records.filter(({ id }) => aside.has(id));
  if (withRecordedText(text, [own]).missing.length > 0) return undefined;
  return { records: [...aside], meant: spec.frontmatter };
}

/**
 * Detects a document that somebody read at an earlier record and wrote back whole: it shows all items up to that record, and
 * lacks later ones of two kinds or more. It shows none of the later ones, except ticks: an agent may tick what it also ticked by
 * command. Of several such records, the one counts from whose fields the document differs least.
 */
function oldCopy(
  { frontmatter: seen, text }: FoundDocument,
  newest: ActiveSpec,
  records: readonly LogRecord[],
): Partial<DocumentState> | undefined {
  const aside = recordsSetAside(records);
  const counted = records.filter(({ id }) => !aside.has(id));
  const look = new ItemsInText();
  const found: ActiveSpec = { ...newest, text };
  const shown = (of: readonly LogRecord[]) =>
    [...itemsOf(of).values()].map((item) => ({ item, shows: look.shows(found, item) }));
  if (newest.claim === undefined && shown(counted).every(({ shows }) => shows !== 'lacked')) return undefined;
  const title = titleHeading(text.body) && titleOf({ text: text.body, bodyStart: 0 }, '');
  let best: (Partial<DocumentState> & { readonly edits: number }) | undefined;
  for (let at = counted.length - 2; at >= Math.max(0, counted.length - MOST_RECORDS); at -= 1) {
    const [upTo, since] = [counted.slice(0, at + 1), counted.slice(at + 1)];
    if (shown(upTo).some(({ shows }) => shows === 'lacked')) continue;
    const later = shown(since).filter(({ shows }) => shows !== 'other');
    const ticks = new Set(later.flatMap(({ item, shows }) => (item.kind === 'tick' ? shows : [])));
    if (ticks.size > 1 || later.some(({ item, shows }) => item.kind !== 'tick' && shows === 'shown'))
      continue;
    const { spec: before } = foldSpec(upTo);
    if (before.kind === 'absent') break;
    const changed = frontmatterDiff(before.frontmatter, newest.frontmatter);
    const edits = [...frontmatterDiff(before.frontmatter, seen)].filter(([key]) => isOwn(key));
    if (edits.some(([key, value]) => changed.has(key) && jsonEquals(changed.get(key) ?? null, value)))
      continue;
    const edited = new Set(edits.map(([key]) => key));
    const lacked = [...changed.keys()].filter((key) => isOwn(key) && !edited.has(key));
    const completed = withRecordedText(text, [since]);
    const kinds = new Set<string>(completed.missing.map(({ kind }) => kind));
    const isOldTitle = title === before.title && title !== newest.title;
    if (lacked.length > 0 || isOldTitle) kinds.add('field');
    if (!jsonEquals(claimOf(before), claimOf(newest))) kinds.add('claim');
    if (kinds.size < 2 || (best !== undefined && best.edits <= edits.length)) continue;
    best = {
      edits: edits.length,
      meant: edits.reduce(
        (fields, [key, value]) => withEdit(fields, before.frontmatter, key, value),
        newest.frontmatter,
      ),
      text: isOldTitle ? { ...completed, body: retitle(completed.body, newest.title) } : completed,
      known: counted[at]?.text,
      since: since.find((record) => record.at !== undefined)?.at,
    };
  }
  return best;
}

/** Returns the fields with one edited value; the members of a field such as `tags` are added and removed one by one. */
function withEdit(fields: JsonObject, before: JsonObject, key: string, value: JsonValue): JsonObject {
  const was = valueAt(before, key);
  if (!holdsSet(key, was, value, valueAt(fields, key))) return withField(fields, key, value);
  const change = memberChange(membersIn(was), membersIn(value));
  return change === undefined ? fields : withMemberChange(fields, key, change);
}

function claimOf({ claim }: ActiveSpec): JsonObject {
  return { by: claim?.by ?? null, place: claim?.place ?? null };
}

/**
 * Returns the state of a document whose log has several heads or missing parents. A value in the document that no branch recorded
 * was written by hand.
 */
function metBranches(
  { frontmatter: seen, text }: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  { sha256, judge = 'document' }: GitContext,
  as: (kind: DocumentStateKind, more?: Partial<DocumentState>) => DocumentState,
): DocumentState {
  const heads = headsOf(records);
  const lines = ownLines(records);
  const completed = lines.length > 1 ? withRecordedText(text, lines) : { body: text.body, missing: [] };
  const behind = completed.missing.length > 0 ? ('behind' as const) : undefined;
  const parents = new Set(heads.flatMap((one) => one.parents));
  const isBefore = records.some((one) => parents.has(one.id) && isToldBy(seen, one, sha256));
  if (!isDrift(seen, spec.frontmatter)) return as(behind ?? 'current', { text: completed });
  const [head] = heads;
  if (heads.length === 1 && head !== undefined) {
    const isTold = isToldBy(seen, head, sha256);
    return as('edited', { meant: isTold ? seen : cutOff(seen, spec, records, isBefore) });
  }
  const meant = intendedFrontmatter(seen, records, judge);
  if (isBefore && !hasMissingParents(records))
    return as('behind', { meant: spec.frontmatter, text: completed });
  const isEdited = isBefore || hasMissingParents(records) || isDrift(meant, spec.frontmatter);
  return as(isEdited ? 'edited' : 'behind', { meant, text: completed });
}

/**
 * Returns the frontmatter for a log with missing parents: if the document reflects the state before the last record, the changes
 * of that record are applied.
 */
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

/** Returns the newest record that led to the document's fields and text; undefined if there is none. */
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

/**
 * True if the frontmatter is the one that the record led to. `updated` may be absent or be the record's time, as in older
 * documents.
 */
function isToldBy(seen: JsonObject, { at, digest }: LogRecord, sha256: (text: string) => string): boolean {
  const updated = [null, ...(at === undefined ? [] : [timestampOf(at)])];
  const variants = [seen, ...updated.map((value) => withField(seen, 'updated', value))];
  return variants.some((one) => frontmatterDigest(one, sha256) === digest);
}

/**
 * Returns the recorded digest of the text. After a merge, the digest is known only if all heads have the same one, or if one of
 * the heads has the digest of the document's text.
 */
function knownText(heads: readonly LogRecord[], seen: string): string | undefined {
  const recorded = new Set(heads.map(({ text }) => text));
  if (recorded.has(seen)) return seen;
  return recorded.size === 1 ? heads[0]?.text : undefined;
}

/** False for `updated`, which spectool sets itself, so that a difference there does not count. */
function isOwn(key: string): boolean {
  return key !== 'updated';
}

export function isDrift(seen: JsonObject, logged: JsonObject): boolean {
  return [...frontmatterDiff(logged, seen).keys()].some(isOwn);
}
