import { safeText } from '../../layout/escapeUnsafeText.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { defineCommand } from '../../defineCommand.js';
import { text } from '../../options/taken.js';

/** The command `commit-spec`, which the commit-msg hook written by `init --hooks` calls. */
export default defineCommand({
  name: 'commit-spec',
  group: 'Log',
  purpose: 'print the spec that your next commit belongs to; git hooks run this command',
  details: `
      Prints the name of a spec for the line \`Spec: …\` of a commit message: the spec whose document is staged, if work on it has begun;
      if no document is staged, the spec that you hold in this worktree. Prints nothing if there are several, during a merge, rebase,
      cherry-pick or revert, and for a message that has such a line.
    `,
  examples: [['In a commit-msg hook', 'spectool commit-spec']],
  takes: {
    message: text('--message TEXT', 'the message of the commit; - reads it from standard input', inputText),
  },
  runs: 'findCommitSpec',
  render: ({ spec }) => safeText(spec ?? ''),
});
