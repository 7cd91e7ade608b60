import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { looksLikeGitFolder } from '../adapters/files/isGitFolder.js';
import { configObjectIn } from '../adapters/files/readConfigObject.js';
import { DEFAULT_CONFIG } from '../domain/project/configuration.js';
import { CONFIG_FILE } from '../domain/project/projectFolders.js';

/**
 * Returns the nearest ancestor of `directory` with `.spectool/config.json`; undefined outside a project. A submodule or other
 * repository inside a project does not belong to the project, unless it contains the project's specs or is in the specs
 * folder.
 */
export function findProjectRoot(directory: string): string | undefined {
  let repository: string | undefined;
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONFIG_FILE)))
      return repository === undefined || hasSpecsIn(folder, repository) ? folder : undefined;
    if (repository === undefined && isTopOfRepository(folder)) repository = folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * True if the folder is the top of a working tree. Its `.git` is a folder, or, in a submodule or worktree, a file that names
 * a folder.
 */
function isTopOfRepository(folder: string): boolean {
  const path = join(folder, '.git');
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true || looksLikeGitFolder(path);
  } catch {
    return false;
  }
}

function hasSpecsIn(project: string, repository: string): boolean {
  const { specsDir = DEFAULT_CONFIG.specsDir } = configObjectIn(project);
  const specs = resolve(project, typeof specsDir === 'string' ? specsDir : DEFAULT_CONFIG.specsDir);
  return `${specs}${sep}`.startsWith(`${repository}${sep}`) || repository.startsWith(`${specs}${sep}`);
}
