import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { causeOf, fileFailure, systemError } from '../../domain/errors/fileFailure.js';
import type { HookFound } from '../../domain/project/gitFiles.js';
import { textOfRegularFile } from '../files/readRegularFile.js';
import type { ClonePlace } from './places/clonePlace.js';

const LARGEST = 64 * 1024;

/** What stands in git's own folder of hooks, and which of `files` in the top folder. */
export function hookIn(
  { commonDir, top }: Pick<ClonePlace, 'commonDir' | 'top'>,
  name: string,
  files: readonly string[],
): Pick<HookFound, 'files' | 'hook'> {
  const hook = hookAt(join(commonDir, 'hooks', name));
  return { files: files.filter((file) => existsSync(join(top, file))), ...(hook !== undefined && { hook }) };
}

/** @throws SpectoolError `CHANGED_MEANWHILE` when something else stands there than `was`. */
export function setHook(
  { commonDir }: Pick<ClonePlace, 'commonDir'>,
  name: string,
  text: string | undefined,
  was: string | undefined,
): void {
  const path = join(commonDir, 'hooks', name);
  // Git runs none of this name.
  const unfinished = `${path}.spectool-${String(process.pid)}`;
  const there = hookAt(path);
  const now = there === undefined || there === 'other' ? there : there.text.replaceAll('\r\n', '\n');
  if (now !== was)
    throw new SpectoolError(
      'CHANGED_MEANWHILE',
      `The hook ${name} was changed by another program meanwhile.`,
      {
        hint: 'Run the command again; nothing was changed.',
      },
    );
  try {
    if (text === undefined) {
      unlinkSync(path);
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    rmSync(unfinished, { force: true });
    try {
      // Half a hook would be run all the same: it gets its name when it is whole.
      writeFileSync(unfinished, text, { flag: 'wx', mode: 0o755 });
      if (was === undefined) moveWhereNone(unfinished, path);
      else renameSync(unfinished, path);
    } finally {
      removeIfPossible(unfinished);
    }
  } catch (error) {
    throw fileFailure('WRITE_FAILED', `.git/hooks/${name}`, error);
  }
}

/** The hook has its name by then, or has not: what is left over is run by nobody. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays.
  }
}

/** One that was made a moment ago is somebody's: a rename would replace it, a link does not. */
function moveWhereNone(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (causeOf(error) === 'EEXIST') throw error;
    // A file system without hard links.
    if (existsSync(to)) throw systemError('EEXIST');
    renameSync(from, to);
  }
}

/** A folder of hooks that is a link is somebody's for several clones; what cannot be read is somebody's, too. */
function hookAt(path: string): HookFound['hook'] {
  try {
    return readableHookAt(path);
  } catch {
    return 'other';
  }
}

function readableHookAt(path: string): HookFound['hook'] {
  const folder = lstatSync(dirname(path), { throwIfNoEntry: false });
  if (folder !== undefined && !folder.isDirectory()) return 'other';
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const text = stat.isFile() ? textOfRegularFile(path, LARGEST) : undefined;
  return text === undefined ? 'other' : { text };
}
