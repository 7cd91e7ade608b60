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

/** Digests of the document as it is after the record. */
export type DocumentDigests = Pick<LogRecord, 'digest' | 'text' | 'lines'>;

/** Creates the records of one command, which share time, actor and Lamport clock. */
export class RecordDrafts {
  readonly at: string;
  /** Actor of the command. */
  readonly actor: string;
  readonly isRehearsal: boolean;
  readonly #command: string;
  /** Nonce derived from the caller's request id: a request with the same id is carried out only once. */
  readonly request: string | undefined;
  /** Shared by all records of one command, so that they can be undone together. */
  readonly #nonce: string;
  #lamport: number;

  /** @param isRehearsal true for a dry run. @param requestId the caller's id of the request. */
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

  /** Returns the record of an earlier run of the same request. */
  earlier(records: readonly LogRecord[]): LogRecord | undefined {
    if (this.request === undefined) return undefined;
    return records.find(({ nonce, actor }) => nonce === this.request && actor === this.actor);
  }

  /** Returns a record of a change by the actor. */
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
   * Returns a record of something found, such as a hand edit. It has no actor, time or global clock, so that two branches
   * with the same finding write the same file.
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

  /** Returns a record of something found in the project itself: without actor, but with time and clock. */
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

/** Converts events to the log's type; all events contain plain JSON only. */
export function recordedEvents(events: readonly (SpecEvent | ProjectEvent)[]): readonly RecordedEvent[] {
  return events as unknown as readonly RecordedEvent[];
}
