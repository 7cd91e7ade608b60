import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { StageRecordsResult } from '../../../../application/records/stageRecords.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** The command `stage-records`, which the git hooks written by `init --hooks` call. */
export class StageRecordsCommand extends SpectoolCommand<StageRecordsResult> {
  static override paths = [['stage-records']];
  static override usage = Command.Usage({
    details: `
      A commit of a spec document should also have the records of its changes, which are files in \`.spectool/log/\`. This command adds
      the records of all staged documents to git's index, and no other files. Records of changes that are not in the staged version of
      a document are left out; the output lists them.
    `,
    examples: [['Before a commit, in a clone without the hooks', 'spectool stage-records']],
  });

  afterCommit = Option.Boolean('--after-commit', false, {
    description:
      "add the records that are in the last commit but not in git's index; for use after `git commit FILE`",
  });

  protected override async run(spectool: Spectool): Promise<StageRecordsResult> {
    return spectool.stageRecords.execute({ afterCommit: this.afterCommit });
  }

  protected override render({ staged, leftOut }: StageRecordsResult): string {
    return [
      ...staged.map((path) => `Staged ${safeText(path)}`),
      ...leftOut.map(
        (path) => `Left out ${safeText(path)}: the change of this record is not in the staged document`,
      ),
    ].join('\n');
  }
}
