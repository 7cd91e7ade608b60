import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platform } from 'node:process';
import { textOfRegularFile } from '../../files/readRegularFile.js';

const SECRET = /^[0-9a-f]{64}$/;

/**
 * Made when it is first asked for; undefined where nothing can be kept in git's folder. Where another user's or a damaged one stands in
 * its place there is one beside it, or one for this command alone: what nobody can check is not believed.
 */
export function treeSecret(gitDir: string): string | undefined {
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
    // Another process may be faster: then its is the one.
    writeFileSync(file, fresh(), { flag: 'wx', mode: rightsIn(gitDir), flush: true });
  } catch {
    // Told by the reading.
  }
  return secretIn(file, gitDir);
}

function fresh(): string {
  return randomBytes(32).toString('hex');
}

/** By whatever it is, or by what is no folder in place of its folder. */
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

/** Nobody else is to know it, but for a group that works in this repository together. */
function rightsIn(gitDir: string): number {
  return (statSync(gitDir).mode & 0o020) === 0 ? 0o600 : 0o660;
}

function secretIn(file: string, gitDir: string): string | undefined {
  try {
    const stat = lstatSync(file);
    // A link leads to what others may know.
    if (!stat.isFile()) return undefined;
    closeToOthers(file, stat.mode, gitDir);
    const text = textOfRegularFile(file, 64) ?? '';
    return SECRET.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Earlier versions left it to the user's mask. */
function closeToOthers(file: string, mode: number, gitDir: string): void {
  const rights = rightsIn(gitDir);
  if (platform === 'win32' || (mode & 0o077 & ~rights) === 0) return;
  try {
    chmodSync(file, rights);
  } catch {
    // Another's file, or a disk that nothing is written to.
  }
}
