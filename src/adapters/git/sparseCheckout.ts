import { join } from 'node:path';
import { textOfRegularFile } from '../files/readRegularFile.js';
import type { ClonePlace } from './clonePlace.js';
import type { AskGit } from './gitProcess.js';

const LARGEST = 1_000_000;
const IS_ON = /^[ \t]*sparsecheckout[ \t]*(?:=[ \t]*(?:true|yes|on|1)[ \t]*)?$/im;

/** What cannot be read may be: git's index tells what is left out all the same. */
function mayBeThere(file: string): boolean {
  try {
    return textOfRegularFile(file, LARGEST) !== undefined;
  } catch {
    return true;
  }
}

/** Files below a folder of the project that are in git's index, and that a sparse checkout leaves out. */
export function notCheckedOut(git: AskGit, place: ClonePlace, folder: string): readonly string[] {
  // Git is asked only where it is told so, as hardly any clone is.
  if (!mayBeThere(join(place.gitDir, 'info/sparse-checkout'))) return [];
  const settings = [join(place.gitDir, 'config.worktree'), join(place.commonDir, 'config')];
  if (!settings.some((file) => IS_ON.test(textOfRegularFile(file, LARGEST) ?? ''))) return [];
  const answer = git.run(['ls-files', '-t', '-z', '--', folder]);
  if (answer.status !== 0) return [];
  return answer.output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => (line.startsWith('S ') ? [line.slice(2)] : []));
}
