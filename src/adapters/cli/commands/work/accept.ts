import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class AcceptCommand extends WritingCommand<ChangeResult> {
  static override paths = [['accept']];
  static override usage = Command.Usage({
    details: `
      Records that you read the spec again and that it is still right. \`trace --drift\` then reports the spec only if the files of
      its field \`code\` change again, and \`view\` and \`deps\` report only later changes of the specs that it depends on.
    `,
    examples: [['The code was only moved', 'spectool accept 5 --reason "only renamed"']],
  });

  spec = Option.String({ name: 'spec' });
  reason = takes('TEXT', Option.String('--reason', { description: 'why the spec is still right' }));

  protected override run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.acceptSpec.execute({
      spec: this.spec,
      ...(this.reason !== undefined && { reason: this.reason }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
