import { fileFailure, systemError } from '../../src/domain/errors/spectoolError.js';
import type { FileSystem, StagedFile, WriteOptions } from '../../src/ports/fileSystem.js';

export interface Fault {
  /** Which change fails: 1 for the first. */
  readonly at: number;
  /** System error code of the failure; `ENOSPC` by default. */
  readonly code?: string;
  /** True if all later changes fail too, as after `kill -9`; false if only this change fails. */
  readonly dies?: boolean;
}

/** A file system whose n-th change fails. Staging a file and committing it are two changes; reads never fail. */
export class FaultyFileSystem implements FileSystem {
  readonly root: string;
  readonly #files: FileSystem;
  readonly #fault: Fault | undefined;
  readonly #counted: { changes: number };

  /** @param together another file system with which this one shares the count of changes. */
  constructor(files: FileSystem, fault?: Fault, together?: FaultyFileSystem) {
    this.root = files.root;
    this.#files = files;
    this.#fault = fault;
    this.#counted = together === undefined ? { changes: 0 } : together.#counted;
  }

  /** Number of changes so far. After a run without a failure, this is the highest useful `at`. */
  get changes(): number {
    return this.#counted.changes;
  }

  read = (path: string) => this.#files.read(path);
  readText = (path: string) => this.#files.readText(path);
  open = (path: string) => this.#files.open(path);
  list = (path: string) => this.#files.list(path);
  stat = (path: string) => this.#files.stat(path);
  readLink = (path: string) => this.#files.readLink(path);
  isInside = (path: string) => this.#files.isInside(path);
  placeOf = (path: string) => this.#files.placeOf(path);

  stage(path: string, content: string | Uint8Array, options?: WriteOptions): StagedFile {
    const staged = this.#change(path, () => this.#files.stage(path, content, options));
    return {
      path,
      ...(staged.temporary !== undefined && { temporary: staged.temporary }),
      commit: () => this.#change(path, () => staged.commit()),
      commitExclusive: () => this.#change(path, () => staged.commitExclusive()),
      discard: () => {
        if (!this.#dead()) staged.discard();
      },
    };
  }

  write = (path: string, content: string | Uint8Array, options?: WriteOptions) =>
    this.stage(path, content, options).commit();
  createExclusive = (path: string, content: string | Uint8Array, options?: WriteOptions) =>
    this.stage(path, content, options).commitExclusive();
  makeDirectory = (path: string) => this.#change(path, () => this.#files.makeDirectory(path));
  move = (from: string, to: string) => this.#change(to, () => this.#files.move(from, to));
  remove = (path: string) => this.#change(path, () => this.#files.remove(path));
  removeEmptyDirectory = (path: string) => this.#change(path, () => this.#files.removeEmptyDirectory(path));
  sweepTemporary = (path: string, graceMs?: number) =>
    this.#change(path, () => this.#files.sweepTemporary(path, graceMs));
  link = (target: string, path: string) => this.#change(path, () => this.#files.link(target, path));

  #change<T>(path: string, work: () => T): T {
    this.#counted.changes += 1;
    const fails = this.changes === this.#fault?.at || this.#dead();
    if (fails) throw fileFailure('WRITE_FAILED', path, systemError(this.#fault?.code ?? 'ENOSPC'));
    return work();
  }

  #dead(): boolean {
    return this.#fault?.dies === true && this.changes >= this.#fault.at;
  }
}
