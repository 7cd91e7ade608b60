import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { JOURNAL_FILE } from '../../../domain/project/projectFolders.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { Hasher } from '../../../ports/system.js';

/** A file for the note, and the file system that contains it. */
interface NotePlace {
  readonly files: FileSystem;
  readonly path: string;
}

/** The secret with which earlier versions sealed a note, because their note was in the project. */
const SECRET = 'spectool/secret';

/**
 * The note of the command that is being carried out. It lists the command's steps, so that the next command that writes can
 * finish them. It is in the git directory of the working tree, where no commit and no copy of the project brings it; outside
 * clones in the project.
 */
export class CommandNote {
  readonly #files: FileSystem;
  readonly #hasher: Hasher;
  readonly #inGit: () => NotePlace | undefined;

  constructor(files: FileSystem, hasher: Hasher, inGit: () => NotePlace | undefined) {
    this.#files = files;
    this.#hasher = hasher;
    this.#inGit = inGit;
  }

  /** Returns the files that hold a note, oldest first. */
  found(): readonly NotePlace[] {
    const places = [{ files: this.#files, path: JOURNAL_FILE }, this.#inGit() ?? []].flat();
    return places.filter(({ files, path }) => {
      try {
        return files.stat(path)?.kind === 'file';
      } catch (error) {
        if (error instanceof SpectoolError && files !== this.#files) return false;
        throw error;
      }
    });
  }

  /** Writes the note. If the git directory cannot be written, a killed command is completed from its records only. */
  write(text: string): void {
    const { files, path } = this.#inGit() ?? { files: this.#files, path: JOURNAL_FILE };
    try {
      if (files !== this.#files) files.sweepTemporary(parentOf(path));
      files.write(path, text);
    } catch (error) {
      if (!(error instanceof SpectoolError) || files === this.#files) throw error;
    }
  }

  remove(): void {
    for (const { files, path } of this.found()) files.remove(path);
  }

  /**
   * True if a note is of this working tree: if it is in the git directory, or outside clones, or if an earlier version sealed it
   * with the secret in the git directory.
   */
  isOwn({ files }: NotePlace, steps: string, seal: unknown): boolean {
    const git = files === this.#files ? this.#inGit()?.files : undefined;
    if (git === undefined) return true;
    const secret = git.readText(SECRET);
    return secret !== undefined && seal === this.#hasher.sha256(secret + this.#hasher.sha256(secret + steps));
  }
}
