import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platform } from 'node:process';
import { textOfRegularFile } from '../../files/readRegularFile.js';

const SECRET = /^[0-9a-f]{64}$/;

/**
 * Returns the secret of a working tree, created on first use. A journal (the file for finishing an interrupted change) is
 * accepted only if it was written with this secret, so that a journal from elsewhere is refused.
 * If the secret's file is damaged or belongs to another user, a second file is used. If that fails too, the secret is valid for
 * this command only, and older journals are refused. Undefined if git's folder cannot be written.
 */
export function worktreeSecret(gitDir: string): string | undefined {
  const file = join(gitDir, 'spectool', 'secret');
  const kept = secretAt(file, gitDir);
  if (kept !== undefined || !isTaken(file)) return kept;
  return secretAt(`${file}-${String(process.getuid?.())}`, gitDir) ?? fresh();
}

function secretAt(file: string, gitDir: string): string | undefined {
  const kept = secretIn(file, gitDir);
  if (kept !== undefined) return kept;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // With `wx`, the write fails if another process was faster; that process's secret is then used.
    writeFileSync(file, fresh(), { flag: 'wx', mode: rightsIn(gitDir), flush: true });
  } catch {
    // Ignore the error. The code below reads the secret that a faster process wrote, or returns undefined.
  }
  return secretIn(file, gitDir);
}

function fresh(): string {
  return randomBytes(32).toString('hex');
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

function secretIn(file: string, gitDir: string): string | undefined {
  try {
    const stat = lstatSync(file);
    // Refuse a link, because other users may be able to read its target.
    if (!stat.isFile()) return undefined;
    closeToOthers(file, stat.mode, gitDir);
    const text = textOfRegularFile(file, 64) ?? '';
    return SECRET.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes the permissions of other users from a file. Earlier versions of spectool created it with the user's default
 * permissions.
 */
function closeToOthers(file: string, mode: number, gitDir: string): void {
  const rights = rightsIn(gitDir);
  if (platform === 'win32' || (mode & 0o077 & ~rights) === 0) return;
  try {
    chmodSync(file, rights);
  } catch {
    // Ignore the error: the file belongs to another user, or the disk is read-only.
  }
}
