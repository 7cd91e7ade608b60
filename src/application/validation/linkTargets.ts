import type { FileSystem } from '../../ports/fileSystem.js';

/** Checks whether link targets exist, each once. */
export class LinkTargets {
  readonly #files: Pick<FileSystem, 'stat'>;
  readonly #answers = new Map<string, boolean>();

  constructor(files: Pick<FileSystem, 'stat'>) {
    this.#files = files;
  }

  /** Returns true if the target exists, or if it cannot be read. @param path relative to the root. */
  exists(path: string): boolean {
    let answer = this.#answers.get(path);
    if (answer === undefined) this.#answers.set(path, (answer = isThere(this.#files, path)));
    return answer;
  }
}

function isThere(files: Pick<FileSystem, 'stat'>, path: string): boolean {
  try {
    return path === '' || files.stat(path) !== undefined;
  } catch {
    return true;
  }
}
