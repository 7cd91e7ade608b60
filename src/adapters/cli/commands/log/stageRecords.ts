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
      Stages the log records of every staged document, and nothing else. If a staged document lacks later changes, the records of these
      changes are not staged; the output lists them.
    `,
    examples: [['Before a commit without hooks', 'spectool stage-records']],
  });

  afterCommit = Option.Boolean('--after-commit', false, {
    description: "stage the records that the last commit has and git's index lacks",
  });

  protected override async run(spectool: Spectool): Promise<StageRecordsResult> {
    return spectool.stageRecords.execute({ afterCommit: this.afterCommit });
  }

  protected override render({ staged, leftOut }: StageRecordsResult): string {
    return [
      ...staged.map((path) => `Staged ${safeText(path)}`),
      ...leftOut.map(
        (path) => `Left out ${safeText(path)}: the staged document does not contain this change`,
      ),
    ].join('\n');
  }
}
