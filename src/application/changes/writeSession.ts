import type { ActorSource, Clock, IdGenerator } from '../../ports/system.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { ProjectLock } from '../../ports/locks.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Recovered, Transaction } from '../../ports/transaction.js';
import { folderAt, type Labels, type SpecFolder } from '../../domain/naming/specFolder.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { STAGING_FOLDER } from '../../domain/project/projectFolders.js';
import { RecordDrafts } from './recordDrafts.js';
import type { OpenClaims } from '../worktrees/openClaims.js';
import type { Warning } from '../warning.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** Numbers that were being given out; the registry has them now. */
const LEGACY = ['.spectool/numbers', '.spectool/cache'];
/** A text that changes this often while it is worked on does not come to rest. */
const MOST_TRIES = 20;

const MOST_NAMED = 5;

/** What a change answers, as far as the session has to know. */
interface Warned {
  readonly warnings?: readonly Warning[];
}

/** The way into every change: one writer at a time, after what an earlier one left unfinished has been repaired. */
export class WriteSession {
  constructor(
    private readonly files: FileSystem,
    private readonly transaction: Transaction,
    private readonly lock: ProjectLock,
    private readonly log: EventLog,
    private readonly store: SpecStore,
    private readonly claims: OpenClaims,
    private readonly clock: Clock,
    private readonly ids: IdGenerator,
    private readonly actors: ActorSource,
    private readonly config: Configuration,
  ) {}

  /** @param command the command as the log names it. @param requestId the same again by the same actor changes nothing. */
  change<Result extends Warned>(
    command: string,
    work: (drafts: RecordDrafts) => Result,
    requestId?: string,
  ): Result {
    return this.lock.hold(() => {
      const recovered = this.transaction.recover(this.config.specsDir, (folder) => this.#specIn(folder));
      this.files.sweepTemporary(STAGING_FOLDER, 0);
      this.#clearLegacy();
      this.#finishCreations();
      try {
        this.#assertReadable();
        const result = this.#onStillText(() =>
          work(new RecordDrafts(command, this.log, this.clock, this.ids, this.actors, false, requestId)),
        );
        return withWarnings([...told(recovered), ...this.#unread()], result);
      } catch (error) {
        throw refusalTelling(error, told(recovered));
      }
    });
  }

  /** What a change would come to; nothing is locked, and nothing written. */
  rehearse<Result extends Warned>(
    command: string,
    work: (drafts: RecordDrafts) => Result,
  ): Result & { readonly dryRun: true } {
    const drafts = new RecordDrafts(command, this.log, this.clock, this.ids, this.actors, true);
    this.#assertReadable();
    const result = work(drafts);
    return { ...withWarnings(this.#unread(), result), dryRun: true };
  }

  /** A folder that may not be looked into may hold numbers, references and documents that a change has to know of. */
  #assertReadable(): void {
    this.store.folders();
    for (const { error } of this.store.notRead()) if (error !== undefined) throw error;
  }

  /** Claims, records, and files of specs, that may not have been seen. */
  #unread(): readonly Warning[] {
    const files = [...this.store.unreadFiles().values()];
    const records = (this.log.damages?.() ?? []).filter(({ isUnread }) => isUnread);
    return [
      ...records.map(({ file, message }) => ({
        code: 'LOG_DAMAGED',
        message: `${file} ${message}. What was recorded there is not known.`,
      })),
      ...this.claims.unread(),
      ...files.map(({ message, hint }) => ({
        code: 'NOT_READ',
        message: `${message} What is written there is not known.`,
        ...(hint !== undefined && { hint }),
      })),
    ];
  }

  /** What earlier versions leave, which write under the same lock: nobody has it now, and they make it again. */
  #clearLegacy(): void {
    for (const path of LEGACY) if (this.files.stat(path) !== undefined) this.files.remove(path);
  }

  /** Somebody may be writing to a document all the time: the work starts over on the new text. */
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

  /** As its document tells. */
  #specIn(path: string): StreamId | undefined {
    const { id } = this.store.open({ path, ref: '', name: '', sequence: null, archived: false }).frontmatter;
    return typeof id === 'string' ? id : undefined;
  }

  /** A new folder whose record stands was promised: it is put in place. One without a record never was. */
  #finishCreations(): void {
    for (const staged of this.store.stagedFolders()) {
      const { spec } = foldSpec(this.log.records(staged.id));
      if (spec.kind === 'active') staged.commit(this.#freePlace(spec.labels));
      else staged.discard();
    }
  }

  /** Its own place; beside it when somebody made a folder of that name meanwhile. */
  #freePlace(labels: Labels): SpecFolder {
    const taken = new Set(this.store.folders().map(({ path }) => path));
    for (let copy = 1; ; copy += 1) {
      const suffix = copy === 1 ? '' : `-${String(copy)}`;
      const folder = folderAt(this.config.specsDir, {
        ...labels,
        name: labels.name + suffix,
        ref: labels.ref + suffix,
      });
      if (!taken.has(folder.path) && this.files.stat(folder.path) === undefined) return folder;
    }
  }
}

function withWarnings<Result extends Warned>(more: readonly Warning[], result: Result): Result {
  return more.length === 0 ? result : { ...result, warnings: [...more, ...(result.warnings ?? [])] };
}

/** Whoever began it was not told how it ended. */
export function told(recovered: Recovered | undefined): readonly Warning[] {
  if (recovered === undefined) return [];
  const { outcome, places, why, edited = [] } = recovered;
  const more = places.length > MOST_NAMED ? ` and ${String(places.length - MOST_NAMED)} more` : '';
  const what = places.length === 0 ? '' : ` (${places.slice(0, MOST_NAMED).join(', ')}${more})`;
  const left =
    edited.length === 0
      ? ''
      : `, but for ${edited.slice(0, MOST_NAMED).join(', ')}: that was edited since, and is without what the log tells of it`;
  if (outcome === 'finished')
    return [
      {
        code: 'CHANGE_FINISHED',
        message: `An earlier change${what} had been interrupted, and was finished first${left}.`,
        advice: [{ useCase: 'showHistory', to: 'see it' }],
      },
    ];
  return [
    {
      code: 'CHANGE_TAKEN_BACK',
      message: `An earlier change${what} had been interrupted, and was taken back: the project is another since, as ${why ?? ''}.`,
      advice: [{ useCase: 'validateProject', to: 'see what is left of it' }],
    },
  ];
}

/** A refused command has no result to tell it with, and yet the file is another one now. */
export function refusalTelling(error: unknown, besides: readonly Warning[]): unknown {
  if (!(error instanceof SpectoolError) || besides.length === 0) return error;
  const notes = besides.map(({ message, hint = '' }) => `${message} ${hint}`.trim());
  const { code, message, advice, details } = error;
  return new SpectoolError(code, message, {
    hint: [...(error.hint === undefined ? [] : [error.hint]), ...notes].join(' '),
    advice,
    ...(details !== undefined && { details }),
  });
}
