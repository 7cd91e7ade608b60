import { Command, Option } from 'clipanion';
import type { ChangedSetting } from '../../../../application/commands/project/changeSettings.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChangedSetting } from './renderSettings.js';

const EXTRACTOR = 'structure.groupExtractor';

/** Asks by what specs are grouped, which the pattern `custom` needs. @returns a further setting. */
async function askGrouping(): Promise<string> {
  const { askText } = await import('../../prompt.js');
  const by = await askText(
    'Group specs by? A date, or a text with a field',
    '{YYYY-MM} or milestone-{milestone}',
  );
  return `${EXTRACTOR}=${by}`;
}

export class ConfigSetCommand extends WritingCommand<ChangedSetting> {
  static override paths = [['config', 'set']];
  static override usage = Command.Usage({
    details:
      'KEY is a name that `config list` prints. Several settings are changed together as KEY=VALUE pairs. Write a list as several values, as one value with commas, or as JSON. The rest of .spectool/config.json keeps its formatting.',
    examples: [
      ['Declare a custom field', 'spectool config set frontmatter.custom.team string'],
      ['Turn off a finding', 'spectool config set rules.SIZE off'],
      [
        'Several settings',
        'spectool config set structure.pattern=custom structure.groupExtractor=milestone-{milestone}',
      ],
      ['A list', 'spectool config set sections.recommended Context Decision Consequences'],
    ],
  });

  key = takes('KEY', Option.String({ name: 'key' }));
  values = takes('VALUE', Option.Rest({ name: 'value' }));

  protected override async run(spectool: Spectool): Promise<ChangedSetting> {
    const [first = '', ...others] = this.#pairs();
    const end = first.indexOf('=');
    const [key, values] =
      first === '' ? [this.key, this.values] : [first.slice(0, end), [first.slice(end + 1)]];
    if (values.length === 0)
      throw new SpectoolError('USAGE', 'spectool config set: VALUE is missing.', {
        hint: `Usage: spectool config set ${this.key} VALUE, or several KEY=VALUE.`,
      });
    const isCustom = key === 'structure.pattern' && values.join('') === 'custom';
    const more = isCustom && this.#asks(spectool, others) ? [...others, await askGrouping()] : others;
    return spectool.setSetting.execute({ key, values, ...(more.length > 0 && { more }) });
  }

  /** Returns the arguments if all of them are pairs KEY=VALUE; else none. */
  #pairs(): readonly string[] {
    const all = [this.key, ...this.values];
    return all.every((one) => /^[a-zA-Z][\w.-]*=/.test(one)) ? all : [];
  }

  #asks({ config }: Spectool, more: readonly string[]): boolean {
    const isGiven = more.some((pair) => pair.startsWith(`${EXTRACTOR}=`));
    const isInteractive = this.context.output.interactive && !this.json;
    return isInteractive && !isGiven && config.structure.groupExtractor === undefined;
  }

  protected override render(result: ChangedSetting, terminal: Terminal): string {
    return renderChangedSetting(result, terminal);
  }
}
