import { firstOf } from '../../domain/value/bounds.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { Warning } from '../warning.js';
import type { Services } from '../services.js';

/** Command that stages the records of all specs. */
const ADD_RECORDS = '`git add .spectool`';

/** Finds records that are not committed although their document is, as after `git commit -am`, which leaves out new files. */
export class UncommittedRecords {
  constructor(private readonly use: Services) {}

  /**
   * Returns the ids of the specs whose document is committed, but not all of its records.
   * @param documents path of the document of each spec to check, by id of the spec.
   * @param places folders or files of these documents and their records.
   */
  among(
    documents: ReadonlyMap<StreamId, string>,
    ...places: readonly [string, ...string[]]
  ): readonly StreamId[] {
    const open = this.use.commits.filesNotInHead(...places) ?? [];
    const records = open.filter((path) => streamIn(path) !== undefined);
    const streams = new Set(records.map(streamIn));
    const isCommitted = (document: string) =>
      open.every((path) => path !== document && !(path.endsWith('/') && document.startsWith(path)));
    const found = [...documents].flatMap(([stream, document]) =>
      streams.has(stream) && isCommitted(document) ? [stream] : [],
    );
    if (found.length === 0) return [];
    const leftOut = new Set(this.#leftOut(records).map(streamIn));
    return found.filter((stream) => leftOut.has(stream));
  }

  /**
   * Returns the records that are as old as the last commit, which therefore left them out. Newer ones wait for the next commit: a
   * change that was taken back again leaves records, but no change of the document.
   */
  #leftOut(records: readonly string[]): readonly string[] {
    const head = this.use.commitLog.commitNamed('HEAD');
    const [commit] = head === undefined ? [] : this.use.commitLog.commits([head]).commits;
    if (commit === undefined) return records;
    const writtenAt = (path: string) =>
      Number((this.use.fileSystem.stat(path)?.mtimeNs ?? 0n) / 1_000_000_000n);
    return records.filter((path) => writtenAt(path) <= commit.committedAt / 1000);
  }

  /**
   * Returns one warning for all of these specs, whose records are not committed. @param names returns the name of a spec.
   */
  told(streams: readonly StreamId[], names: (stream: StreamId) => string): readonly Warning[] {
    if (streams.length === 0) return [];
    return [
      {
        code: 'RECORDS_NOT_COMMITTED',
        message: `Records are not committed, although the documents of their specs are: ${firstOf(streams.map(names))}. Other clones do not know what they record.`,
        hint: `Run ${ADD_RECORDS}, then commit.`,
      },
    ];
  }
}

function streamIn(path: string): StreamId | undefined {
  if (!path.startsWith(`${LOG_FOLDER}/`)) return undefined;
  const [stream, file] = path.slice(LOG_FOLDER.length + 1).split('/');
  return stream === undefined || stream === '' || file === undefined ? undefined : stream;
}
