import type { FileStat } from '../../ports/fileSystem.js';

/**
 * The state of a file or folder when it was read: mtime, ctime, size, inode. Times are nanoseconds rounded to a JavaScript number,
 * which is exact to a quarter of a microsecond.
 */
export type Stamp = readonly [mtimeNs: number, ctimeNs: number, size: number, inode: number];

const COARSE_NS = 2_000_000_000n;
const FINE_NS = 50_000_000n;
const MILLISECOND_NS = 1_000_000n;

export function stampOf({ mtimeNs, ctimeNs, size, inode }: FileStat): Stamp {
  return [Number(mtimeNs), Number(ctimeNs), size, Number(inode)];
}

/** True if the four numbers starting at index `at` equal the stamp of `stat`. */
export function isSame(stamps: readonly number[], at: number, stat: FileStat): boolean {
  return (
    stamps[at] === Number(stat.mtimeNs) &&
    stamps[at + 1] === Number(stat.ctimeNs) &&
    stamps[at + 2] === stat.size &&
    stamps[at + 3] === Number(stat.inode)
  );
}

/**
 * True if an unchanged stamp proves that the file is unchanged. A file modified just before it was read could be modified again
 * within the same tick of the file system's clock and keep its stamp (git calls such an entry racy), so it has to be read again. A
 * tick is taken as milliseconds where the time has a part finer than a millisecond, otherwise as up to two seconds.
 * @param readNs the earliest time at which the file was read, in nanoseconds since 1970.
 */
export function isSettled(
  { mtimeNs, ctimeNs }: Pick<FileStat, 'mtimeNs' | 'ctimeNs'>,
  readNs: bigint,
): boolean {
  if (mtimeNs === 0n) return false;
  const margin = mtimeNs % MILLISECOND_NS === 0n ? COARSE_NS : FINE_NS;
  return (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) + margin < readNs;
}
