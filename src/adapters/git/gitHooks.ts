import type { CloneLocation } from './cloneLocation.js';
import type { HookFound } from '../../domain/project/managedTexts.js';
import { join, dirname } from 'node:path';
import { existsSync, unlinkSync, mkdirSync, rmSync, writeFileSync, renameSync, lstatSync } from 'node:fs';
import { SpectoolError, fileFailure } from '../../domain/errors/spectoolError.js';
import { textOfRegularFile } from '../files/regularFiles.js';
import { BOUNDS } from '../../domain/value/bounds.js';

/** Returns the git hook in the clone's own hooks folder, and those of `files` that exist at the top of the working tree. */
export function hookIn(
  { commonDir, top }: Pick<CloneLocation, 'commonDir' | 'top'>,
  name: string,
  files: readonly string[],
): Pick<HookFound, 'files' | 'hook'> {
  const hook = hookAt(join(commonDir, 'hooks', name));
  return { files: files.filter((file) => existsSync(join(top, file))), ...(hook !== undefined && { hook }) };
}

/**
 * Writes a git hook, or removes it if `text` is undefined.
 * @param was the text that the hook is expected to have; undefined if there should be no hook.
 * @throws SpectoolError `CHANGED_MEANWHILE` if the current text is different.
 */
export function setHook(
  { commonDir }: Pick<CloneLocation, 'commonDir'>,
  name: string,
  text: string | undefined,
  was: string | undefined,
): void {
  const path = join(commonDir, 'hooks', name);
  // Write to a temporary name first, which git does not run as a hook.
  const unfinished = `${path}.spectool-${String(process.pid)}`;
  const there = hookAt(path);
  const now = there === undefined || there === 'other' ? there : there.text.replaceAll('\r\n', '\n');
  if (now !== was)
    throw new SpectoolError(
      'CHANGED_MEANWHILE',
      `The git hook ${name} was changed by another program at the same time.`,
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
      // Rename the file only when it is complete, because git would run an incomplete hook.
      writeFileSync(unfinished, text, { flag: 'wx', mode: 0o755 });
      renameSync(unfinished, path);
    } finally {
      removeIfPossible(unfinished);
    }
  } catch (error) {
    throw fileFailure('WRITE_FAILED', `.git/hooks/${name}`, error);
  }
}

/** Removes a temporary file if possible. Git never runs a file that is left over. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The leftover file is harmless.
  }
}

/**
 * Returns the text of the hook; undefined if there is no hook; `other` for a hook that must not be changed. Such a hook is
 * unreadable, not a regular text file, or in a hooks folder that is a link and so may be shared by several clones.
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
  const text = stat.isFile() ? textOfRegularFile(path, BOUNDS.smallFile) : undefined;
  return text === undefined ? 'other' : { text };
}
