import type { FileStat } from '../../ports/fileSystem.js';

/** What a file or folder looked like when it was read: mtime, ctime, size, inode. Times are exact to a quarter of a microsecond. */
export type Stamp = readonly [mtimeNs: number, ctimeNs: number, size: number, inode: number];

const COARSE_NS = 2_000_000_000n;
const FINE_NS = 50_000_000n;
const MILLISECOND_NS = 1_000_000n;

export function stampOf({ mtimeNs, ctimeNs, size, inode }: FileStat): Stamp {
  return [Number(mtimeNs), Number(ctimeNs), size, Number(inode)];
}

/** True when the four numbers at `at` are the stamp of `stat`. */
export function isSame(stamps: readonly number[], at: number, stat: FileStat): boolean {
  return (
    stamps[at] === Number(stat.mtimeNs) &&
    stamps[at + 1] === Number(stat.ctimeNs) &&
    stamps[at + 2] === stat.size &&
    stamps[at + 3] === Number(stat.inode)
  );
}

/**
 * True when the stamp alone proves that nothing changed since: what was touched about when it was read may have been changed again
 * within one tick of the file system's clock, and is read again (git calls it racy). Ticks are milliseconds where times have
 * finer parts, else up to two seconds.
 * @param readNs when it was read at the earliest.
 */
export function isSettled(
  { mtimeNs, ctimeNs }: Pick<FileStat, 'mtimeNs' | 'ctimeNs'>,
  readNs: bigint,
): boolean {
  if (mtimeNs === 0n) return false;
  const margin = mtimeNs % MILLISECOND_NS === 0n ? COARSE_NS : FINE_NS;
  return (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) + margin < readNs;
}
