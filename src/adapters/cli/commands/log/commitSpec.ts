import { Command } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { FindCommitSpecResult } from '../../../../application/trace/findCommitSpec.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** The command `commit-spec`, which the commit-msg hook written by `init --hooks` calls. */
export class CommitSpecCommand extends SpectoolCommand<FindCommitSpecResult> {
  static override paths = [['commit-spec']];
  static override usage = Command.Usage({
    details: `
      Prints the name of the spec that you hold in this worktree, for the line \`Spec: …\` of a commit message. Prints nothing if you hold
      no spec or several, and during a merge, rebase, cherry-pick or revert.
    `,
    examples: [['In a commit-msg hook', 'spectool commit-spec']],
  });

  protected override run(spectool: Spectool): Promise<FindCommitSpecResult> {
    return spectool.findCommitSpec.execute({});
  }

  protected override render({ spec }: FindCommitSpecResult): string {
    return safeText(spec ?? '');
  }
}
