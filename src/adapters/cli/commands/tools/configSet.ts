import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
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

export default defineCommand({
  name: 'config set',
  group: 'Tools',
  purpose: 'change a setting of the project',
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
  takes: {
    key: argument('KEY'),
    values: argument('[VALUE…]'),
  },
  writes: true,
  runs: 'setSetting',
  run: async ({ setSetting, config }, { key: typed, values: given }, { context, json }) => {
    const all = [typed, ...given];
    const [first, ...others] = all.every((one) => /^[a-zA-Z][\w.-]*=/.test(one)) ? all : [];
    const end = first?.indexOf('=');
    const [key, values] =
      first === undefined ? [typed, given] : [first.slice(0, end), [first.slice((end ?? 0) + 1)]];
    if (values.length === 0)
      throw new SpectoolError('USAGE', 'spectool config set: VALUE is missing.', {
        hint: `Usage: spectool config set ${typed} VALUE, or several KEY=VALUE.`,
      });
    const asks =
      key === 'structure.pattern' &&
      values.join('') === 'custom' &&
      context.output.interactive &&
      !json &&
      !others.some((pair) => pair.startsWith(`${EXTRACTOR}=`)) &&
      config.structure.groupExtractor === undefined;
    const more = asks ? [...others, await askGrouping()] : others;
    return setSetting.execute({ key, values, ...(more.length > 0 && { more }) });
  },
  render: renderChangedSetting,
});
