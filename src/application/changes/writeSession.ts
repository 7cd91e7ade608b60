import { failuresIn, unreadWarnings } from '../validation/unreadPaths.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { STAGING_FOLDER } from '../../domain/project/projectFolders.js';
import { RecordDrafts } from './plannedChange.js';
import { Service, type Warning } from '../useCase.js';
import { recoveryWarnings, withWarningsInHint } from './changeWarnings.js';

/** Paths of files that earlier versions of spectool wrote and that are no longer used. */
const LEGACY = ['.spectool/numbers', '.spectool/registry', '.spectool/cache'];
/** Maximum number of attempts to change a document that other programs keep changing. */
const MOST_TRIES = 20;

/** Result with warnings, to which the session adds its own warnings. */
interface Warned {
  readonly warnings?: readonly Warning[];
}

/** Runs changes: takes the lock, recovers from an interrupted transaction, then does the work. */
export class WriteSession extends Service {
  /**
   * Runs a change under the lock.
   * @param command name of the command in the log.
   * @param requestId id of the request; if the same actor repeats an id, nothing changes.
   */
  change<Result extends Warned>(
    command: string,
    work: (drafts: RecordDrafts) => Result,
    requestId?: string,
  ): Result {
    const { eventLog, clock, ids, actors } = this.use;
    return this.use.lock.hold(() => {
      const { specsDir, adopted } = this.use.config;
      const folders = [specsDir, ...adopted.map(({ path }) => path)];
      const recovered = this.use.transaction.recover(folders, (folder) => this.#specIn(folder));
      this.use.fileSystem.sweepTemporary(STAGING_FOLDER, 0);
      this.#clearLegacy();
      try {
        this.#assertReadable();
        const result = this.#onStillText(() => {
          const drafts = new RecordDrafts(command, eventLog, clock, ids, actors, false, requestId);
          const done = work(drafts);
          return drafts.told.length === 0 ? done : withWarnings(drafts.told, done);
        });
        return withWarnings([...recoveryWarnings(recovered), ...this.#unread()], result);
      } catch (error) {
        throw withWarningsInHint(error, recoveryWarnings(recovered));
      }
    });
  }

  /** Dry run: returns the result without lock and without writing. */
  rehearse<Result extends Warned>(
    command: string,
    work: (drafts: RecordDrafts) => Result,
  ): Result & { readonly dryRun: true } {
    const drafts = new RecordDrafts(
      command,
      this.use.eventLog,
      this.use.clock,
      this.use.ids,
      this.use.actors,
      true,
    );
    this.#assertReadable();
    const result = work(drafts);
    return { ...withWarnings(this.#unread(), result), dryRun: true };
  }

  /**
   * Refuses to continue if a folder cannot be read: it may contain numbers, references and documents that the change needs.
   */
  #assertReadable(): void {
    this.use.specStore.folders();
    for (const { path, error } of this.use.specStore.notRead())
      if (error !== undefined && this.use.fileSystem.stat(path)?.kind !== 'file') throw error;
  }

  /** Warns of claims, records and files of specs that could not be read. */
  #unread(): readonly Warning[] {
    const records = (this.use.eventLog.damages?.() ?? []).filter(({ isUnread }) => isUnread);
    return [
      ...records.map(({ file, message }) => ({ code: 'LOG_DAMAGED', message: `${file} ${message}.` })),
      ...this.use.policies.unread(),
      ...(this.use.specStore.notRead().length === 0 ? [] : unreadWarnings(failuresIn(this.use.specStore))),
    ];
  }

  /**
   * Removes files that earlier versions wrote. Safe, because earlier versions use the same lock and recreate missing files.
   */
  #clearLegacy(): void {
    for (const path of LEGACY)
      if (this.use.fileSystem.stat(path) !== undefined) this.use.fileSystem.remove(path);
  }

  /** Runs the work, and repeats it if another program changed a document meanwhile. */
  #onStillText<T>(work: () => T): T {
    for (let tries = 1; ; tries += 1) {
      try {
        return work();
      } catch (error) {
        const isMoving = error instanceof SpectoolError && error.code === 'CHANGED_MEANWHILE';
        if (!isMoving || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Returns the `id` of the document in a folder. */
  #specIn(path: string): StreamId | undefined {
    const { id } = this.use.specStore.open({
      path,
      ref: '',
      name: '',
      sequence: null,
      archived: false,
    }).frontmatter;
    return typeof id === 'string' ? id : undefined;
  }
}

function withWarnings<Result extends Warned>(more: readonly Warning[], result: Result): Result {
  return more.length === 0 ? result : { ...result, warnings: [...more, ...(result.warnings ?? [])] };
}
