import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { causeOf } from '../../../domain/errors/fileFailure.js';
import { isProcessAlive } from '../lock/processTable.js';
import { isTemporaryName, temporaryOwner } from './temporaryFileName.js';

/**
 * How long a temporary file is kept although its process does not run on this machine, in milliseconds: in a shared folder, the
 * process may run on another machine.
 */
const GRACE_MS = 10_000;
const FORGOTTEN_MS = 3_600_000;

/** Removes temporary files that killed processes left in a folder. @returns the number of removed files. */
export function sweepFolder(folder: string, graceMs = GRACE_MS): number {
  let swept = 0;
  for (const name of namesIn(folder).filter(isTemporaryName)) {
    const place = join(folder, name);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const age = Date.now() - stats.mtimeMs;
    const owner = temporaryOwner(name);
    const orphaned = owner !== undefined && !isProcessAlive(owner) && age >= graceMs;
    if (!orphaned && age < FORGOTTEN_MS) continue;
    rmSync(place, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(causeOf(error))) return [];
    throw error;
  }
}
