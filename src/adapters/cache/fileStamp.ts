import type { FileStat } from '../../ports/fileSystem.js';

/**
 * The state of a file or folder when it was read: mtime, ctime, size, inode. Times are in
 * nanoseconds, rounded to JavaScript numbers, which keeps them exact to a quarter of a microsecond.
 */
export type Stamp = readonly [mtimeNs: number, ctimeNs: number, size: number, inode: number];

const COARSE_NS = 2_000_000_000n;
const FINE_NS = 50_000_000n;
const MILLISECOND_NS = 1_000_000n;

export function stampOf({ mtimeNs, ctimeNs, size, inode }: FileStat): Stamp {
  return [Number(mtimeNs), Number(ctimeNs), size, Number(inode)];
}

/** True if the four numbers that start at index `at` of `stamps` are the stamp of `stat`. */
export function isSame(stamps: readonly number[], at: number, stat: FileStat): boolean {
  return (
    stamps[at] === Number(stat.mtimeNs) &&
    stamps[at + 1] === Number(stat.ctimeNs) &&
    stamps[at + 2] === stat.size &&
    stamps[at + 3] === Number(stat.inode)
  );
}

/**
 * True if the last change of the file was so long before the file was read that any later change alters its stamp. After a recent
 * change, a second one in the same tick of the file system's clock would keep the stamp. The margin is 50 ms, or 2 s if the
 * modification time has no digits below a millisecond.
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
