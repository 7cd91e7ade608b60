import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { recordFileName, ancestry } from '../../domain/log/records/recordOrderAndFormat.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { shownRecord } from '../../domain/reconcile/documentState.js';
import { firstOf } from '../../domain/value/collections.js';
import type { Policy } from '../changes/policy.js';
import { existingIndex, writeIndex } from '../commands/project/exportPages.js';
import { flag, ignoreErrors, type Warning, useCase } from '../useCase.js';
import type { Services } from '../services.js';

export interface StageRecordsResult {
  /** Log files added to git's index. */
  readonly staged: readonly string[];
  /** Log files not staged, because the staged document does not contain their change. */
  readonly leftOut: readonly string[];
}

/** Stages the records of the changes in staged documents, and no other files. */
export const stageRecords = useCase(
  {
    /**
     * True for a call after a commit. Stages log files that the commit contains but git's index lacks, because the commit may
     * have used a temporary index.
     */
    afterCommit: flag,
  },
  (use, { afterCommit }): StageRecordsResult => {
    ignoreErrors(() => stageIndex(use));
    if (afterCommit === true) {
      const lost = use.commits.stagedFiles(LOG_FOLDER, 'removed');
      return { staged: stage(use, lost), leftOut: [] };
    }
    const staged = new Set<string>();
    const leftOut = new Set<string>();
    for (const text of use.commits.stagedDocuments(use.config.specsDir)) {
      const { frontmatter, bodyStart } = use.specStore.parse(text);
      const { id } = frontmatter;
      if (typeof id !== 'string') continue;
      const open = new Set(use.commits.untracked(`${LOG_FOLDER}/${id}`));
      if (open.size === 0) continue;
      const records = use.eventLog.records(id);
      const shown = shownRecords(use, frontmatter, text.slice(bodyStart), records);
      for (const record of records) {
        const file = `${LOG_FOLDER}/${id}/${recordFileName(record)}`;
        if (open.has(file)) (shown.has(record.id) ? staged : leftOut).add(file);
      }
      // Also stage packs (log files with many records), because they may contain records of the staged document.
      for (const file of open) if (!leftOut.has(file)) staged.add(file);
    }
    // A moved document is staged as removed and as added; a record that one of the two contains is staged.
    return { staged: stage(use, [...staged]), leftOut: [...leftOut].filter((file) => !staged.has(file)) };
  },
);

/**
 * Returns the records that led to the staged version of the document; all records if no recorded state matches that
 * version.
 */
function shownRecords(
  { hasher }: Services,
  frontmatter: LogRecord['events'][number]['data'],
  body: string,
  records: readonly LogRecord[],
): ReadonlySet<string> {
  const all = new Set(records.map(({ id }) => id));
  const { spec } = foldSpec(records);
  const { sha256 } = hasher;
  const shown = spec.kind === 'absent' ? undefined : shownRecord(frontmatter, body, records, sha256);
  return shown === undefined ? all : ancestry([shown], new Map(records.map((one) => [one.id, one])));
}

/** Brings the index of specs up to date in the commit, if git tracks its file. */
function stageIndex(use: Services): void {
  const { commits } = use;
  const path = existingIndex(use);
  if (
    path === undefined ||
    (commits.lastCommits([path]).size === 0 && commits.stagedFiles(path).length === 0)
  )
    return;
  writeIndex(use, path);
  stage(use, [path]);
}

function stage({ fileSystem, merges }: Services, paths: readonly string[]): readonly string[] {
  const found = paths.flatMap((path) => {
    const text = fileSystem.readText(path);
    return text === undefined ? [] : [{ path, text }];
  });
  merges.stage(found);
  return found.map(({ path }) => path);
}

/** Command that stages the records of all specs. */
const ADD_RECORDS = '`git add .spectool`';

/** Finds specs with a committed document but uncommitted records, as after `git commit -am`, which leaves out new files. */
function uncommitted(
  use: Services,
  specs: ReadonlyMap<StreamId, Pick<SpecFolder, 'path' | 'ref'>>,
): readonly Warning[] {
  const records = (use.commits.filesNotInHead(LOG_FOLDER) ?? []).filter(
    (path) => streamIn(path) !== undefined,
  );
  // Comparing the documents takes git as long as comparing the log, so do it only if it matters.
  if (records.length === 0) return [];
  const open = use.commits.filesNotInHead(use.config.specsDir) ?? [];
  const streams = new Set(records.map(streamIn));
  const isCommitted = (document: string) =>
    open.every((path) => path !== document && !(path.endsWith('/') && document.startsWith(path)));
  const found = [...specs].filter(
    ([stream, folder]) => streams.has(stream) && isCommitted(use.specStore.documentPath(folder)),
  );
  if (found.length === 0) return [];
  const leftOut = new Set(leftOutOf(use, records).map(streamIn));
  const told = found.flatMap(([stream, { ref }]) => (leftOut.has(stream) ? [ref] : []));
  if (told.length === 0) return [];
  return [
    {
      code: 'RECORDS_NOT_COMMITTED',
      message: `The documents of these specs are committed, but their records are not: ${firstOf(told)}. Other clones do not see the recorded history.`,
      hint: `Run ${ADD_RECORDS}, then commit.`,
    },
  ];
}

/**
 * Returns the records that are not newer than the last commit, so that this commit left them out. Newer records belong to the
 * next commit, even if the document is unchanged because a change was undone.
 */
function leftOutOf({ commitLog, fileSystem }: Services, records: readonly string[]): readonly string[] {
  const head = commitLog.commitNamed('HEAD');
  const [commit] = head === undefined ? [] : commitLog.commits([head]).commits;
  if (commit === undefined) return records;
  const writtenAt = (path: string) => Number((fileSystem.stat(path)?.mtimeNs ?? 0n) / 1_000_000_000n);
  return records.filter((path) => writtenAt(path) <= commit.committedAt / 1000);
}

function streamIn(path: string): StreamId | undefined {
  if (!path.startsWith(`${LOG_FOLDER}/`)) return undefined;
  const [stream, file] = path.slice(LOG_FOLDER.length + 1).split('/');
  return stream === undefined || stream === '' || file === undefined ? undefined : stream;
}

/** Reports records that no commit contains, or that git ignores. */
export const recordsPolicy: Policy = {
  findings: (use, { streams, found, chosen }) => {
    // The findings are about the log as a whole.
    if (chosen !== undefined) return [];
    const ignored = streams.size === 0 ? undefined : use.clone.logIgnoredBy();
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
                    to: 'exclude the log from the rule, and then `git add .spectool`',
                  },
                ],
              }),
        },
      ];
    // Leave out documents that git returned to an earlier state: `validate` already reports them (`RECORDS_NOT_IN_TEXT`).
    const told = new Set(found.flatMap(({ code, file }) => (code === 'RECORDS_NOT_IN_TEXT' ? [file] : [])));
    const isTold = (folder: SpecFolder) => told.size > 0 && told.has(use.specStore.documentPath(folder));
    const left = [...streams].filter(([, folder]) => !isTold(folder));
    return uncommitted(use, new Map(left)).map(({ message, hint }) => ({
      severity: 'warning',
      code: 'RECORDS_NOT_COMMITTED',
      file: LOG_FOLDER,
      message,
      ...(hint !== undefined && { fix: hint }),
    }));
  },
  prime: (use) => (specs) => ({
    warnings: uncommitted(use, new Map(specs.flatMap((spec) => (spec.id === null ? [] : [[spec.id, spec]])))),
  }),
};
