import {
  frontmatterDiff,
  diffMembers,
  valueAt,
  withField,
  applyMemberChange,
} from '../fields/fieldChange.js';
import { type JsonObject, type JsonValue, jsonEquals, canonicalJson } from '../value/jsonValue.js';
import { scalarWrites } from '../spec/specEvents.js';
import { divergences } from '../log/divergences.js';
import { foldSpec } from '../log/foldSpec.js';
import type { LogRecord } from '../log/records/record.js';
import { ancestry, linesOf, ownLines } from '../log/records/recordOrderAndFormat.js';
import { isSetInAllValues, membersOfFieldValue } from '../fields/standardFields.js';

/** The source of a field's value if branches set different values: the document or the log. */
export type MergePreference = 'document' | 'log';

/** The three versions in a three-way merge; they are equal if there was no merge. */
export interface Sides<Version> {
  readonly base: Version;
  readonly ours: Version;
  readonly theirs: Version;
}

/** The result of merging a frontmatter. */
export interface ReconciledFields {
  readonly meant: JsonObject;
  /** The fields that only a person can decide, because both sides changed them by hand; they are not in `meant`. */
  readonly open: readonly string[];
}

const OPEN = Symbol('open');

/**
 * Reconciles the fields of three versions of a frontmatter with the log; exchanging `ours` and `theirs` changes nothing. A field
 * that one side changed gets that side's value; a field that both sides changed gets the value in the log. A value that is in no
 * branch of the log was written by hand and is kept. With the `judge` `document`, a value that a person chose between branches is
 * kept, too.
 * @param records the records of the log after the merge, sorted by `orderRecords`.
 * @param reverted records that `theirs` removed from the log; the remaining log decides the fields that they had changed.
 */
export function reconciledFrontmatter(
  sides: Sides<JsonObject>,
  records: readonly LogRecord[],
  judge: MergePreference = 'log',
  reverted: readonly LogRecord[] = [],
): ReconciledFields {
  const log = recordedIn(records);
  const before = reverted.length === 0 ? undefined : stateBefore(reverted, records);
  const chosen = judge === 'document' ? contestedFields(records) : new Set<string>();
  const commanded = reverted.length === 0 ? commandedFields(records) : undefined;
  const meant: Record<string, JsonValue> = {};
  const open: string[] = [];
  for (const key of new Set([sides.ours, sides.theirs, ...log].flatMap((one) => Object.keys(one)))) {
    const value = judgedValue(key, sides, log, { chosen, commanded, before });
    if (value === OPEN) open.push(key);
    else if (value !== null) meant[key] = value;
  }
  return { meant, open };
}

/** Reconciles the fields of a single document with a log whose branches were merged (see `reconciledFrontmatter`). */
export function intendedFrontmatter(
  seen: JsonObject,
  records: readonly LogRecord[],
  judge: MergePreference,
): JsonObject {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent') return seen;
  const { meant } = reconciledFrontmatter({ base: seen, ours: seen, theirs: seen }, records, judge);
  return withField(meant, 'updated', valueAt(spec.frontmatter, 'updated'));
}

/**
 * Returns the fields to reconcile because both sides changed them to different values. `updated` is left out, because spectool
 * sets it.
 */
export function changedByBoth({ base, ours, theirs }: Sides<JsonObject>): ReadonlySet<string> {
  const [our, their] = [frontmatterDiff(base, ours), frontmatterDiff(base, theirs)];
  const between = frontmatterDiff(ours, theirs);
  return new Set([...our.keys()].filter((key) => key !== 'updated' && their.has(key) && between.has(key)));
}

/**
 * Returns the frontmatter that results from the whole log, followed by the one that results from each branch; empty if the log
 * does not create a spec.
 */
function recordedIn(records: readonly LogRecord[]): readonly JsonObject[] {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent') return [];
  const [beginning] = records;
  const ids = new Set(records.map(({ id }) => id));
  const told = linesOf(records).map((line) => {
    // A branch whose ancestors are missing, as after a revert, is applied after the spec's first record.
    const isCut = line.some(({ parents }) => parents.some((id) => !ids.has(id)));
    return frontmatterOf(
      isCut && beginning !== undefined && !line.includes(beginning) ? [beginning, ...line] : line,
    );
  });
  return [spec.frontmatter, ...told];
}

/** Returns the frontmatter before the reverted records, computed from the ancestors of these records. */
function stateBefore(reverted: readonly LogRecord[], records: readonly LogRecord[]): JsonObject {
  const byId = new Map([...records, ...reverted].map((record) => [record.id, record]));
  const known = new Set(ancestry(reverted, byId));
  for (const { id } of reverted) known.delete(id);
  return frontmatterOf(records.filter(({ id }) => known.has(id)));
}

interface Known {
  /** The fields for which a person chose between the branches' values; empty if such a choice does not count. */
  readonly chosen: ReadonlySet<string>;
  /** The fields that a command changed on any branch; undefined if there is only one branch. */
  readonly commanded: ReadonlySet<string> | undefined;
  /** The frontmatter before the reverted records. */
  readonly before: JsonObject | undefined;
}

