import { Command, Option } from 'clipanion';
import type { ChangedSetting } from '../../../../application/commands/project/changeSettings.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChangedSetting } from './renderSettings.js';

export class ConfigSetCommand extends WritingCommand<ChangedSetting> {
  static override paths = [['config', 'set']];
  static override usage = Command.Usage({
    details:
      'KEY is a name that `config list` prints. Write a list as several values, as one value with commas, or as JSON. The rest of .spectool/config.json keeps its formatting.',
    examples: [
      ['Declare a custom field', 'spectool config set frontmatter.custom.team string'],
      ['Turn off a finding', 'spectool config set rules.SIZE off'],
      ['A list', 'spectool config set sections.recommended Context Decision Consequences'],
    ],
  });

  key = takes('KEY', Option.String({ name: 'key' }));
  values = takes('VALUE', Option.Rest({ name: 'value', required: 1 }));

  protected override async run(spectool: Spectool): Promise<ChangedSetting> {
    return spectool.setSetting.execute({ key: this.key, values: this.values });
  }

  protected override render(result: ChangedSetting, terminal: Terminal): string {
    return renderChangedSetting(result, terminal);
  }
}
