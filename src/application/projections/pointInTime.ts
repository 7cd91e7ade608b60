import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { lastChange } from '../../domain/log/logSummary.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { effectiveTimes } from '../../domain/log/records/recordOrder.js';
import { specPath } from '../../domain/naming/projectPath.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isStatus, type Status } from '../../domain/spec/status.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import { DAY_MS, instantOf, isCalendarDate, millisecondsOf } from '../../domain/value/dates.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import type { Clock } from '../../ports/system.js';

/** A change of status, from the log or the document. */
export interface StatusStep {
  readonly status: Status;
  /** Day or timestamp. */
  readonly at: string;
}

/**
 * Maximum number of specs in progress whose logs are opened to find when work began. With more specs, the time of the last
 * change is used instead.
 */
export const LOGS_OPENED = 60;

/** Returns the time since which the spec has its status, taken from `steps` or the dates of the spec; null if unknown. */
export function stateSince(spec: SpecView, steps: readonly StatusStep[]): string | null {
  const last = steps.findLast((step) => step.status === spec.status);
  switch (spec.status) {
    case 'planned':
      return last?.at ?? spec.created ?? spec.updated;
    case 'in-progress':
      return last?.at ?? spec.updated ?? spec.created;
    case 'complete':
      // A later edit tells nothing about the day, so an unknown day stays unknown.
      return last?.at ?? spec.completed ?? null;
    case null:
      return spec.updated ?? spec.created;
  }
}

/** Returns the status changes in the log, in its order. Records without a time (hand edits) are left out. */
export function loggedSteps(records: readonly LogRecord[]): readonly StatusStep[] {
  const times = effectiveTimes(records);
  return records.flatMap(({ id, at, events }) =>
    events.flatMap(({ type, data }) => {
      const to = type === 'StatusChanged' && Object.hasOwn(data, 'to') ? data['to'] : undefined;
      return at !== undefined && isStatus(to) ? [{ status: to, at: instantOf(times.get(id) ?? 0) }] : [];
    }),
  );
}

