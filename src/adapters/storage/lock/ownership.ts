import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { ProcessIdentity } from './processTable.js';

/** The content of a lock file: the process that owns it. */
export interface Ownership extends ProcessIdentity {
  /** Random value, unique to each time that the file is created. */
  readonly nonce: string;
}

/** The current owner of a lock file that another process wants. */
export interface Holder {
  /** Undefined if the file names no owner, for example while it is still being written on a disk without hard links. */
  readonly owner: Ownership | undefined;
  /** Distinguishes this file from all others that had the same name. */
  readonly key: string;
  readonly ageMs: number;
}

const NONCE = /^[a-z0-9]{1,40}$/;
const MAX_SIZE = 4096;

/** Returns the holder of the file, or undefined if the file does not exist. */
export function holderAt(files: FileSystem, path: string): Holder | undefined {
  const stat = files.stat(path);
  if (stat === undefined) return undefined;
  const text = stat.kind === 'file' && stat.size <= MAX_SIZE ? files.readText(path) : undefined;
  const owner = parseOwnership(text ?? '');
  return { owner, key: owner?.nonce ?? `x${stat.inode}-${stat.mtimeNs}`, ageMs: ageOf(stat) };
}

/** Returns the age of a file in milliseconds. A time in the future, from a machine whose clock is ahead, counts as age too. */
export function ageOf(stat: FileStat): number {
  return Math.abs(Date.now() - Number(stat.mtimeNs / 1_000_000n));
}

function parseOwnership(text: string): Ownership | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, host, namespace, start, nonce } = value as Partial<Record<keyof Ownership, unknown>>;
  // `kill` takes a number below 1 as a process group.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== 'string' || typeof start !== 'string' || typeof namespace !== 'string')
    return undefined;
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { pid, host, namespace, start, nonce };
}
