import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LogEnd } from '../../../domain/log/logSummary.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { Section } from '../../cache/snapshotSection.js';

/** The end of a stream, that is, its last records. `isSound` is true if the stream has no damage (see `EventLog.damages`). */
type ReadEnd = { readonly end: LogEnd; readonly isSound: boolean };

/**
 * Returns the end of each stream (the log of a spec). Streams whose folder is unchanged are taken from the snapshot; streams that
 * cannot be read are left out.
 * @param streams all streams of the log, or some of them.
 * @param endOf reads a stream.
 */
export function logSummaries(
  streams: readonly string[],
  files: FileSystem,
  section: Section<LogEnd>,
  endOf: (stream: string) => ReadEnd,
): ReadonlyMap<string, LogEnd> {
  const ends = new Map<string, LogEnd>();
  for (const stream of streams) {
    const stat = statOf(files, stream);
    const known = stat === 'failed' || stat === undefined ? undefined : section.known(stream, stat);
    // If the stat failed, read the stream: this either works or reports the reason.
    const read = known !== undefined || stat === undefined ? undefined : unlessClosed(() => endOf(stream));
    const end = known ?? read?.end;
    if (end === undefined) continue;
    ends.set(stream, end);
    // Do not cache links, because their targets can change unnoticed, nor damaged streams, so that the damage is reported each
    // time.
    if (read?.isSound === true && typeof stat === 'object' && stat.kind === 'directory')
      section.learn(stream, stat, end);
  }
  // `keepMet` removes cached entries that were not looked up, so call it only if nearly all streams were requested.
  if (streams.length * 10 > section.rows.names.length * 9) section.keepMet();
  return ends;
}

function statOf(files: FileSystem, stream: string): FileStat | 'failed' | undefined {
  try {
    return files.stat(`${LOG_FOLDER}/${stream}`);
  } catch {
    return 'failed';
  }
}

function unlessClosed<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const isClosed = error instanceof SpectoolError && ['LOG_UNREADABLE', 'READ_FAILED'].includes(error.code);
    if (!isClosed) throw error;
    return undefined;
  }
}
