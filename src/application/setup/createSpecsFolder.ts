import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { LoadedConfiguration } from '../../ports/configurationStore.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Creates the specs folder if it is missing. Commands that only read create this folder too, but write nothing else.
 * @returns the configuration, with a warning if the folder could not be created.
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
 * True if the specs folder has no file at all. The specs were then not deleted one by one: the folder is not checked out, or
 * it was removed and recreated.
 */
export function isEmptySpecsFolder(files: Pick<FileSystem, 'list'>, specsDir: string): boolean {
  return files.list(specsDir).length === 0;
}