function judgedValue(
  key: string,
  sides: Sides<JsonObject>,
  log: readonly JsonObject[],
  { chosen, commanded, before }: Known,
): JsonValue | typeof OPEN {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((side) => valueAt(side, key)) as [
    JsonValue,
    JsonValue,
    JsonValue,
  ];
  if (key === 'updated') return latest(base, ours, theirs);
  const same = (a: JsonValue, b: JsonValue) => frontmatterDiff({ [key]: a }, { [key]: b }).size === 0;
  const logged = log.map((one) => valueAt(one, key));
  const isOpen = !same(ours, theirs) && !same(base, ours) && !same(base, theirs);
  // No command changed this field on a branch, so only the documents show which side changed it.
  if (!isOpen && commanded?.has(key) === false) return changed();
  if (isSetInAllValues(key, base, ours, theirs)) {
    // Merging the members of a field such as `tags` would lose an object among them.
    if (isOpen && ![ours, theirs].flat().every((item) => item === null || typeof item !== 'object'))
      return OPEN;
    const seen = isOpen ? mergedSet(base, ours, theirs) : changed();
    const meant = judgedSet(seen, logged, takenBack());
    const isSeen = diffMembers(membersOfFieldValue(seen), meant) === undefined;
    return isSeen && !isOpen ? seen : meant.length === 0 ? null : meant;
  }
  if (!isOpen) return judgedScalar(changed());
  const byHand = [ours, theirs].filter((value) => !isRecorded(value) && !isTakenBack(value));
  if (byHand.length === 2) return OPEN;
  return byHand[0] === undefined ? (logged[0] ?? null) : byHand[0];

  function changed(): JsonValue {
    return same(base, ours) ? theirs : ours;
  }

  function isRecorded(value: JsonValue): boolean {
    return logged.some((one) => same(one, value));
  }

  function isTakenBack(value: JsonValue): boolean {
    return (
      before !== undefined && !same(base, theirs) && same(value, theirs) && same(value, valueAt(before, key))
    );
  }

  function takenBack(): ReadonlySet<string> {
    if (before === undefined) return new Set();
    const sets = [base, ours, theirs, valueAt(before, key)].map(
      (value) => new Set(membersOfFieldValue(value)),
    );
    const [was, , their] = sets;
    return new Set(
      [...(was ?? []), ...(their ?? [])].filter((member) => {
        const [inBase, inOurs, inTheirs, inFirst] = sets.map((one) => one.has(member));
        return inBase === inOurs && inBase !== inTheirs && inTheirs === inFirst;
      }),
    );
  }

  function judgedScalar(value: JsonValue): JsonValue {
    if (isTakenBack(value)) return logged[0] ?? null;
    return chosen.has(key) || !isRecorded(value) ? value : (logged[0] ?? null);
  }
}

/** Merges `updated`: the later of both times, or none if one side removed it, because `null` as JSON sorts after every string. */
function latest(base: JsonValue, ours: JsonValue, theirs: JsonValue): JsonValue {
  if (jsonEquals(base, ours)) return theirs;
  if (jsonEquals(base, theirs)) return ours;
  return canonicalJson(ours) > canonicalJson(theirs) ? ours : theirs;
}

/**
 * Merges the members of a field such as `tags`: keeps the members that either side added, and drops the members that either side
 * removed.
 */
function mergedSet(base: JsonValue, ours: JsonValue, theirs: JsonValue): readonly string[] {
  const before = membersOfFieldValue(base);
  const changes = [ours, theirs].map((side) => diffMembers(before, membersOfFieldValue(side)));
  const added = [...new Set(changes.flatMap((change) => change?.added ?? []))].sort();
  return applyMemberChange(before, { added, removed: changes.flatMap((change) => change?.removed ?? []) });
}

/**
 * Returns the members that a field such as `tags` has in the log, with members added by hand and without members removed by hand.
 * @param decided members for which only the log counts.
 */
function judgedSet(
  seen: JsonValue,
  logged: readonly JsonValue[],
  decided: ReadonlySet<string>,
): readonly string[] {
  const found = membersOfFieldValue(seen);
  const members = new Set(found);
  const recorded = membersOfFieldValue(logged[0]);
  const versions = logged.map((value) => new Set(membersOfFieldValue(value)));
  return applyMemberChange(recorded, {
    added: found.filter((member) => !decided.has(member) && !versions.some((one) => one.has(member))),
    removed: recorded.filter(
      (member) => !decided.has(member) && !members.has(member) && versions.every((one) => one.has(member)),
    ),
  });
}

function commandedFields(records: readonly LogRecord[]): ReadonlySet<string> | undefined {
  const lines = ownLines(records);
  if (lines.length < 2) return undefined;
  const done = lines.flat().filter(({ at }) => at !== undefined);
  return new Set(
    done.flatMap(({ events }) =>
      events.flatMap((event) => [...scalarWrites(event).keys(), ...setsWritten(event)]),
    ),
  );
}

function setsWritten({ type, data }: LogRecord['events'][number]): readonly string[] {
  if (type === 'TagsChanged') return ['tags'];
  return type === 'DependenciesChanged' && typeof data['field'] === 'string' ? [data['field']] : [];
}

/**
 * Returns the fields that the branches changed to different values since their common ancestor. Git cannot have merged these
 * fields without a conflict.
 */
function contestedFields(records: readonly LogRecord[]): ReadonlySet<string> {
  const diverged = divergences(records);
  if (diverged.length === 0) return new Set();
  const own = new Set(ownLines(records).flat());
  const base = frontmatterOf(records.filter((record) => !own.has(record)));
  const changes = linesOf(records).map((line) => frontmatterDiff(base, frontmatterOf(line)));
  return new Set(
    diverged
      .map(({ field }) => field)
      .filter((field) => {
        const values = changes.flatMap((change) => (change.has(field) ? [change.get(field) ?? null] : []));
        return values.some((value) => !jsonEquals(value, values[0]));
      }),
  );
}

function frontmatterOf(records: readonly LogRecord[]): JsonObject {
  const { spec } = foldSpec(records);
  return spec.kind === 'active' ? spec.frontmatter : {};
}
