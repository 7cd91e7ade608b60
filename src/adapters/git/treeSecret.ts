import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOfRegularFile } from '../files/readRegularFile.js';

const SECRET = /^[0-9a-f]{64}$/;

/** Made when it is first asked for; undefined where nothing can be kept in git's folder. */
export function treeSecret(gitDir: string): string | undefined {
  const folder = join(gitDir, 'spectool');
  const file = join(folder, 'secret');
  const kept = secretIn(file);
  if (kept !== undefined) return kept;
  try {
    mkdirSync(folder, { recursive: true });
    // Another process may be faster: then its is the one.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', flush: true });
  } catch {
    // Told by the reading.
  }
  return secretIn(file);
}

function secretIn(file: string): string | undefined {
  try {
    // A link leads to what others may know.
    if (!lstatSync(file).isFile()) return undefined;
    const text = textOfRegularFile(file, 64) ?? '';
    return SECRET.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
