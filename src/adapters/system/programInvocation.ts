import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PROGRAM } from '../../domain/project/replaceProgramName.js';
import { textOfRegularFile } from '../files/readRegularFile.js';

/** With `--no-install`, npx does not download and run an unknown package with the program's name. */
export const PROGRAM_OF_PROJECT = `npx --no-install ${PROGRAM}`;
const OWN_BIN = join('node_modules', '.bin');
const LARGEST = 4 * 1024 * 1024;

/**
 * Returns the command that runs spectool in a folder, for files that are committed. Uses npx if the folder, or a parent folder in
 * the repository, has spectool as a dependency. The result does not depend on what is installed on this machine outside the
 * repository.
 */
export function projectCall(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isDeclaredIn(at) || existsSync(join(at, OWN_BIN, PROGRAM))) return PROGRAM_OF_PROJECT;
    if (existsSync(join(at, '.git')) || dirname(at) === at) return PROGRAM;
  }
}

/**
 * Returns the command that runs spectool for the current user: `spectool` if it is on the PATH, otherwise the same as
 * `projectCall`. The `node_modules/.bin` folders that npx and npm add to the PATH while they run do not count.
 */
export function userCall(folder: string, path = ''): string {
  const call = projectCall(folder);
  const isOnPath = () =>
    path.split(delimiter).some((at) => at !== '' && !at.endsWith(OWN_BIN) && existsSync(join(at, PROGRAM)));
  return call !== PROGRAM && isOnPath() ? PROGRAM : call;
}

function isDeclaredIn(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(textOfRegularFile(join(folder, 'package.json'), LARGEST) ?? '{}');
    const { dependencies, devDependencies, optionalDependencies } = manifest as Readonly<
      Record<string, unknown>
    >;
    return [dependencies, devDependencies, optionalDependencies].some(
      (named) => typeof named === 'object' && named !== null && Object.hasOwn(named, PROGRAM),
    );
  } catch {
    // A package.json that cannot be parsed has no dependencies.
    return false;
  }
}
