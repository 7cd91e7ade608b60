import { Command, Option } from 'clipanion';
import type { ChangedSetting } from '../../../../application/commands/project/changeSettings.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChangedSetting } from './renderSettings.js';

export class ConfigUnsetCommand extends WritingCommand<ChangedSetting> {
  static override paths = [['config', 'unset']];
  static override usage = Command.Usage({
    examples: [['Back to the default', 'spectool config unset rules.SIZE']],
  });

  key = takes('KEY', Option.String({ name: 'key' }));

  protected override async run(spectool: Spectool): Promise<ChangedSetting> {
    return spectool.unsetSetting.execute({ key: this.key });
  }

  protected override render(result: ChangedSetting, terminal: Terminal): string {
    return renderChangedSetting(result, terminal);
  }
}
