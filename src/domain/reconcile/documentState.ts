import { frontmatterDiff, diffMembers, valueAt, withField, withMemberChange } from '../fields/fieldChange.js';
import type { ActiveSpec, SpecText } from '../spec/spec.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { timestampOf } from '../value/dates.js';
import { foldSpec } from '../log/foldSpec.js';
import { frontmatterDigest, textDigest } from '../log/digests.js';
import { type MergePreference, intendedFrontmatter } from './reconcileFields.js';
import {
  type CompletedText,
  recordsThatCount,
  ItemsInText,
  lackedItems,
  itemsOf,
  type RecordedItem,
  withRecordedText,
} from './recordedItems.js';
import { retitle, titleHeading, titleOf } from '../document/sections/headings.js';
import { recordFileName, hasMissingParents, headsOf, ownLines } from '../log/records/recordOrderAndFormat.js';
import type { LogRecord, RecordId } from '../log/records/record.js';
import { isSetInAllValues, membersOfFieldValue } from '../fields/standardFields.js';

/**
 * The state of a document compared with its log. A document "shows" a record if it has the fields and the text that resulted from
 * the record. The states are checked from top to bottom:
 * - `current`: the document shows the newest record;
 * - `returned`: git restored an earlier version, or undid such a restore; without git, the document shows an earlier record;
 * - `old copy`: the document is an older version, perhaps edited, that a person or a program saved over later changes;
 * - `behind`: branches were merged, and the document lacks changes that one of them recorded;
 * - `edited`: none of the other states, so the document was edited by hand.
 */
export type DocumentStateKind = 'current' | 'returned' | 'old copy' | 'behind' | 'edited';

export interface DocumentState {
  readonly kind: DocumentStateKind;
  /** The frontmatter in the document. */
  readonly seen: JsonObject;
  /** The frontmatter on which the next change is based. */
  readonly meant: JsonObject;
  /** The record whose fields and text the document has again. */
  readonly returned?: RecordId;
  /** The recorded items that are missing in the text although no record removed them. */
  readonly lost: readonly RecordedItem[];
  /** The recorded items that are missing in the text (`missing`), and the text with these items added (`body`). */
  readonly text: CompletedText;
  /** The time of the first change that is missing in an old copy. */
  readonly since?: string | undefined;
  /** The digest of the text according to the log; undefined if the log has none, or if merged branches have different ones. */
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
   * Returns the records in the commit that last changed the document. Records in later commits are not included, because their
   * changes may have been discarded.
   */
  readonly records: () => ReadonlySet<RecordId>;
  /** Returns the names of the spec's log files in the order in which the commits added them. */
  readonly order: () => readonly string[];
}

export interface GitContext {
  readonly sha256: (text: string) => string;
  /** Returns the state in git; undefined without git. Called only if the result can matter, because git is slow. */
  readonly committed: () => CommittedSpec | undefined;
  /**
   * The source of values about which branches disagree: by default `document`, because a person may have chosen the value there;
   * `log` if a merge has just written the document.
   */
  readonly judge?: MergePreference;
}

/** The greatest number of records that may have followed the version of which a document is an old copy. */
const MOST_RECORDS = 50;

/**
 * Determines the state of a document compared with its log (see `DocumentStateKind`).
 * @param spec the spec that results from `records`, which are sorted by `orderRecords`.
 */
export function documentStateOf(
  found: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  around: GitContext,
): DocumentState {
  const print = textDigest(found.text.body, around.sha256);
  const heads = headsOf(records);
  const known = knownText(heads, print);
  const text = { body: found.text.body, missing: [] };
  const seen = found.frontmatter;
  const plain = { seen, meant: seen, text, known, lost: [] };
  const isOther = known !== undefined && known !== print;
  if (heads.length > 1 || hasMissingParents(records)) {
    const state = { ...plain, ...metBranches(found, spec, records, around) };
    return isOther
      ? { ...state, lost: lackedItems({ ...found.text, body: state.text.body }, records) }
      : state;
  }
  if (!isOther && !isFieldDrift(seen, spec.frontmatter)) return { ...plain, kind: 'current' };
  const state = { ...plain, ...parted(found, spec, records, around, isOther) };
  if (!isOther) return state;
  const lost = lackedItems({ ...found.text, body: state.text.body }, records);
  return { ...state, lost: [...lost, ...state.lost] };
}

