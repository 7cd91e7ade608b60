import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class LabelCommand extends WritingCommand<ChangeResult> {
  static override paths = [['label']];
  static override usage = Command.Usage({
    details: `
      A test names a criterion by spec and label, such as \`012/AC2\`. Each criterion without a label gets the next one. A label stays with
      its criterion when criteria are moved or added, and is not a word of the criterion, so a new label rewords nothing.
    `,
    examples: [['Labels for the criteria of spec 5', 'spectool label 5']],
  });

  spec = Option.String({ name: 'spec' });

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.labelCriteria.execute({ spec: this.spec });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
