import type { Finding } from '../../domain/findings/finding.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { Services } from '../services.js';

/** Finds records that no commit contains, or that git ignores. */
export class CheckRecordsCommitted {
  constructor(private readonly use: Services) {}

  /**
   * Returns findings about uncommitted records. @param found findings in the specs. Documents that these findings report as
   * restored by git are not reported again.
   */
  findings(streams: ReadonlyMap<string, SpecFolder>, found: readonly Finding[]): readonly Finding[] {
    const { specStore, uncommittedRecords, clone, config } = this.use;
    const ignored = streams.size === 0 ? undefined : clone.logIgnoredBy();
    if (ignored !== undefined)
      return [
        {
          severity: 'error',
          code: 'LOG_IGNORED',
          file: LOG_FOLDER,
          message: `Git ignores the log because of the rule at ${ignored.rule}, so this working tree has the only copy of the records.`,
          ...(ignored.isWhole
            ? { fix: 'Remove the rule. Then run `git add .spectool`.' }
            : {
                advice: [
                  {
                    useCase: 'initProject',
                    to: 'except the log from the rule, and then `git add .spectool`',
                  },
                ],
              }),
        },
      ];
    const told = new Set(found.flatMap(({ code, file }) => (code === 'RECORDS_NOT_IN_TEXT' ? [file] : [])));
    const documents = [...streams].map(
      ([stream, folder]) => [stream, specStore.documentPath(folder)] as const,
    );
    const left = uncommittedRecords.among(
      new Map(documents.filter(([, file]) => !told.has(file))),
      LOG_FOLDER,
      config.specsDir,
    );
    return uncommittedRecords
      .told(left, (stream) => streams.get(stream)?.ref ?? stream)
      .map(({ message, hint }) => ({
        severity: 'warning',
        code: 'RECORDS_NOT_COMMITTED',
        file: LOG_FOLDER,
        message,
        ...(hint !== undefined && { fix: hint }),
      }));
  }
}
