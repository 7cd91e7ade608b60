import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogRecord, PROJECT_STREAM } from '../../domain/log/record.js';
import { compareTimes, effectiveTimes, instantOf } from '../../domain/log/recordOrder.js';
import { dayOf } from '../../domain/value/calendarDate.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/hasher.js';
import type { SpecStore } from '../../ports/specStore.js';
import { type HistoryEvent, historyEvents } from '../../domain/log/historyEvent.js';
import { refuseReservedId, streamOf } from '../changes/streamOf.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { Needs } from '../services.js';
import { positive, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface ShowHistoryRequest {
  /** One spec's history; the whole project's without it. */
  readonly spec?: string | undefined;
  /** The newest so many facts. */
  readonly limit?: number | undefined;
  /** Only facts of this day (`YYYY-MM-DD`) or instant, and later ones. */
  readonly since?: string | undefined;
}

export interface ShowHistoryResult {
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
  /** What was taken back with git, or is on another branch: records that others here stand on. */
  readonly warnings?: readonly Warning[];
}

/** The log, read for people. */
export class ShowHistory extends UseCase<ShowHistoryRequest, ShowHistoryResult> {
  static readonly needs = ['eventLog', 'specCatalog', 'specStore', 'hasher'] as const;
  static readonly request: RequestSchema<ShowHistoryRequest> = { spec: text, limit: positive, since: text };
  readonly #log: EventLog;
  readonly #catalog: SpecCatalog;
  readonly #store: SpecStore;
  readonly #hasher: Hasher;

  constructor(services: Needs<typeof ShowHistory>) {
    super();
    this.#log = services.eventLog;
    this.#catalog = services.specCatalog;
    this.#store = services.specStore;
    this.#hasher = services.hasher;
  }

  protected override async run(request: ShowHistoryRequest): Promise<ShowHistoryResult> {
    const since = request.since === undefined ? undefined : instant(request.since);
    const streams = request.spec === undefined ? this.#log.streams() : [this.#streamOf(request.spec)];
    const warnings: Warning[] = [];
    const told: { readonly record: LogRecord; readonly ref?: string }[] = [];
    for (const stream of streams) {
      const records = this.#log.records(stream);
      const { spec } = foldSpec(stream === PROJECT_STREAM ? [] : records);
      const ref = spec.kind === 'active' ? spec.labels.ref : undefined;
      warnings.push(...takenBack(ref ?? stream, records));
      for (const record of records) told.push({ record, ...(ref !== undefined && { ref }) });
    }
    const times = effectiveTimes(told.map(({ record }) => record));
    const inTime = compareTimes(times);
    // Records of one command share their time: their clocks say which came first.
    const time = ({ record }: (typeof told)[number]) => times.get(record.id) ?? 0;
    told.sort(
      (a, b) => time(b) - time(a) || b.record.lamport - a.record.lamport || inTime(b.record, a.record),
    );
    const events = told
      .filter(({ record }) => since === undefined || instantOf(times.get(record.id) ?? 0) >= since)
      .flatMap(({ record, ref }) => [...historyEvents(record, ref)].reverse());
    return {
      events: request.limit === undefined ? events : events.slice(0, request.limit),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  #streamOf(reference: string): string {
    const folder = this.#catalog.find(reference);
    const { frontmatter } = this.#store.open(folder);
    refuseReservedId(this.#store.documentPath(folder), frontmatter);
    return streamOf(folder.ref, frontmatter, this.#hasher);
  }
}

function instant(text: string): string {
  if (dayOf(text) === text) return text;
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : NaN;
  if (Number.isFinite(time)) return new Date(time).toISOString();
  throw new SpectoolError('USAGE', `"${text}" is not a date.`, {
    hint: 'Write YYYY-MM-DD, or an instant such as 2026-01-05T10:00:00Z.',
  });
}

function takenBack(name: string, records: readonly LogRecord[]): readonly Warning[] {
  const here = new Set(records.map(({ id }) => id));
  const missing = new Set(records.flatMap(({ parents }) => parents.filter((id) => !here.has(id))));
  if (missing.size === 0) return [];
  const ids = [...missing].map((id) => id.slice(0, 12)).join(', ');
  return [
    {
      code: 'LOG_PARENT_MISSING',
      message: `${name}: what follows ${missing.size === 1 ? 'a record that is' : 'records that are'} not here any more, or not yet (${ids}): taken back with git, or on another branch.`,
      hint: '`git log -- .spectool/log` shows the commit; nothing needs to be done when it was meant.',
    },
  ];
}
