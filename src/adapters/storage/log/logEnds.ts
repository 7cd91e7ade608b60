import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LogEnd } from '../../../domain/log/logEnd.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { Section } from '../../cache/section.js';

/** @see EventLog.damages */
type ReadEnd = { readonly end: LogEnd; readonly isSound: boolean };

/**
 * How each stream ends, without opening those whose folder is as it was.
 * @param streams all there are, or a few. Those that may not be read are left out.
 * @param endOf reads a stream.
 */
export function logEnds(
  streams: readonly string[],
  files: FileSystem,
  section: Section<LogEnd>,
  endOf: (stream: string) => ReadEnd,
): ReadonlyMap<string, LogEnd> {
  const ends = new Map<string, LogEnd>();
  for (const stream of streams) {
    const stat = statOf(files, stream);
    const known = stat === 'failed' || stat === undefined ? undefined : section.known(stream, stat);
    // Of one that could not be looked at the reading says why, or reads it all the same.
    const read = known !== undefined || stat === undefined ? undefined : unlessClosed(() => endOf(stream));
    const end = known ?? read?.end;
    if (end === undefined) continue;
    ends.set(stream, end);
    // What stands behind a link may change without it, and what is wrong is told each time.
    if (read?.isSound === true && typeof stat === 'object' && stat.kind === 'directory')
      section.learn(stream, stat, end);
  }
  // A few that were asked for do not push out the many.
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
