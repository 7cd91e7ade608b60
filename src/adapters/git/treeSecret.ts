import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { textOfRegularFile } from '../files/readRegularFile.js';

const SECRET = /^[0-9a-f]{64}$/;

/** Made when it is first asked for; undefined where nothing can be kept in git's folder. */
export function treeSecret(gitDir: string): string | undefined {
  const folder = join(gitDir, 'spectool');
  const file = join(folder, 'secret');
  const kept = secretIn(file, gitDir);
  if (kept !== undefined) return kept;
  try {
    mkdirSync(folder, { recursive: true });
    // Another process may be faster: then its is the one.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: rightsIn(gitDir), flush: true });
  } catch {
    // Told by the reading.
  }
  return secretIn(file, gitDir);
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
