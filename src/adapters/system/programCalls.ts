import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PROGRAM } from '../../domain/project/programCall.js';
import { textOfRegularFile } from '../files/readRegularFile.js';

/** Never a download: an unknown package of that name must not run. */
export const PROGRAM_OF_PROJECT = `npx --no-install ${PROGRAM}`;
const OWN_BIN = join('node_modules', '.bin');
const LARGEST = 4 * 1024 * 1024;

/**
 * How everybody calls the program who works in a folder: through npx where the project, or what is above it in the repository, has the
 * program as a dependency. Files that are committed say it so, whatever is installed on the machine that writes them.
 */
export function projectCall(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isDeclaredIn(at) || existsSync(join(at, OWN_BIN, PROGRAM))) return PROGRAM_OF_PROJECT;
    if (existsSync(join(at, '.git')) || dirname(at) === at) return PROGRAM;
  }
}

/** How one person calls it there: by its name where that is on the PATH. npx and npm put folders of projects there for as long as they run. */
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
    // No manifest that npm could read either.
    return false;
  }
}
