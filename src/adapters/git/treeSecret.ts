import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platform } from 'node:process';
import { causeOf } from '../../domain/errors/fileFailure.js';
import { textOfRegularFile } from '../files/readRegularFile.js';

const SECRET = /^[0-9a-f]{64}$/;

/**
 * Made when it is first asked for; undefined where nothing can be kept in git's folder. Who may not read the one that is there, as
 * another user made it, has one of his own, be it for this command alone: what nobody can check is not believed.
 */
export function treeSecret(gitDir: string): string | undefined {
  const folder = join(gitDir, 'spectool');
  const file = join(folder, 'secret');
  if (!isClosed(file)) return secretAt(file, gitDir);
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

/** There, and not to be read. */
function isClosed(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(causeOf(error));
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