type Parted = Pick<DocumentState, 'kind'> & Partial<DocumentState>;

/** Returns the state of a document that differs from its log, if the log has a single head. */
function parted(
  found: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
  around: GitContext,
  isOther: boolean,
): Parted {
  const { frontmatter: seen, text } = found;
  const [head] = headsOf(records);
  const drifts = isFieldDrift(seen, spec.frontmatter);
  const again = broughtBack(found, spec, records);
  if (again !== undefined) return { kind: 'returned', returned: again };
  if (drifts && head !== undefined && isToldBy(seen, head, around.sha256)) return { kind: 'edited' };
  const counted = recordsThatCount(records);
  const shown = shownRecord(seen, text.body, counted.slice(0, -1), around.sha256);
  const readAt = isOther ? copies(found, spec, counted) : undefined;
  const near = () =>
    counted.slice(0, -1).flatMap((_, at) => (at < counted.length - MOST_RECORDS ? [] : (readAt?.(at) ?? [])));
  const copied = shown === undefined ? near() : undefined;
  const isFar = readAt !== undefined && counted.length > MOST_RECORDS;
  if (isOther && copied?.length === 0 && !isFar) return { kind: 'edited' };
  const git = around.committed();
  const isOfGit = git === undefined ? shown !== undefined : git.isUntouched;
  if (shown !== undefined && isOfGit) return { kind: 'returned', returned: shown.id };
  // The version in git may contain edits that are in no record, so the document is compared as an edited copy.
  if (git?.isUntouched === true && isOther) {
    const held = git.records();
    const at = counted.findLastIndex(({ id }) => held.has(id));
    const known = counted[at];
    if (known !== undefined && readAt?.(at) !== undefined) return { kind: 'returned', returned: known.id };
  } else if (git?.isUntouched === true) {
    const last = lastOfCommits(seen, counted, git.order());
    if (last !== undefined) return { kind: 'returned', returned: last.id };
  }
  const best = (copied ?? near()).filter(({ kinds }) => kinds > 1).reverse();
  if (best.length === 0) return { kind: 'edited' };
  return { kind: 'old copy', ...best.reduce((one, other) => (other.edits < one.edits ? other : one)).state };
}

/**
 * Returns the last record in the order in which commits added the records, which a rebase may change; undefined if the records,
 * applied in this order, do not result in the document's fields.
 */
function lastOfCommits(
  seen: JsonObject,
  records: readonly LogRecord[],
  order: readonly string[],
): LogRecord | undefined {
  const at = (record: LogRecord) => order.indexOf(recordFileName(record));
  if (records.some((record) => at(record) < 0)) return undefined;
  const sorted = records.toSorted((a, b) => at(a) - at(b));
  const { spec } = foldSpec(sorted);
  return spec.kind === 'active' && !isFieldDrift(seen, spec.frontmatter) ? sorted.at(-1) : undefined;
}

/**
 * Returns the document's state after a person chose which one is right. With `log`, a document that git restored gets the later
 * changes again. With `document`, the document counts as it is.
 */
export function documentStateAfterChoice(
  found: DocumentState,
  keep: 'log' | 'document',
  text: SpecText,
  spec: ActiveSpec,
  records: readonly LogRecord[],
): DocumentState {
  if (keep === 'log' && found.kind === 'returned') {
    const { returned: _to, ...state } = found;
    const later = records.slice(records.findIndex(({ id }) => id === found.returned) + 1);
    return {
      ...state,
      kind: 'behind',
      meant: spec.frontmatter,
      lost: [],
      text: withRecordedText(text, [later]),
    };
  }
  if (keep === 'log' || (found.kind !== 'behind' && found.kind !== 'old copy')) return found;
  const asFound = { body: text.body, missing: [] };
  return {
    ...found,
    kind: 'edited',
    meant: found.seen,
    lost: [...found.text.missing, ...found.lost],
    text: asFound,
  };
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
  const around = { sha256, committed: () => undefined };
  return documentStateOf({ frontmatter: seen, text }, spec, records, around).meant;
}

