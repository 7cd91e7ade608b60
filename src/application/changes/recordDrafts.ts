import {
  PROJECT_STREAM,
  type LogRecord,
  type NewRecord,
  type RecordedEvent,
  type StreamId,
} from '../../domain/log/records/record.js';
import type { ProjectEvent } from '../../domain/project/events.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { ActorSource, Clock, IdGenerator } from '../../ports/system.js';

/** What a record says of the document it leads to. */
export type DocumentDigests = Pick<LogRecord, 'digest' | 'text' | 'lines'>;

/** What every record of one command shares: its time, its actor, its place in the log's clock. */
export class RecordDrafts {
  readonly at: string;
  /** Who the command is run by. */
  readonly actor: string;
  readonly isRehearsal: boolean;
  readonly #command: string;
  /** What the log knows the request by, where its caller named it: a request of that name changes something once. */
  readonly request: string | undefined;
  /** Shared by all records of one command, so that they can be undone together. */
  readonly #nonce: string;
  #lamport: number;

  /** @param isRehearsal nothing of it is to be written. @param requestId as whoever asks calls the request. */
  constructor(
    command: string,
    log: EventLog,
    clock: Clock,
    ids: IdGenerator,
    actors: ActorSource,
    isRehearsal = false,
    requestId?: string,
  ) {
    this.isRehearsal = isRehearsal;
    this.at = clock.now();
    this.actor = actors.actor();
    this.#command = command;
    this.request = requestId === undefined ? undefined : ids.nonce(`${this.actor}\0${requestId}`);
    this.#nonce = this.request ?? ids.nonce();
    this.#lamport = log.highestLamport();
  }

  /** The record by which this request was carried out before. */
  earlier(records: readonly LogRecord[]): LogRecord | undefined {
    if (this.request === undefined) return undefined;
    return records.find(({ nonce, actor }) => nonce === this.request && actor === this.actor);
  }

  /** A change somebody made. */
  change(
    spec: StreamId,
    parents: readonly LogRecord[],
    events: readonly RecordedEvent[],
    document: DocumentDigests = {},
  ): NewRecord {
    this.#lamport = Math.max(this.#lamport, highest(parents)) + 1;
    return {
      spec,
      lamport: this.#lamport,
      parents: idsOf(parents),
      actor: this.actor,
      at: this.at,
      command: this.#command,
      nonce: this.#nonce,
      ...document,
      events,
    };
  }

  /**
   * Something found. It says nothing of who, when or where in the whole log, so that two branches that see the same
   * write the same file.
   */
  observation(
    spec: StreamId,
    parents: readonly LogRecord[],
    events: readonly RecordedEvent[],
    document: DocumentDigests,
  ): NewRecord {
    return {
      spec,
      lamport: highest(parents) + 1,
      parents: idsOf(parents),
      command: 'observe',
      ...document,
      events,
    };
  }

  /** Something found in the project itself: nobody's and no command's, but at its time and its place in the whole log. */
  projectObservation(parents: readonly LogRecord[], events: readonly RecordedEvent[]): NewRecord {
    this.#lamport = Math.max(this.#lamport, highest(parents)) + 1;
    return {
      spec: PROJECT_STREAM,
      lamport: this.#lamport,
      parents: idsOf(parents),
      at: this.at,
      command: 'observe',
      events,
    };
  }
}

function highest(parents: readonly LogRecord[]): number {
  return parents.reduce((max, { lamport }) => Math.max(max, lamport), 0);
}

function idsOf(parents: readonly LogRecord[]): readonly string[] {
  return parents.map(({ id }) => id).sort();
}

/** Facts as the log keeps them: every event type holds plain JSON only. */
export function recordedEvents(events: readonly (SpecEvent | ProjectEvent)[]): readonly RecordedEvent[] {
  return events as unknown as readonly RecordedEvent[];
}
