import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { ProcessIdentity } from './processTable.js';

/** The content of a lock file: the process that owns the file. */
export interface Ownership extends ProcessIdentity {
  /** A random value that differs each time the file is created. */
  readonly nonce: string;
}

/** The current owner of a lock file, as another process sees it. */
export interface Holder {
  /**
   * The owner's process. Undefined if the file names none, for example while it is being written on a disk without hard links.
   */
  readonly owner: Ownership | undefined;
  /** Distinguishes this lock file from all earlier ones with the same name. */
  readonly key: string;
  readonly ageMs: number;
}

const NONCE = /^[a-z0-9]{1,40}$/;
const MAX_SIZE = 4096;

/** Returns the current owner of a lock file; undefined if the file does not exist. */
export function holderAt(files: FileSystem, path: string): Holder | undefined {
  const stat = files.stat(path);
  if (stat === undefined) return undefined;
  const text = stat.kind === 'file' && stat.size <= MAX_SIZE ? files.readText(path) : undefined;
  const owner = parseOwnership(text ?? '');
  return { owner, key: owner?.nonce ?? `x${stat.inode}-${stat.mtimeNs}`, ageMs: ageOf(stat) };
}

/**
 * Returns the age of a file in milliseconds. A time in the future, from a machine whose clock is ahead, counts like a time
 * equally far in the past.
 */
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
  // Refuse numbers below 1, because `kill` would take them for process groups.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== 'string' || typeof start !== 'string' || typeof namespace !== 'string')
    return undefined;
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { pid, host, namespace, start, nonce };
}