/**
 * Returns the newest record from before git restored an older document, if the document has the content again that the restore
 * removed: its fields that differ from the log have the values of that record, and its text has the removed items again. Other
 * edits of the text are allowed.
 */
function broughtBack(
  { frontmatter: seen, text }: FoundDocument,
  spec: ActiveSpec,
  records: readonly LogRecord[],
): RecordId | undefined {
  const at = records.findLastIndex(({ events }) => events.some(isReturn));
  const left = records[at - 1];
  if (left === undefined) return undefined;
  const before = records.slice(0, at);
  const { spec: was } = foldSpec(before);
  if (was.kind === 'absent') return undefined;
  const differs = [...frontmatterDiff(spec.frontmatter, seen)].filter(([key]) => isOwn(key));
  if (differs.some(([key, value]) => !jsonEquals(valueAt(was.frontmatter, key), value))) return undefined;
  const look = new ItemsInText();
  const now = itemsOf(recordsThatCount(records));
  const gone = [...itemsOf(before).values()].filter(({ key }) => !now.has(key));
  if (differs.length === 0 && gone.length === 0) return undefined;
  const isShown = gone.every((item) => look.shows({ ...spec, text }, item) === 'shown');
  return isShown ? left.id : undefined;
}

function isReturn({ type, data }: LogRecord['events'][number]): boolean {
  return typeof data['returned'] === 'string' || type === 'RecordsSetAside';
}

/** A comparison of a document with an earlier state of which it may be an edited copy. */
interface Copy {
  /** The number of fields that were edited in the copy. */
  readonly edits: number;
  /**
   * How many kinds of recorded changes the copy lacks, of tick, note, criterion, section, field and claim. If only one kind is
   * missing, the document counts as edited, not as an old copy.
   */
  readonly kinds: number;
  readonly state: Partial<DocumentState>;
}

/**
 * Returns a function that compares a document with its state after a record, given by index. The document is a copy of that state
 * if it has all items up to the record and no later items except ticks, which an agent may also set by hand. If the document has
 * all items of the log, it is not an old copy, and undefined is returned instead of a function.
 */
function copies(
  { frontmatter: seen, text }: FoundDocument,
  newest: ActiveSpec,
  records: readonly LogRecord[],
): ((at: number) => Copy | undefined) | undefined {
  const look = new ItemsInText();
  const found: ActiveSpec = { ...newest, text };
  const shown = (of: readonly LogRecord[]) =>
    [...itemsOf(of).values()].map((item) => ({ item, shows: look.shows(found, item) }));
  const isWhole = newest.claim === undefined && shown(records).every(({ shows }) => shows !== 'lacked');
  if (isWhole) return undefined;
  const title = titleHeading(text.body) && titleOf({ text: text.body, bodyStart: 0 }, '');
  return (at) => {
    const [upTo, since] = [records.slice(0, at + 1), records.slice(at + 1)];
    if (shown(upTo).some(({ shows }) => shows === 'lacked')) return undefined;
    const later = shown(since);
    const ticks = new Set(
      later.flatMap(({ item, shows }) => (item.kind === 'tick' && shows !== 'other' ? shows : [])),
    );
    if (ticks.size > 1 || later.some(({ item, shows }) => item.kind !== 'tick' && shows === 'shown'))
      return undefined;
    const { spec: before } = foldSpec(upTo);
    if (before.kind === 'absent') return undefined;
    const changed = frontmatterDiff(before.frontmatter, newest.frontmatter);
    const edits = [...frontmatterDiff(before.frontmatter, seen)].filter(([key]) => isOwn(key));
    if (edits.some(([key, value]) => changed.has(key) && jsonEquals(changed.get(key) ?? null, value)))
      return undefined;
    const edited = new Set(edits.map(([key]) => key));
    const completed = withRecordedText(text, [since]);
    const kinds = new Set<string>(completed.missing.map(({ kind }) => kind));
    const isOldTitle = title === before.title && title !== newest.title;
    if (isOldTitle || [...changed.keys()].some((key) => isOwn(key) && !edited.has(key))) {
      kinds.add('field');
      if (!jsonEquals(claimOf(before), claimOf(newest))) kinds.add('claim');
    }
    if (kinds.size === 0) return undefined;
    return {
      edits: edits.length,
      kinds: kinds.size,
      state: {
        meant: edits.reduce(
          (fields, [key, value]) => withEdit(fields, before.frontmatter, key, value),
          newest.frontmatter,
        ),
        text: isOldTitle ? { ...completed, body: retitle(completed.body, newest.title) } : completed,
        known: records[at]?.text,
        since: since.find((record) => record.at !== undefined)?.at,
        // If both the copy and a later record changed a section, the copy's text stays and the record's text is reported as lost.
        lost: later.flatMap(({ item, shows }) => (item.kind === 'section' && shows === 'other' ? item : [])),
      },
    };
  };
}