/** Returns the status changes listed in the field `transitions` (`status`, `at`) of an imported document, oldest first. */
export function writtenSteps(spec: SpecView): readonly StatusStep[] {
  const written = Object.hasOwn(spec.fields, 'transitions') ? spec.fields['transitions'] : undefined;
  if (!Array.isArray(written)) return [];
  return (written as readonly JsonValue[])
    .flatMap((step) => {
      const { status, at } = asRecord(step);
      return isStatus(status) && typeof at === 'string' && !Number.isNaN(Date.parse(at))
        ? [{ status, at }]
        : [];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function asRecord(value: JsonValue): Readonly<Record<string, JsonValue | undefined>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, JsonValue>>)
    : {};
}

/** A spec at a past moment, with its records up to then. */
interface SpecAsOf {
  readonly spec: SpecView;
  readonly records: readonly LogRecord[];
}

/**
 * Returns all specs as of `moment`: from the log, or from the dates in the document if a spec was not in the log yet.
 * @param streams records of each spec, in the order in which they apply.
 */
export function projectAsOf(
  present: readonly SpecView[],
  streams: ReadonlyMap<string, readonly LogRecord[]>,
  moment: PointInTime,
  specsDir: string,
): readonly SpecAsOf[] {
  const past: SpecAsOf[] = [];
  for (const [, records] of streams) {
    const one = loggedSpec(records, moment, specsDir);
    if (one !== undefined) past.push(one);
  }
  const shown = new Set(past.map(({ spec }) => spec.path));
  for (const spec of present) {
    // The id of an unreadable document is unknown. If the log has a spec in its folder, that spec is in the result already.
    if (spec.broken === true && shown.has(spec.path)) continue;
    if (spec.id !== null && (streams.get(spec.id)?.length ?? 0) > 0) continue;
    const then = byDates(spec, moment);
    if (then !== undefined) past.push({ spec: then, records: [] });
  }
  return past.sort(
    (a, b) =>
      (a.spec.sequence ?? Infinity) - (b.spec.sequence ?? Infinity) || (a.spec.ref < b.spec.ref ? -1 : 1),
  );
}

/**
 * Returns a spec as of a moment: from its log, or from its dates before its import; undefined if it did not exist.
 * @param records records of the spec, in the order in which they apply.
 */
export function loggedSpec(
  records: readonly LogRecord[],
  moment: PointInTime,
  specsDir: string,
): SpecAsOf | undefined {
  const known = upTo(records, moment);
  const spec = known.length > 0 ? viewOf(known, specsDir) : beforeImport(records, moment, specsDir);
  return spec === undefined ? undefined : { spec, records: known };
}

/** Returns the records up to the moment. A record without a time counts as between the records around it. */
function upTo(records: readonly LogRecord[], { instant, record }: PointInTime): readonly LogRecord[] {
  const times = effectiveTimes(records);
  const end = Date.parse(instant);
  const timeOf = ({ id }: LogRecord) => times.get(id) ?? 0;
  const isPast = (one: LogRecord) =>
    timeOf(one) < end || (timeOf(one) === end && (record === undefined || one.id <= record.id));
  const done = records.filter((one) => one.at !== undefined && isPast(one));
  const latest = done.reduce((max, one) => Math.max(max, timeOf(one)), -1);
  const stood = new Set(done);
  return records.filter(
    (one) => stood.has(one) || one.id === record?.id || (one.at === undefined && timeOf(one) <= latest),
  );
}

function viewOf(records: readonly LogRecord[], specsDir: string): SpecView | undefined {
  const { spec } = foldSpec(records);
  return spec.kind === 'active' ? asView(spec, specsDir, lastChange(records)) : undefined;
}

function asView(
  { labels, frontmatter, title }: ActiveSpec,
  specsDir: string,
  at: number | undefined,
): SpecView {
  return toSpecView(
    { folder: { ...labels, path: specPath(specsDir, labels) }, frontmatter, title },
    at === undefined ? undefined : { at, from: 'log' },
  );
}

/**
 * Returns an imported spec as of a moment before its import, according to the dates in its document; undefined if `create`
 * made the spec instead of an import.
 */
function beforeImport(
  records: readonly LogRecord[],
  moment: PointInTime,
  specsDir: string,
): SpecView | undefined {
  const first = records[0];
  if (first === undefined || first.events[0]?.type !== 'SpecImported') return undefined;
  const imported = viewOf([first], specsDir);
  return imported === undefined ? undefined : byDates(imported, moment);
}

/** Returns the spec as of a moment according to its dates; undefined if it did not exist yet. */
export function byDates(spec: SpecView, { instant }: PointInTime): SpecView | undefined {
  const passed = (at: string): boolean => Date.parse(at) <= Date.parse(instant);
  if (spec.created !== null && !passed(spec.created)) return undefined;
  const steps = writtenSteps(spec);
  const last = steps.findLast((step) => passed(step.at));
  const { completed, ...rest } = spec;
  const finished = completed ?? steps.findLast((step) => step.status === 'complete')?.at;
  if (spec.status === null) return rest;
  if (spec.status === 'complete' && (finished === undefined || passed(finished))) return spec;
  const unknown = steps.length === 0 && (spec.updated === null || passed(spec.updated));
  const before = spec.status === 'in-progress' && unknown ? 'in-progress' : 'planned';
  return { ...rest, status: last?.status ?? before };
}

/** A point in the past: a time, or the state right after one record. */
export interface PointInTime {
  /** Time in UTC with milliseconds; for a record, the time that the history shows for it. */
  readonly instant: string;
  readonly record?: LogRecord;
}

type Records = () => Iterable<LogRecord>;

/**
 * Parses `--as-of`: a day (its end, in the user's time zone), an instant, a time ago, or an event by a prefix of its id.
 * @throws SpectoolError `EVENT_NOT_FOUND`, `USAGE`.
 */
export function momentOf(asOf: string, clock: Clock, records: Records): PointInTime {
  const day = dayNamed(asOf, clock);
  if (day !== undefined) return { instant: new Date(startOfDay(day, 1) - 1).toISOString() };
  return pointIn(asOf, clock, records);
}

/** Parses `--since`: like `momentOf`, but a day means its beginning. */
export function sinceMoment(since: string, clock: Clock, records: Records): PointInTime {
  const day = dayNamed(since, clock);
  if (day !== undefined) return { instant: new Date(startOfDay(day, 0)).toISOString() };
  return pointIn(since, clock, records);
}

function pointIn(text: string, clock: Clock, records: Records): PointInTime {
  const ago = millisecondsOf(text);
  if (ago !== undefined) return { instant: new Date(Date.parse(clock.now()) - ago).toISOString() };
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)))
    return { instant: new Date(text).toISOString() };
  const id = text.toLowerCase();
  const isId = /^[\da-f]{4,64}$/.test(id);
  const all = isId ? [...records()] : [];
  const found = all.filter((record) => record.id.startsWith(id));
  const ids = new Set(found.map((record) => record.id));
  const [record] = found;
  if (record === undefined || ids.size > 1) {
    const problem = ids.size > 1 ? 'matches several events' : 'is neither a time nor an event';
    throw new SpectoolError(isId ? 'EVENT_NOT_FOUND' : 'USAGE', `"${text}" ${problem}.`, {
      hint:
        ids.size > 1
          ? 'Give more characters of the event id.'
          : 'Give a day (YYYY-MM-DD, today, yesterday), a time ago (30m, 2h, 3d, 1w), an instant (2026-01-05T10:00:00Z), or at least four characters of an event id.',
      advice: [{ useCase: 'showHistory', to: 'see the ids of events' }],
      details: { given: text, candidates: [...ids] },
    });
  }
  return { instant: settledTime(record, all), record };
}

/** Returns `YYYY-MM-DD` for a date, `today` or `yesterday`. */
function dayNamed(text: string, clock: Clock): string | undefined {
  const given: unknown = text;
  if (isCalendarDate(given)) return given;
  if (text === 'today') return clock.today();
  if (text !== 'yesterday') return undefined;
  return new Date(Date.parse(clock.today()) - DAY_MS).toISOString().slice(0, 10);
}

/** Start of a day in the user's time zone, in milliseconds since 1970. @param later number of days to add. */
function startOfDay(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, date + later);
  return start.getTime();
}

/** Returns the time of a record. A record without a time (a hand edit) counts as just before the change that follows it. */
function settledTime(record: LogRecord, records: readonly LogRecord[]): string {
  const times = effectiveTimes(records);
  const time = times.get(record.id) ?? 0;
  const next = records.find(({ parents }) => parents.includes(record.id));
  const known = time === 0 && next !== undefined ? (times.get(next.id) ?? 1) - 1 : time;
  return instantOf(known);
}
