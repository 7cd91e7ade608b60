import { foldSpec } from '../../../domain/log/foldSpec.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import type { EventLog, EventSubscriber, StagedRecord } from '../../../ports/eventLog.js';
import type { ProjectLock } from '../../../ports/lockAndClaimRegistry.js';
import { historyEvents } from '../../../domain/log/historyEvents.js';

/**
 * Sends recorded events to a subscriber. Wraps the log, to collect every committed record, and the lock, to send the events only
 * after its release, because the subscriber may make changes itself.
 */
export class EventAnnouncer {
  readonly #subscriber: EventSubscriber;
  #committed: LogRecord[] = [];
  #isTelling = false;

  constructor(subscriber: EventSubscriber) {
    this.#subscriber = subscriber;
  }

  /** Wraps the log, so that every committed record is collected. */
  eventLog(log: EventLog): EventLog {
    return {
      read: (stream) => log.read(stream),
      records: (stream, wanted) => log.records(stream, wanted),
      streams: () => log.streams(),
      ...(log.ends && { ends: log.ends.bind(log) }),
      ...(log.hasProof && { hasProof: log.hasProof.bind(log) }),
      highestLamport: () => log.highestLamport(),
      highestSequence: () => log.highestSequence(),
      ...(log.newer && { newer: log.newer.bind(log) }),
      pack: (stream) => log.pack(stream),
      seal: (record) => log.seal(record),
      stage: (record) => this.#noted([record], log.stage(record)),
      ...(log.stagePack && { stagePack: this.#packNoted(log.stagePack.bind(log)) }),
    };
  }

  /** Wraps the lock. The events recorded under the lock are sent after its release, even if the work failed. */
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
   * Sends the collected events in order. If the subscriber itself makes a change, the events of that change are sent afterwards
   * by the same loop.
   */
  #tell(log: () => EventLog): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let record = this.#committed.shift(); record !== undefined; record = this.#committed.shift())
      for (const event of historyEvents(record, refOf(record, log))) this.#subscriber.heard(event);
    this.#isTelling = false;
  }
}

/**
 * Returns the current folder name of the record's spec. Undefined if the spec is no longer active, or if the log cannot be read,
 * which the next command reports.
 */
function refOf({ spec: stream }: LogRecord, log: () => EventLog): string | undefined {
  try {
    const { spec } = foldSpec(log().records(stream));
    return spec.kind === 'active' ? spec.labels.ref : undefined;
  } catch {
    return undefined;
  }
}
