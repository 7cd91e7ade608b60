import { largestNumber } from '../../domain/value/collections.js';
import type { LinkUpdate, PlaceMove } from '../../domain/document/links.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { Changes } from '../../domain/fields/fieldChange.js';
import type { Divergence } from '../../domain/log/divergences.js';
import {
  type LogRecord,
  type NewRecord,
  PROJECT_STREAM,
  type RecordedEvent,
  type StreamId,
} from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { ProjectEvent } from '../../domain/project/projectConfigFromEvents.js';
import type { MergePreference } from '../../domain/reconcile/reconcileFields.js';
import type { RecordedItem } from '../../domain/reconcile/recordedItems.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecCommand, SpecEvent } from '../../domain/spec/specEvents.js';
import type { EventLog, LogDamage } from '../../ports/eventLog.js';
import type { ActorSource, Clock, IdGenerator } from '../../ports/system.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import type { Warning } from '../useCase.js';

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
  /** Warnings of the command, besides those of its result. */
  readonly told: Warning[] = [];

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

  /** Returns the result of `find`, which is called only once per command and name. */
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
    this.#lamport =
      largestNumber(
        parents.map(({ lamport }) => lamport),
        this.#lamport,
      ) + 1;
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
      lamport:
        largestNumber(
          parents.map(({ lamport }) => lamport),
          0,
        ) + 1,
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

function idsOf(parents: readonly LogRecord[]): readonly string[] {
  return parents.map(({ id }) => id).sort();
}

/** Casts events to the type that the log stores; all events contain only JSON values. */
export function recordedEvents(events: readonly (SpecEvent | ProjectEvent)[]): readonly RecordedEvent[] {
  return events as unknown as readonly RecordedEvent[];
}

/** The change of one spec within a command. */
export interface PlannedChange {
  readonly folder: SpecFolder;
  /** Returns the requested commands for the current state of the spec. */
  readonly commands: (spec: ActiveSpec) => readonly SpecCommand[];
  /** Edits the text and the other Markdown files of the spec, for example to update links to a renumbered folder. */
  readonly editText?: LinkUpdate;
  /**
   * Which value wins if two branches set a field to different values: the document's (default), because a person may have edited
   * it, or the log's, if a merge has just written the document.
   */
  readonly judge?: MergePreference;
  /**
   * Side that wins if the document differs from the log without a hand edit, for example because git restored an older
   * version: `log` restores the logged values, `document` records the values of the document.
   */
  readonly keep?: 'log' | 'document';
  /** Document text produced by a merge, which replaces the current text. */
  readonly merged?: string;
  /** Document text as a person edited it; the differences from the current text are recorded with this person as actor. */
  readonly typed?: string;
  /** True if the spec has no folder of its own yet; `folder` then belongs to another spec. */
  readonly isNew?: boolean;
  /**
   * Folders to which other specs move in this command. If the target of this spec is one of them, or exists, this spec is not
   * moved.
   */
  readonly occupied?: ReadonlySet<string>;
}

/** Planned change of one spec, not yet written. */
export interface SpecPlan {
  readonly changed: ChangedSpec;
  readonly writes: readonly PlannedWrite[];
}

export interface ChangedSpec {
  readonly folder: SpecFolder;
  readonly document: SpecDocument;
  /** Record that this command adds to the log; absent if nothing changed. */
  readonly record?: LogRecord;
  /** All records of the spec, including the record of this change. */
  readonly log: readonly LogRecord[];
  /**
   * Fields that two branches set to different values. The request does not choose between the values, so this record keeps
   * the value from the log.
   */
  readonly settled?: readonly Divergence[];
  /**
   * Events for differences between document and log that were found before the change: hand edits, and documents that git
   * returned to an earlier state. The command records these events, too.
   */
  readonly edited?: readonly SpecEvent[];
  /** Fields whose value in the document is older than in the log; the change writes the logged values. */
  readonly broughtBack?: Changes;
  /** Changes of the text that are in the log but missing from the document; the change restores them. */
  readonly missing?: readonly RecordedItem[];
  /** Time of the first change missing from the document, if a person saved an old copy over the document. */
  readonly since?: string | undefined;
  /** Move of a folder that was found at an older path, back to its path in the log. */
  readonly returned?: PlaceMove;
  /** Warnings of policies about the spec as it was before the change. */
  readonly notes?: readonly Warning[];
  /** Requested move of the folder. */
  readonly move?: PlaceMove;
  /** Damaged files in the spec's log; the records in these files are unknown. */
  readonly damages?: readonly LogDamage[];
}

/** Specs that a command changed on request, and specs changed as a consequence. */
export interface CarriedOut {
  readonly changed: readonly ChangedSpec[];
  /** Other specs in which links to moved folders were updated. */
  readonly followers: readonly ChangedSpec[];
}
