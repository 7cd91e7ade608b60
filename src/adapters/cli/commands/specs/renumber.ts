import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import { numberOption } from '../../options/parseListAndNumber.js';
import { renderChanged } from './renderChanges.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { takes } from '../../commandDefinition.js';
import { WritingCommand } from '../../writingCommand.js';

export class RenumberCommand extends WritingCommand<ChangeResult> {
  static override paths = [['renumber']];
  static override usage = Command.Usage({
    examples: [
      ['To the next free number', 'spectool renumber 005-user-login'],
      ['To a number of your choice', 'spectool renumber 5 --to 12'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  to = takes('N', Option.String('--to', { description: 'the new number; by default the next free number' }));

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    const to = numberOption('--to', this.to);
    return spectool.renumberSpec.execute({ spec: this.spec, ...(to !== undefined && { to }) });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
