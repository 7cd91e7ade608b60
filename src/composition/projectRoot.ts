import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { looksLikeGitFolder } from '../adapters/files/gitFolder.js';
import { textOfRegularFile } from '../adapters/files/readRegularFile.js';
import { DEFAULT_CONFIG } from '../domain/project/configuration.js';
import { CONFIG_FILE } from '../domain/project/projectFolders.js';
import { isJsonObject } from '../domain/value/json.js';

/** More than any configuration has. */
const LONGEST = 1024 * 1024;

/**
 * The nearest ancestor of `directory` that holds `.spectool/config.json`; undefined outside every project. A submodule, or another
 * repository below a project, is not part of that project, unless the project's specs are in it, or it is among them.
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

/** `.git` is a folder, or in a submodule or worktree a file that names one. */
function isTopOfRepository(folder: string): boolean {
  const path = join(folder, '.git');
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true || looksLikeGitFolder(path);
  } catch {
    return false;
  }
}

function hasSpecsIn(project: string, repository: string): boolean {
  const specs = resolve(project, specsDirOf(join(project, CONFIG_FILE)));
  return `${specs}${sep}`.startsWith(`${repository}${sep}`) || repository.startsWith(`${specs}${sep}`);
}

/** What is wrong with the configuration is said when it is loaded. */
function specsDirOf(file: string): string {
  try {
    const config: unknown = JSON.parse((textOfRegularFile(file, LONGEST) ?? '').replace(/^\uFEFF/, ''));
    const specsDir = isJsonObject(config) ? config['specsDir'] : undefined;
    if (typeof specsDir === 'string') return specsDir;
  } catch {
    // As where nothing is said.
  }
  return DEFAULT_CONFIG.specsDir;
}
