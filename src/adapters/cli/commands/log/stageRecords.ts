import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { StageRecordsResult } from '../../../../application/records/stageRecords.js';
import { safeText } from '../../layout/safeText.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** The hooks that \`init --hooks\` writes call it. */
export class StageRecordsCommand extends SpectoolCommand<StageRecordsResult> {
  static override paths = [['stage-records']];
  static override usage = Command.Usage({
    details: `
      Puts the log records of every document that is staged into git's index, and nothing else. Where a staged document shows an
      earlier state, the records after it stay out, and are named.
    `,
    examples: [['Before a commit by hand', 'spectool stage-records']],
  });

  afterCommit = Option.Boolean('--after-commit', false, {
    description: "put what the last commit has and git's index has not into the index",
  });

  protected override async run(spectool: Spectool): Promise<StageRecordsResult> {
    return spectool.stageRecords.execute({ afterCommit: this.afterCommit });
  }

  protected override render({ staged, leftOut }: StageRecordsResult): string {
    return [
      ...staged.map((path) => `Staged ${safeText(path)}`),
      ...leftOut.map((path) => `Left out ${safeText(path)}: the staged document does not show it`),
    ].join('\n');
  }
}
