import { foldSpec } from '../../../domain/log/foldSpec.js';
import { historyEvents } from '../../../domain/log/historyEvent.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import type { EventLog, EventSubscriber, StagedRecord } from '../../../ports/eventLog.js';
import type { ProjectLock } from '../../../ports/locks.js';

/**
 * Sends recorded events to a subscriber. It wraps the log, so that every committed record is noted, and the lock, so that events
 * are sent only after the lock is released: a subscriber may make changes itself.
 */
export class Announcements {
  readonly #subscriber: EventSubscriber;
  #committed: LogRecord[] = [];
  #isTelling = false;

  constructor(subscriber: EventSubscriber) {
    this.#subscriber = subscriber;
  }

  /** Wraps the log and notes every committed record. */
  eventLog(log: EventLog): EventLog {
    return {
      read: (stream) => log.read(stream),
      records: (stream, wanted) => log.records(stream, wanted),
      streams: () => log.streams(),
      ...(log.ends && { ends: log.ends.bind(log) }),
      highestLamport: () => log.highestLamport(),
      highestSequence: () => log.highestSequence(),
      ...(log.highestVersion && { highestVersion: log.highestVersion.bind(log) }),
      pack: (stream) => log.pack(stream),
      seal: (record) => log.seal(record),
      stage: (record) => this.#noted([record], log.stage(record)),
      ...(log.stagePack && { stagePack: this.#packNoted(log.stagePack.bind(log)) }),
    };
  }

  /** Wraps the lock. Sends the events recorded under the lock after it is released, even if the work failed. */
  lock(lock: ProjectLock, log: () => EventLog): ProjectLock {
    return {
      hold: (work) => {
        try {
          return lock.hold(work);
        } finally {
          this.#tell(log);
        }
      },
    };
  }

  #packNoted(stage: NonNullable<EventLog['stagePack']>): NonNullable<EventLog['stagePack']> {
    return (records) => this.#noted(records, stage(records));
  }

  #noted(records: readonly LogRecord[], staged: StagedRecord): StagedRecord {
    return {
      ...(staged.staged !== undefined && { staged: staged.staged }),
      commit: () => {
        staged.commit();
        for (const record of records) this.#committed.push(record);
      },
      discard: () => staged.discard(),
      revoke: () => {
        this.#committed = this.#committed.filter((one) => !records.includes(one));
        staged.revoke();
      },
    };
  }

  /**
   * Sends the noted events in order. Events of a change that a subscriber makes meanwhile are sent afterwards, by the outer call.
   */
  #tell(log: () => EventLog): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let record = this.#committed.shift(); record !== undefined; record = this.#committed.shift())
      for (const event of historyEvents(record, refOf(record, log))) this.#subscriber.heard(event);
    this.#isTelling = false;
  }
}

/** Returns the current folder name of the spec, or undefined if the log cannot be read; the next command reports that. */
function refOf({ spec: stream }: LogRecord, log: () => EventLog): string | undefined {
  try {
    const { spec } = foldSpec(log().records(stream));
    return spec.kind === 'active' ? spec.labels.ref : undefined;
  } catch {
    return undefined;
  }
}