/** Returns the fields with one edited value; in list fields such as `tags`, only the added and removed members change. */
function withEdit(fields: JsonObject, before: JsonObject, key: string, value: JsonValue): JsonObject {
  const was = valueAt(before, key);
  if (!isSetInAllValues(key, was, value, valueAt(fields, key))) return withField(fields, key, value);
  const change = diffMembers(membersOfFieldValue(was), membersOfFieldValue(value));
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
): Parted {
  const as = (kind: DocumentStateKind, more: Partial<DocumentState> = {}): Parted => ({ kind, ...more });
  const heads = headsOf(records);
  const lines = ownLines(records);
  const completed = lines.length > 1 ? withRecordedText(text, lines) : { body: text.body, missing: [] };
  const behind = completed.missing.length > 0 ? ('behind' as const) : undefined;
  const parents = new Set(heads.flatMap((one) => one.parents));
  const isBefore = records.some((one) => parents.has(one.id) && isToldBy(seen, one, sha256));
  if (!isFieldDrift(seen, spec.frontmatter)) return as(behind ?? 'current', { text: completed });
  const [head] = heads;
  if (heads.length === 1 && head !== undefined) {
    const isTold = isToldBy(seen, head, sha256);
    return as('edited', { meant: isTold ? seen : cutOff(seen, spec, records, isBefore) });
  }
  const meant = intendedFrontmatter(seen, records, judge);
  if (isBefore && !hasMissingParents(records))
    return as('behind', { meant: spec.frontmatter, text: completed });
  const isEdited = isBefore || hasMissingParents(records) || isFieldDrift(meant, spec.frontmatter);
  return as(isEdited ? 'edited' : 'behind', { meant, text: completed });
}

/**
 * Returns the frontmatter for a log with missing parents: a document in the state before the last record gets the changes of that
 * record.
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
  if (!isBefore && isFieldDrift(seen, known)) return seen;
  const changes = [...frontmatterDiff(known, spec.frontmatter)].filter(([key]) => isOwn(key));
  return changes.reduce((fields, [key, value]) => withField(fields, key, value), seen);
}

/** Returns the newest record that resulted in the document's fields and text; undefined if there is none. */
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
 * True if the frontmatter is the one that resulted from the record. `updated` may be absent or be the record's time, as in older
 * documents.
 */
function isToldBy(seen: JsonObject, { at, digest }: LogRecord, sha256: (text: string) => string): boolean {
  const updated = [null, ...(at === undefined ? [] : [timestampOf(at)])];
  const variants = [seen, ...updated.map((value) => withField(seen, 'updated', value))];
  return variants.some((one) => frontmatterDigest(one, sha256) === digest);
}

/**
 * Returns the recorded digest of the text. After a merge, it is the digest of the document's text if a head has that digest, or
 * else the digest that all heads share; undefined if the heads differ.
 */
function knownText(heads: readonly LogRecord[], seen: string): string | undefined {
  const recorded = new Set(heads.map(({ text }) => text));
  if (recorded.has(seen)) return seen;
  return recorded.size === 1 ? heads[0]?.text : undefined;
}

/** True for all fields except `updated`, which spectool sets itself, so that a difference in it does not count. */
function isOwn(key: string): boolean {
  return key !== 'updated';
}

/** True if a field in the document, other than `updated`, differs from the state in the log. */
export function isFieldDrift(seen: JsonObject, logged: JsonObject): boolean {
  return [...frontmatterDiff(logged, seen).keys()].some(isOwn);
}
