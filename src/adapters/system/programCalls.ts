import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PROGRAM } from '../../domain/project/programCall.js';
import { textOfRegularFile } from '../files/readRegularFile.js';

/** `--no-install` keeps npx from downloading and running an unknown package of this name. */
export const PROGRAM_OF_PROJECT = `npx --no-install ${PROGRAM}`;
const OWN_BIN = join('node_modules', '.bin');
const LARGEST = 4 * 1024 * 1024;

/**
 * Returns the command that runs the program in a folder, for files that are committed: through npx if the project, or a folder
 * above it in the repository, has the program as a dependency. Does not depend on what is installed on the machine that writes the
 * file.
 */
export function projectCall(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isDeclaredIn(at) || existsSync(join(at, OWN_BIN, PROGRAM))) return PROGRAM_OF_PROJECT;
    if (existsSync(join(at, '.git')) || dirname(at) === at) return PROGRAM;
  }
}

/**
 * Returns the command that runs the program for the current user: its name if that is on the PATH, ignoring the `node_modules/.bin`
 * folders that npx and npm add to the PATH while they run.
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
    // A package.json that cannot be parsed declares nothing.
    return false;
  }
}
