import { quoted } from '../../domain/value/text.js';
import { isSamePerson } from '../../domain/value/person.js';
import { brokenSpecs, refuseReservedId } from '../changes/brokenAndDuplicateSpecs.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogRecord, PROJECT_STREAM } from '../../domain/log/records/record.js';
import { effectiveTimes, newestFirst } from '../../domain/log/records/recordOrderAndFormat.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import { type Warning, useCase, positive, text } from '../useCase.js';
import { sinceMoment } from '../projections/pointInTime.js';
import type { Services } from '../services.js';
import { type HistoryEvent, historyEvents } from '../../domain/log/historyEvents.js';

export interface ShowHistoryResult {
  /** Events of the log, newest first. */
  readonly events: readonly HistoryEvent[];
  /** Number of all matching events (`total`) and of the listed ones (`shown`); absent if all are listed. */
  readonly total?: number;
  readonly shown?: number;
  /**
   * Warnings of an interrupted change, and of records whose parent records are missing (removed with git, or on another
   * branch).
   */
  readonly warnings?: readonly Warning[];
}

/** Shows events of the log. */
export const showHistory = useCase(
  {
    /** Show the history of this spec; of the whole project by default. */
    spec: text,
    /** Maximum number of events to show, newest first. */
    limit: positive,
    /** Show events since a day, an instant, a time ago (`2h`, `3d`, `yesterday`), or an event given by a prefix of its id. */
    since: text,
    /** Show only events of this actor. */
    actor: text,
  },
  (use, request): ShowHistoryResult => {
    const asked = request.spec === undefined ? undefined : askedSpec(use, request.spec);
    const streams = asked === undefined ? use.eventLog.streams() : [asked.stream];
    const warnings: Warning[] = [];
    const refs = new Map<string, string>();
    const all: LogRecord[] = [];
    for (const stream of streams) {
      const records = use.eventLog.records(stream);
      const { spec } = foldSpec(stream === PROJECT_STREAM ? [] : records);
      const ref = spec.kind === 'active' ? spec.labels.ref : undefined;
      if (ref !== undefined) refs.set(stream, ref);
      for (const warning of takenBack(ref ?? stream, records)) warnings.push(warning);
      for (const record of records) all.push(record);
    }
    const { since, actor } = request;
    const times = effectiveTimes(all);
    const from =
      since === undefined
        ? -Infinity
        : Date.parse(sinceMoment(since, use.clock, () => everything(use, all)).instant);
    if (actor !== undefined) for (const warning of nobody(actor, all)) warnings.push(warning);
    const isUnknown = asked?.isBroken === true && all.length === 0;
    const broken = isUnknown
      ? brokenSpecs([asked.path], 'The history of the spec cannot be found without its `id`.')
      : [];
    const ofProject = [...use.projectWarnings.unfinished(), ...use.projectWarnings.ofLog()];
    const told = [...ofProject, ...broken, ...warnings];
    const events = all
      .filter((record) => (times.get(record.id) ?? 0) >= from)
      .filter((record) => actor === undefined || isSamePerson(record.actor, actor))
      .sort(newestFirst(all))
      .flatMap((record) => [...historyEvents(record, refs.get(record.spec))].reverse());
    const shown = events.slice(0, request.limit);
    return {
      events: shown,
      ...(shown.length < events.length && { total: events.length, shown: shown.length }),
      ...(told.length > 0 && { warnings: told }),
    };
  },
);

/** Returns all records of the project, because the event that `since` names may belong to another spec. */
function everything({ eventLog }: Services, known: readonly LogRecord[]): readonly LogRecord[] {
  const read = new Set(known.map(({ spec }) => spec));
  const others = eventLog.streams().filter((stream) => !read.has(stream));
  return [...known, ...others.flatMap((stream) => eventLog.records(stream))];
}

function askedSpec(
  { specCatalog, specStore, specLogFinder }: Services,
  reference: string,
): { readonly stream: string; readonly path: string; readonly isBroken: boolean } {
  const folder = specCatalog.find(reference);
  const { frontmatter, problem } = specStore.open(folder);
  refuseReservedId(specStore.documentPath(folder), frontmatter);
  const stream = specLogFinder.of(folder, frontmatter);
  return { stream, path: folder.path, isBroken: problem !== undefined };
}

function nobody(actor: string, records: readonly LogRecord[]): readonly Warning[] {
  const actors = [...new Set(records.flatMap((record) => record.actor ?? []))];
  if (actors.some((one) => isSamePerson(one, actor))) return [];
  const near = nearestWords(actor, actors);
  return [
    {
      code: 'ACTOR_UNKNOWN',
      message: `The log has no change by ${quoted(actor)}.`,
      ...(near.length > 0 && { hint: `Did you mean ${near.map((one) => quoted(one)).join(' or ')}?` }),
    },
  ];
}

function takenBack(name: string, records: readonly LogRecord[]): readonly Warning[] {
  const here = new Set(records.map(({ id }) => id));
  const missing = new Set(records.flatMap(({ parents }) => parents.filter((id) => !here.has(id))));
  if (missing.size === 0) return [];
  const ids = [...missing].map((id) => id.slice(0, 12)).join(', ');
  return [
    {
      code: 'LOG_PARENT_MISSING',
      message: `${name}: the log on this branch is missing ${missing.size === 1 ? 'the record' : 'the records'} ${ids}, to which later records refer. A commit removed the missing part, or it is on another branch.`,
      hint: 'Merge the branch that has the missing part, or run `git log -- .spectool/log` to find the commit that removed it. If the removal was intended, do nothing.',
    },
  ];
}
