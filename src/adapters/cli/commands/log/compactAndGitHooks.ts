import type { CompactLogResult } from '../../../../application/commands/project/compactLog.js';
import { argument, inputText, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';

/** The command `commit-spec`, which the commit-msg hook written by `init --hooks` calls. */
export const commitSpecCommand = defineCommand({
  name: 'commit-spec',
  group: 'Log',
  usedBy: 'git',
  purpose: 'print the spec that your next commit belongs to; git hooks run this command',
  details: `
      Prints the name of a spec for the line \`Spec: …\` of a commit message: the spec whose document is staged, if work on it has begun;
      if no document is staged, the spec that you hold in this worktree. Prints nothing if there are several, during a merge, rebase,
      cherry-pick or revert, and for a message that has such a line.
    `,
  examples: [['In a commit-msg hook', 'spectool commit-spec']],
  takes: {
    message: textFlag(
      '--message TEXT',
      'the message of the commit; - reads it from standard input',
      inputText,
    ),
  },
  runs: 'findCommitSpec',
  render: ({ spec }) => safeText(spec ?? ''),
});

export const compactCommand = defineCommand({
  name: 'compact',
  group: 'Log',
  usedBy: 'few',
  purpose: 'pack the many log files of each spec into one file; no record is lost',
  details: `
      Each change adds a small file to \`.spectool/log/\`. This command replaces the log files of a spec by one file with the same
      records, so that git has fewer files to keep. Without SPEC, packs the log of every spec.

      With \`--auto\`, packs only if this saves at least 2,000 files and a fifth of the log; otherwise does nothing and exits with 0.
      Use it in a hook or a scheduled job.
    `,
  examples: [
    ['All specs', 'spectool compact'],
    ['One spec', 'spectool compact 5'],
    ['Only if it saves enough files', 'spectool compact --auto'],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    auto: switchFlag('--auto', 'pack only if it saves enough files'),
  },
  writes: true,
  runs: 'compactLog',
  render: renderPacked,
});

const SKIPPED: Readonly<Record<NonNullable<CompactLogResult['skipped']>, string>> = {
  'does not pay': 'Nothing packed: packing would not save enough files yet.',
  'git operation': 'Nothing packed: a git operation is in progress.',
};

/** Renders how many log files of how many specs were packed. */
function renderPacked({ packed, skipped }: CompactLogResult): string {
  if (skipped !== undefined) return SKIPPED[skipped];
  const files = packed.reduce((sum, { files: count }) => sum + count, 0);
  return files === 0 ? 'Nothing to pack.' : `Packed ${files} log files of ${packed.length} specs.`;
}

/** The command `stage-records`, which the git hooks written by `init --hooks` call. */
export const stageRecordsCommand = defineCommand({
  name: 'stage-records',
  group: 'Log',
  usedBy: 'git',
  purpose: 'stage the records of staged documents; git hooks run this command',
  details: `
      A commit of a spec document should also contain the records of its changes, which are files in \`.spectool/log/\`. This command adds
      the records of all staged documents to git's index, and no other files. Records of changes that are not in the staged version of
      a document are skipped; the output lists them.
    `,
  examples: [['Before a commit, in a clone without the hooks', 'spectool stage-records']],
  takes: {
    afterCommit: switchFlag(
      '--after-commit',
      "add the records that are in the last commit but not in git's index, for use after `git commit FILE`",
    ),
  },
  runs: 'stageRecords',
  render: ({ leftOut }) =>
    leftOut
      .map((path) => `Skipped ${safeText(path)}: the change of this record is not in the staged document`)
      .join('\n'),
});
