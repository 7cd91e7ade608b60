import { foldSpec } from '../../../domain/log/foldSpec.js';
import { historyEvents } from '../../../domain/log/historyEvent.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import type { EventLog, EventSubscriber, StagedRecord } from '../../../ports/eventLog.js';
import type { ProjectLock } from '../../../ports/locks.js';

/**
 * Tells a subscriber what was recorded. It stands between the log and whatever commits to it, so that no way of recording
 * is left out, and tells when the lock is let go: a subscriber may make changes of its own.
 */
export class Announcements {
  readonly #subscriber: EventSubscriber;
  #committed: LogRecord[] = [];
  #isTelling = false;

  constructor(subscriber: EventSubscriber) {
    this.#subscriber = subscriber;
  }

  /** The log, listened to. */
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

  /** The lock, with what was recorded under it told after it was let go, also by work that failed in the end. */
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

  /** A change a subscriber makes while it hears one waits its turn. */
  #tell(log: () => EventLog): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let record = this.#committed.shift(); record !== undefined; record = this.#committed.shift())
      for (const event of historyEvents(record, refOf(record, log))) this.#subscriber.heard(event);
    this.#isTelling = false;
  }
}

/** Folder name of the spec as of now; the log may have become unreadable since, and that is for the next command to say. */
function refOf({ spec: stream }: LogRecord, log: () => EventLog): string | undefined {
  try {
    const { spec } = foldSpec(log().records(stream));
    return spec.kind === 'active' ? spec.labels.ref : undefined;
  } catch {
    return undefined;
  }
}
