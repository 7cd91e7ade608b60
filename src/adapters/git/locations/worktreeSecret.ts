import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textOfRegularFile } from '../../files/readRegularFile.js';

const SECRET = /^[0-9a-f]{64}$/;

/**
 * Returns the secret of a working tree, created on first use. A journal (the file for finishing an interrupted change) is
 * accepted only if it was written with this secret, so that a journal from elsewhere is refused. If the secret's file is damaged or
 * belongs to another user, the secret is valid for this command only. Undefined if git's folder cannot be written.
 */
export function worktreeSecret(gitDir: string): string | undefined {
  const file = join(gitDir, 'spectool', 'secret');
  const kept = secretIn(file);
  if (kept !== undefined) return kept;
  const fresh = randomBytes(32).toString('hex');
  try {
    mkdirSync(dirname(file), { recursive: true });
    // With `wx`, the write fails if another process was faster; that process's secret is then used.
    writeFileSync(file, fresh, { flag: 'wx', mode: rightsIn(gitDir), flush: true });
  } catch {
    // Ignore the error. The code below reads the secret that a faster process wrote, or returns undefined.
  }
  return secretIn(file) ?? (isTaken(file) ? fresh : undefined);
}

/** True if the file exists in any form, or if its folder's path is taken by something other than a folder. */
function isTaken(file: string): boolean {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return true;
    const folder = dirname(file);
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return false;
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    return true;
  }
}

/**
 * Returns the permissions for the file of the secret: for the owner, and for the group too if the repository is shared with the
 * group.
 */
function rightsIn(gitDir: string): number {
  return (statSync(gitDir).mode & 0o020) === 0 ? 0o600 : 0o660;
}

function secretIn(file: string): string | undefined {
  try {
    // Refuse a link, because other users may be able to read its target.
    const text = lstatSync(file).isFile() ? (textOfRegularFile(file, 64) ?? '') : '';
    return SECRET.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
