import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { FindCommitSpecResult } from '../../../../application/trace/findCommitSpec.js';
import { takes } from '../../commandDefinition.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** The command `commit-spec`, which the commit-msg hook written by `init --hooks` calls. */
export class CommitSpecCommand extends SpectoolCommand<FindCommitSpecResult> {
  static override paths = [['commit-spec']];
  static override usage = Command.Usage({
    details: `
      Prints the name of a spec for the line \`Spec: …\` of a commit message: the spec whose document is staged, if work on it has begun;
      if no document is staged, the spec that you hold in this worktree. Prints nothing if there are several, during a merge, rebase,
      cherry-pick or revert, and for a message that has such a line.
    `,
    examples: [['In a commit-msg hook', 'spectool commit-spec']],
  });

  message = takes(
    'TEXT',
    Option.String('--message', { description: 'the message of the commit; - reads it from standard input' }),
  );

  protected override run(spectool: Spectool): Promise<FindCommitSpecResult> {
    const { message } = this;
    return spectool.findCommitSpec.execute(
      message === undefined ? {} : { message: inputText(message, this.context) },
    );
  }

  protected override render({ spec }: FindCommitSpecResult): string {
    return safeText(spec ?? '');
  }
}
