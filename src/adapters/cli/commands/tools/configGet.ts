import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { Setting } from '../../../../domain/project/setting.js';
import { takes } from '../../commandDefinition.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import { renderValue } from './renderSettings.js';

export class ConfigGetCommand extends SpectoolCommand<Setting> {
  protected override readonly keepsLines = true;
  static override paths = [['config', 'get']];
  static override usage = Command.Usage({
    examples: [['The number of digits in folder names', 'spectool config get structure.sequenceDigits']],
  });

  key = takes('KEY', Option.String({ name: 'key' }));

  protected override async run(spectool: Spectool): Promise<Setting> {
    return spectool.readSetting.execute({ key: this.key });
  }

  protected override exitCode({ value }: Setting): number {
    return value === null ? 1 : 0;
  }

  protected override render(result: Setting): string {
    return renderValue(result);
  }
}
