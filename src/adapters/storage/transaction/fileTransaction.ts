import { refuseUnreadable } from '../../../domain/document/documentText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import {
  CONFIG_FILE,
  STAGING_FOLDER,
  TRASH_FOLDER,
  TRASH_IGNORE,
} from '../../../domain/project/projectFolders.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import type { EventLog, StagedRecord } from '../../../ports/eventLog.js';
import type { FileStat, FileSystem, StagedFile } from '../../../ports/fileSystem.js';
import type { Hasher } from '../../../ports/system.js';
import type { Commits } from '../../../ports/repository.js';
import type {
  FileWrite,
  PlannedWrite,
  Recovered,
  RemovalWrite,
  TextWrite,
  Transaction,
} from '../../../ports/transaction.js';
import {
  attemptCleanup,
  type CommandNote,
  commitSteps,
  decodeJournal,
  encodeJournal,
  journalRecordReference,
  isStagedPath,
  isSameFileStat,
  needsJournal,
  journalStep,
  type NotedStep,
  orderOfWrites,
  type Step,
  unpreparedStep,
} from './transactionJournal.js';

/**
 * Carries out a change as one transaction. If specs or the configuration change, a journal lists the steps, so that a later
 * command can finish an interrupted change.
 */
export class FileTransaction implements Transaction {
  readonly #files: FileSystem;
  readonly #log: EventLog;
  readonly #hasher: Hasher;
  readonly #commits: Pick<Commits, 'filesNotInHead'>;
  readonly #note: CommandNote;

  constructor(
    files: FileSystem,
    log: EventLog,
    hasher: Hasher,
    commits: Pick<Commits, 'filesNotInHead'>,
    note: CommandNote,
  ) {
    this.#files = files;
    this.#log = log;
    this.#hasher = hasher;
    this.#commits = commits;
    this.#note = note;
  }

