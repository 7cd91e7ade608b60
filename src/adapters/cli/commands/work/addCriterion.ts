import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class AddCriterionCommand extends WritingCommand<ChangeResult> {
  static override paths = [['add-criterion']];
  static override usage = Command.Usage({
    details:
      'Fills the first empty checkbox (`- [ ] …`); if there is none, adds a checkbox after the last criterion. To reword, move or remove criteria, print their section with `spectool section SPEC "Success Criteria"` and write it with `--set -`. If you reword a ticked criterion, `criteria` and `validate` report it as reworded until it is ticked again.',
    examples: [
      ['One more criterion', 'spectool add-criterion 5 "A wrong password is reported within one second"'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  text = takes('TEXT', Option.String({ name: 'text' }));

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.addCriterion.execute({ spec: this.spec, text: this.text });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
