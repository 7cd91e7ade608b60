import { safeText } from '../../layout/escapeUnsafeText.js';
import { defineCommand } from '../../defineCommand.js';
import { on } from '../../options/taken.js';

/** The command `stage-records`, which the git hooks written by `init --hooks` call. */
export default defineCommand({
  name: 'stage-records',
  group: 'Log',
  purpose: 'stage the records of staged documents; git hooks run this command',
  details: `
      A commit of a spec document should also have the records of its changes, which are files in \`.spectool/log/\`. This command adds
      the records of all staged documents to git's index, and no other files. Records of changes that are not in the staged version of
      a document are left out; the output lists them.
    `,
  examples: [['Before a commit, in a clone without the hooks', 'spectool stage-records']],
  takes: {
    afterCommit: on(
      '--after-commit',
      "add the records that are in the last commit but not in git's index; for use after `git commit FILE`",
    ),
  },
  runs: 'stageRecords',
  render: ({ staged, leftOut }) =>
    [
      ...staged.map((path) => `Staged ${safeText(path)}`),
      ...leftOut.map(
        (path) => `Left out ${safeText(path)}: the change of this record is not in the staged document`,
      ),
    ].join('\n'),
});
