import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { LoadedConfiguration } from '../../ports/configurationStore.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Creates the folder for specs where it is missing: the one thing that a command may write that only reads.
 * @returns the configuration, with a warning where the folder cannot be created.
 */
export function withSpecsFolder(
  files: Pick<FileSystem, 'stat' | 'makeDirectory'>,
  loaded: LoadedConfiguration,
): LoadedConfiguration {
  const { specsDir } = loaded.config;
  try {
    if (files.stat(specsDir) === undefined) files.makeDirectory(specsDir);
    return loaded;
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    const message = `names "${specsDir}", which is missing and could not be created: ${error.message}`;
    return { ...loaded, warnings: [...loaded.warnings, { key: 'specsDir', message }] };
  }
}

/**
 * True where no spec is, not even an archived one, and no other file. Specs that the log has were then not removed one by one: the
 * folder is not checked out, or was removed as a whole and created anew.
 */
export function isEmptySpecsFolder(files: Pick<FileSystem, 'list'>, specsDir: string): boolean {
  return files.list(specsDir).length === 0;
}