  commit(writes: readonly PlannedWrite[], finish?: () => void): void {
    for (const write of writes)
      if (write.kind === 'text') refuseUnreadable(write.path, write.text);
      else if (write.kind === 'newFolder') refuseUnreadable(`${write.path}/${write.file}`, write.text);
    const ordered = orderOfWrites(writes).flatMap((kind) => writes.filter((write) => write.kind === kind));
    const isNoted = needsJournal(writes);
    const steps = ordered.map((write) => () => this.#prepared(write, isNoted));
    const newFolders = this.#missingFolders(writes);
    try {
      this.#carryOut(finish === undefined ? steps : [...steps, () => unpreparedStep(finish)], isNoted);
    } catch (error) {
      if (newFolders.includes(TRASH_FOLDER)) attemptCleanup(() => this.#files.remove(TRASH_IGNORE));
      for (const folder of newFolders) attemptCleanup(() => void this.#files.removeEmptyDirectory(folder));
      throw error;
    }
  }

  isUnfinished(): boolean {
    return this.#note.found().length > 0;
  }

  recover(
    folders: readonly string[],
    specIn: (folder: string) => string | undefined = () => undefined,
  ): Recovered | undefined {
    let recovered: Recovered | undefined;
    for (const place of this.#note.found()) {
      recovered =
        this.#recovered(place.files.readText(place.path) ?? '', place, folders, specIn) ?? recovered;
      place.files.remove(place.path);
    }
    // Remove prepared texts and folders that no journal mentions: they belong to a change that did not begin.
    for (const { name } of this.#files.list(STAGING_FOLDER))
      if (name.startsWith('new-')) this.#files.remove(`${STAGING_FOLDER}/${name}`);
    return recovered;
  }

  #recovered(
    text: string,
    place: ReturnType<CommandNote['found']>[number],
    folders: readonly string[],
    specIn: (folder: string) => string | undefined,
  ): Recovered | undefined {
    const { files, path } = place;
    const file = files === this.#files ? path : `${files.root}/${path}`;
    const steps = decodeJournal(text, file, folders, (written, seal) =>
      this.#note.isOwn(place, written, seal),
    );
    if (!this.#isBegun(steps)) {
      for (const step of [...steps].reverse()) this.#takeBack(step);
      return undefined;
    }
    const [specsDir = ''] = folders;
    const why = this.#obstacle(steps, specIn);
    const edited: string[] = [];
    for (const step of why === undefined ? steps : [...steps].reverse())
      if (why !== undefined) this.#takeBack(step);
      else if (!this.#redo(step, specsDir)) edited.push(step.to);
    const isOfSpecs = ({ from, to }: NotedStep) => [from, to].some((path) => path.startsWith(`${specsDir}/`));
    const places = steps
      .filter(isOfSpecs)
      .map(({ action, from, to }) => (action === 'move' && !isStagedPath(from) ? from : to));
    return {
      outcome: why === undefined ? 'finished' : 'taken back',
      places,
      ...(why !== undefined && { why }),
      ...(edited.length > 0 && { edited }),
    };
  }

  /**
   * True if the change must be finished: if one of its records exists, or if it has none. Records are written first; if they are
   * missing, no command has reported success, and another actor may have claimed the spec since.
   */
  #isBegun(steps: readonly NotedStep[]): boolean {
    const records = steps.filter(({ action }) => action === 'add');
    return records.length === 0 || records.some(({ to }) => this.#files.stat(to) !== undefined);
  }

  /** Returns why the steps in a journal no longer fit the project; undefined if they do. */
  #obstacle(steps: readonly NotedStep[], specIn: (folder: string) => string | undefined): string | undefined {
    const has = (path: string) => this.#files.stat(path) !== undefined;
    for (const { action, from, to, spec, parents = [] } of steps) {
      if (action === 'add' && !has(to)) {
        if (!has(from)) return `the record ${to} of that change is missing`;
        const logged = spec === undefined || parents.length === 0 ? [] : this.#log.records(spec);
        const known = new Set([...logged.map(({ id }) => id), ...steps.map(({ record }) => record)]);
        if (parents.some((id) => !known.has(id))) return `the log lacks the record that ${to} follows`;
      }
      if (has(to) || (action === 'replace' && !has(from)) || action === 'add') continue;
      // The path of the file that is replaced, or of the file or folder that is moved.
      const place = action === 'replace' ? to : from;
      if (!has(place)) return `${place} is missing`;
      const found = spec === undefined || isStagedPath(from) ? undefined : specIn(from);
      if (found !== undefined && found !== spec) return `another spec is in ${from}`;
    }
    return undefined;
  }

  /**
   * Removes the files that prepared a step. Also removes the step's record, unless the record is committed to git, because no
   * command has reported the change.
   */
  #takeBack({ action, from, to }: NotedStep): void {
    if (action !== 'move' || isStagedPath(from)) this.#files.remove(from);
    if (action === 'add' && this.#commits.filesNotInHead(to)?.length !== 0) this.#files.remove(to);
  }

  /** Carries out all steps of a change, or none. */
  #carryOut(prepare: readonly (() => Step)[], noted: boolean): void {
    const steps: Step[] = [];
    try {
      this.#together(() => {
        for (const one of prepare) {
          steps.push(one());
        }
      });
      const notes = steps.flatMap((step) => step.noted ?? []);
      const note = noted && notes.length === steps.length;
      if (note) this.#note.write(encodeJournal(notes));
      try {
        for (const step of steps) step.check?.();
        // With a journal, the steps can be repeated after a power cut. They are therefore flushed to disk together, and the
        // journal is removed when they are on disk.
        if (note) this.#together(() => commitSteps(steps));
        else commitSteps(steps);
      } finally {
        // Ignore a failed removal of the journal: all steps are done or reverted by now, so the journal has no effect.
        if (note) attemptCleanup(() => this.#note.remove());
      }
    } finally {
      for (const step of steps) attemptCleanup(() => step.discard());
    }
  }

  #together(work: () => void): void {
    if (this.#files.together === undefined) work();
    else this.#files.together(work);
  }

  /** Writes records of one stream under temporary names: as one pack, or as separate files if the log has no packs. */
  #staged(records: readonly LogRecord[]): StagedRecord {
    if (this.#log.stagePack !== undefined) return this.#log.stagePack(records);
    const all = records.map((record) => this.#log.stage(record));
    return {
      commit: () => all.forEach((one) => one.commit()),
      discard: () => all.forEach((one) => one.discard()),
      revoke: () => all.toReversed().forEach((one) => one.revoke()),
    };
  }

  /**
   * Prepares a planned write as a step.
   * @param isNoted true if the change has a journal: the old text is then prepared too, so that restoring it needs no disk space.
   */
  #prepared(write: PlannedWrite, isNoted: boolean): Step {
    switch (write.kind) {
      case 'past':
      case 'record': {
        const prepared = write.kind === 'past' ? this.#staged(write.records) : this.#log.stage(write.record);
        return {
          ...journalStep(
            'add',
            prepared.staged?.temporary,
            prepared.staged?.path ?? '',
            journalRecordReference(write),
          ),
          commit: () => prepared.commit(),
          revert: () => prepared.revoke(),
          discard: () => prepared.discard(),
        };
      }
      case 'text':
        return write.was === undefined
          ? this.#newTextStep(write)
          : this.#textStep({ ...write, was: write.was }, isNoted);
      case 'move':
        if (parentOf(write.to) === TRASH_FOLDER) this.#hideTrash();
        return {
          ...journalStep('move', write.from, write.to, write.spec === undefined ? {} : { spec: write.spec }),
          commit: () => {
            this.#files.move(write.from, write.to);
            attemptCleanup(() => void write.groups.every((group) => this.#files.removeEmptyDirectory(group)));
          },
          revert: () => this.#files.move(write.to, write.from),
          discard: () => undefined,
        };
      case 'newFolder': {
        const waiting = `${STAGING_FOLDER}/new-${write.spec}`;
        try {
          this.#files.write(`${waiting}/${write.file}`, write.text);
          for (const [name, read] of write.files ?? []) this.#files.write(`${waiting}/${name}`, read());
        } catch (error) {
          attemptCleanup(() => this.#files.remove(waiting));
          throw error;
        }
        return {
          ...journalStep('move', waiting, write.path),
          check: () => this.#refuseTaken(write.path),
          commit: () => this.#files.move(waiting, write.path),
          revert: () => this.#files.remove(write.path),
          discard: () => this.#files.remove(waiting),
        };
      }
      case 'folder':
        return unpreparedStep(
          () => this.#files.makeDirectory(write.path),
          () => void this.#files.removeEmptyDirectory(write.path),
        );
      case 'file':
        return this.#fileStep(write);
      case 'removal':
        return {
          ...unpreparedStep(
            () => {
              this.#files.remove(write.path);
              // Ignore a folder that cannot be removed: the file is already removed, and a failed step is not reverted.
              attemptCleanup(() => {
                let folder = parentOf(write.path);
                while (folder !== '' && this.#files.removeEmptyDirectory(folder)) folder = parentOf(folder);
              });
            },
            () => this.#files.write(write.path, write.was),
          ),
          check: () => this.#refuseChanged(write),
        };
      case 'link':
        return unpreparedStep(
          () => {
            const isMade =
              this.#files.link(write.target, write.path) ||
              this.#files.createExclusive(write.path, write.copy);
            if (!isMade) throw changedMeanwhile(write.path);
          },
          () => this.#files.remove(write.path),
        );
    }
  }

  /** Adds a .gitignore to the trash folder, for projects whose own .gitignore does not contain that folder yet. */
  #hideTrash(): void {
    if (this.#files.stat(TRASH_IGNORE) === undefined) this.#files.write(TRASH_IGNORE, '*\n');
  }

  #fileStep({ path, text, was }: FileWrite): Step {
    const staged = this.#files.stage(path, text);
    const back = was === undefined ? undefined : this.#standby(path, was, staged);
    let isOurs = false;
    return {
      // Add a change of the configuration to the journal, because specs in the same transaction may need its settings.
      ...(path === CONFIG_FILE &&
        was !== undefined &&
        journalStep('replace', staged.temporary, path, {
          was: this.#hasher.sha256(was),
          wasBytes: Buffer.byteLength(was),
        })),
      check: () => {
        if (was !== undefined) this.#refuseChanged({ path, was });
      },
      commit: () => {
        // `commitExclusive` keeps a file that another program has created meanwhile.
        if (was === undefined) isOurs = staged.commitExclusive();
        else staged.commit();
      },
      revert: () => {
        if (back !== undefined) back.commit();
        else if (isOurs) this.#files.remove(path);
      },
      discard: () => {
        staged.discard();
        back?.discard();
      },
    };
  }

  /**
   * Writes the current text of a file under a temporary name, so that `revert` can restore it even if the disk is full by then.
   */
  #standby(path: string, was: string, staged: StagedFile): StagedFile {
    try {
      return this.#files.stage(path, was, { durable: false });
    } catch (error) {
      staged.discard();
      throw error;
    }
  }

  /**
   * Prepares a new file outside the specs folder: in the specs folder, a killed command would leave a folder that counts as a
   * spec without a document.
   */
  #newTextStep({ path, text }: TextWrite): Step {
    const waiting = `${STAGING_FOLDER}/new-${this.#hasher.sha256(path).slice(0, 16)}.text`;
    this.#files.write(waiting, text);
    return {
      ...journalStep('move', waiting, path),
      check: () => {
        if (this.#files.stat(path) !== undefined) throw changedMeanwhile(path);
      },
      commit: () => this.#files.move(waiting, path),
      revert: () => {
        this.#files.remove(path);
        this.#files.removeEmptyDirectory(parentOf(path));
      },
      discard: () => this.#files.remove(waiting),
    };
  }

  #textStep({ path, text, was }: TextWrite & { readonly was: string }, isNoted: boolean): Step {
    const staged = this.#files.stage(path, text);
    const back = isNoted ? this.#standby(path, was, staged) : undefined;
    let stat: FileStat | undefined;
    /** The text to write if another program has appended lines to the file. */
    let grown: string | undefined;
    return {
      ...journalStep('replace', staged.temporary, path, {
        was: this.#hasher.sha256(was),
        wasBytes: Buffer.byteLength(was),
      }),
      check: () => {
        // Get the stat before the text, so that any later write shows in the file's size or time.
        stat = this.#files.stat(path);
        const now = this.#files.readText(path);
        if (now?.startsWith(was) !== true) throw changedMeanwhile(path);
        const gap = was.endsWith('\n') && !text.endsWith('\n') ? '\n' : '';
        grown = now === was ? undefined : text + gap + now.slice(was.length);
      },
      commit: () => {
        // If the path is a link, its target is both read and written.
        if (!isSameFileStat(stat, this.#files.stat(path))) throw changedMeanwhile(path);
        if (grown === undefined) staged.commit();
        else this.#files.write(path, grown);
      },
      revert: () => {
        const now = this.#files.readText(path) ?? '';
        if (now === text && back !== undefined) back.commit();
        else if (now.startsWith(text)) this.#files.write(path, was + now.slice(text.length));
      },
      discard: () => {
        staged.discard();
        back?.discard();
      },
    };
  }

  /**
   * Carries out a step of an interrupted change.
   * @returns false if the file was edited meanwhile and the edit conflicts with the planned text.
   */
  #redo(step: NotedStep, specsDir: string): boolean {
    const { action, from, to } = step;
    if (action === 'move') {
      const [source, target] = [this.#files.stat(from), this.#files.stat(to)];
      if (source !== undefined && target === undefined) this.#files.move(from, to);
      // The process was interrupted after the file got its new name, and before the old name was removed.
      if (source?.kind === 'file' && source.inode === target?.inode) this.#files.remove(from);
      // Remove empty folders, because each would count as a spec without a document.
      for (let folder = parentOf(from); folder.startsWith(`${specsDir}/`); folder = parentOf(folder))
        if (!this.#files.removeEmptyDirectory(folder)) break;
      return true;
    }
    if (this.#files.stat(from) === undefined) return true;
    const content = this.#files.read(from) ?? new Uint8Array();
    const isDone = action === 'replace' ? this.#replaceNow(step, content) : true;
    if (action === 'add') this.#files.createExclusive(to, content);
    this.#files.remove(from);
    return isDone;
  }

  #replaceNow({ to, was, wasBytes }: NotedStep, content: Uint8Array): boolean {
    const now = Buffer.from(this.#files.read(to) ?? []);
    if (this.#hasher.sha256(now.subarray(0, wasBytes).toString('utf8')) !== was) return false;
    // Keep the bytes that were appended to the text that the step expects.
    const added = now.subarray(wasBytes ?? now.length);
    this.#files.write(to, Buffer.concat([content, Buffer.from(added)]));
    return true;
  }

  /** Returns the folders that the writes will create, the deepest first. */
  #missingFolders(writes: readonly PlannedWrite[]): readonly string[] {
    const missing = new Set<string>();
    for (const write of writes) {
      const path = placeOf(write);
      for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder))
        if (this.#files.stat(folder) === undefined) missing.add(folder);
    }
    return [...missing].sort((a, b) => b.length - a.length);
  }

  #refuseChanged({ path, was }: Omit<RemovalWrite, 'kind'>): void {
    if (this.#files.readText(path) !== was) throw changedMeanwhile(path);
  }

  #refuseTaken(path: string): void {
    if (this.#files.stat(path) !== undefined)
      throw new SpectoolError('SPEC_EXISTS', `${path} already exists.`);
  }
}

/** Returns the path that a write creates, whose folder may not exist yet; empty for records, which have folders of their own. */
function placeOf(write: PlannedWrite): string {
  if (write.kind === 'record' || write.kind === 'past') return '';
  return write.kind === 'move' ? write.to : write.path;
}

function changedMeanwhile(path: string): SpectoolError {
  return new SpectoolError('CHANGED_MEANWHILE', `${path} was changed by another program at the same time.`, {
    hint: 'Run the command again when no other program writes to it; nothing was changed.',
    details: { path },
  });
}
