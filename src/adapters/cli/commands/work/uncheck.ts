import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class UncheckCommand extends WritingCommand<ChangeResult> {
  static override paths = [['uncheck']];
  static override usage = Command.Usage({
    details: 'Also empties a checkbox with another mark, such as `[~]`.',
    examples: [
      ['A criterion that is no longer met', 'spectool uncheck 5 2 --reason "fails since the upgrade"'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  criteria = takes('CRITERION', Option.Rest({ name: 'criterion', required: 1 }));
  reason = takes('TEXT', Option.String('--reason', { description: 'the reason, kept in the log' }));

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.uncheckCriteria.execute({
      spec: this.spec,
      criteria: this.criteria,
      ...(this.reason !== undefined && { reason: this.reason }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
