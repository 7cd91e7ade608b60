import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { causeOf } from '../../../domain/errors/fileFailure.js';
import { isProcessAlive } from '../lock/processTable.js';
import { isTemporaryName, temporaryOwner } from './temporaryName.js';

/** A number says "gone" on this machine only: a shared folder may hold another machine's write. */
const GRACE_MS = 10_000;
const FORGOTTEN_MS = 3_600_000;

/** Removes what killed processes left under temporary names in one folder. */
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
