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
import type { CloneLocation } from './locations/cloneLocation.js';

const LARGEST = 64 * 1024;

/** Returns the hook in git's own hooks folder, and which of `files` exist in the top folder. */
export function hookIn(
  { commonDir, top }: Pick<CloneLocation, 'commonDir' | 'top'>,
  name: string,
  files: readonly string[],
): Pick<HookFound, 'files' | 'hook'> {
  const hook = hookAt(join(commonDir, 'hooks', name));
  return { files: files.filter((file) => existsSync(join(top, file))), ...(hook !== undefined && { hook }) };
}

/** Sets or removes a hook. @throws SpectoolError `CHANGED_MEANWHILE` if the current hook differs from `was`. */
export function setHook(
  { commonDir }: Pick<CloneLocation, 'commonDir'>,
  name: string,
  text: string | undefined,
  was: string | undefined,
): void {
  const path = join(commonDir, 'hooks', name);
  // Git runs no file of this name.
  const unfinished = `${path}.spectool-${String(process.pid)}`;
  const there = hookAt(path);
  const now = there === undefined || there === 'other' ? there : there.text.replaceAll('\r\n', '\n');
  if (now !== was)
    throw new SpectoolError(
      'CHANGED_MEANWHILE',
      `The hook ${name} was changed by another program at the same time.`,
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
      // Git would run an incomplete hook, so the file gets its name once it is complete.
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

/** Removes a temporary file if possible; git never runs a leftover one. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The leftover file is harmless.
  }
}

/** Moves a file to a free name. Uses a hard link, because a rename would replace a hook made a moment ago. */
function moveWhereNone(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (causeOf(error) === 'EEXIST') throw error;
    // The file system has no hard links.
    if (existsSync(to)) throw systemError('EEXIST');
    renameSync(from, to);
  }
}

/**
 * Returns the hook; `other` for one that must be kept as it is: not a regular text file, unreadable, or in a linked hooks folder,
 * which several clones may share.
 */
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
