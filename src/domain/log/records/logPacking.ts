/** The fewest log files that packing must save. Below, neither git nor the disk notices the files. */
const FEWEST_SAVED = 2000;
/** The part of the log files that packing must save, so that each packing is worth a commit. */
const SMALLEST_SHARE = 0.2;
/** Minimum number of single record files in a log for which a pack is made. */
export const FEWEST_TO_PACK = 4;

/** What packing would do to the log of a project: `files` become `packs`. */
export interface PackingGain {
  readonly files: number;
  readonly packs: number;
}

/**
 * Returns what packing would do, if it pays. It pays where a log has many changes, not where a project has many specs, because a
 * log of one to three files is not packed.
 * @param logs the number of files in each log that a pack would replace; undefined if there are too few.
 */
export function packingGain(
  logs: Iterable<{ readonly unpacked?: number | undefined }>,
): PackingGain | undefined {
  let [files, packs, others] = [0, 0, 0];
  for (const { unpacked = 0 } of logs) {
    if (unpacked < FEWEST_TO_PACK) others += 1;
    else [files, packs] = [files + unpacked, packs + 1];
  }
  const saved = files - packs;
  // A log has at least one file, so this is the highest possible share.
  const share = saved / (files + others);
  return saved >= FEWEST_SAVED && share >= SMALLEST_SHARE ? { files, packs } : undefined;
}
