import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { ProcessIdentity } from './processTable.js';

/** Content of a file that says who has something. */
export interface Ownership extends ProcessIdentity {
  /** Of this one taking: no other file ever holds it. */
  readonly nonce: string;
}

/** Who has a file that another wants. */
export interface Holder {
  /** Undefined when the file does not say; a writer without hard links may be at it. */
  readonly owner: Ownership | undefined;
  /** Tells this file from every other that ever had the name. */
  readonly key: string;
  readonly ageMs: number;
}

const NONCE = /^[a-z0-9]{1,40}$/;
const MAX_SIZE = 4096;

/** Who has the file; undefined when there is none. */
export function holderAt(files: FileSystem, path: string): Holder | undefined {
  const stat = files.stat(path);
  if (stat === undefined) return undefined;
  const text = stat.kind === 'file' && stat.size <= MAX_SIZE ? files.readText(path) : undefined;
  const owner = parseOwnership(text ?? '');
  return { owner, key: owner?.nonce ?? `x${stat.inode}-${stat.mtimeNs}`, ageMs: ageOf(stat) };
}

/** How far from now a file was changed; a clock that is ahead elsewhere counts as age too. */
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
  // A number below 1 would ask about whole groups of processes.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== 'string' || typeof start !== 'string' || typeof namespace !== 'string')
    return undefined;
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { pid, host, namespace, start, nonce };
}
