import {
  PROJECT_STREAM,
  type LogRecord,
  type NewRecord,
  type RecordedEvent,
  type StreamId,
} from '../../domain/log/records/record.js';
import type { ProjectEvent } from '../../domain/project/projectEvents.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { ActorSource, Clock, IdGenerator } from '../../ports/system.js';

/** Digests of the document as it is after the change that the record describes. */
export type DocumentDigests = Pick<LogRecord, 'digest' | 'text' | 'lines'>;

/** Creates the records of one command, which share time, actor and Lamport clock (a counter that orders records). */
export class RecordDrafts {
  readonly at: string;
  /** Actor of the command. */
  readonly actor: string;
  readonly isRehearsal: boolean;
  /** Name of the command in the log. */
  readonly command: string;
  /** Nonce derived from the caller's request id, so that a request with the same id is carried out only once. */
  readonly request: string | undefined;
  /** Nonce that all records of one command have in common, so that the command can be undone as a whole. */
  readonly #nonce: string;
  #lamport: number;
  readonly #found = new Map<string, unknown>();

  /**
   * Prepares the records of one command. @param isRehearsal true for a dry run. @param requestId the caller's id of the
   * request.
   */
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
    this.command = command;
    this.request = requestId === undefined ? undefined : ids.nonce(`${this.actor}\0${requestId}`);
    this.#nonce = this.request ?? ids.nonce();
    this.#lamport = log.highestLamport();
  }

  /** Returns what `find` finds, which is looked up only once in a command. */
  once<Found>(name: string, find: () => Found): Found {
    if (!this.#found.has(name)) this.#found.set(name, find());
    return this.#found.get(name) as Found;
  }

  /** Returns the record that an earlier run of the same request wrote; undefined if there is none. */
  earlier(records: readonly LogRecord[]): LogRecord | undefined {
    if (this.request === undefined) return undefined;
    return records.find(({ nonce, actor }) => nonce === this.request && actor === this.actor);
  }

  /** Returns a new record of a change that the actor made. */
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
      command: this.command,
      nonce: this.#nonce,
      ...document,
      events,
    };
  }

  /**
   * Returns a new record of a change found in a document, such as a hand edit. The record has no actor and no time, and its
   * `lamport` depends only on its parents, so that two branches that find the same change write the same file.
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

  /**
   * Returns a new record of a hand edit of the configuration. It has the current time, but no actor, because the editor is
   * unknown.
   */
  projectObservation(parents: readonly LogRecord[], events: readonly RecordedEvent[]): NewRecord {
    return { ...this.observation(PROJECT_STREAM, parents, events, {}), at: this.at };
  }
}

function highest(parents: readonly LogRecord[]): number {
  return parents.reduce((max, { lamport }) => Math.max(max, lamport), 0);
}

function idsOf(parents: readonly LogRecord[]): readonly string[] {
  return parents.map(({ id }) => id).sort();
}

/** Casts events to the type that the log stores; all events contain only JSON values. */
export function recordedEvents(events: readonly (SpecEvent | ProjectEvent)[]): readonly RecordedEvent[] {
  return events as unknown as readonly RecordedEvent[];
}
