import type { ChangedSetting } from '../../../../application/commands/project/settings.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { Setting } from '../../../../domain/project/configuration.js';
import type { JsonValue } from '../../../../domain/value/jsonValue.js';
import { argument } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

/**
 * Renders the value of a setting for use in scripts: a string without quotes, a list with one item per line, null as an empty
 * text.
 */
function renderValue({ value }: Setting): string {
  if (value === null) return '';
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return values.map((one) => safeText(typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
}

/** Renders one line per setting. No final newline. */
function renderSettings(settings: readonly Setting[], terminal: Terminal): string {
  const style = createStyle(terminal);
  return settings
    .map((setting) => {
      const { key, isDefault } = setting;
      const line = `${safeText(key)}=${shown(setting)}`;
      return isDefault ? style.quiet(`${line}  (default)`) : line;
    })
    .join('\n');
}

/** Renders the change of a setting; empty if the value is the same as before. */
function renderChangedSetting(
  { key, from, to, more = [], warnings }: ChangedSetting,
  terminal: Terminal,
): string {
  if (warnings.some(({ code }) => code === 'UNCHANGED')) return '';
  const style = createStyle(terminal);
  return [{ key, from, to }, ...more]
    .map(
      (one) => `${safeText(one.key)} ${told(one.from, style)} ${style.symbols.arrow} ${told(one.to, style)}`,
    )
    .join('\n');
}

function told(setting: Setting, style: Style): string {
  return `${shown(setting)}${setting.isDefault && setting.value !== null ? style.quiet(' (default)') : ''}`;
}

function shown({ value }: Setting): string {
  return value === null ? 'none' : safeText(JSON.stringify(value));
}

export const configGetCommand = defineCommand({
  name: 'config get',
  group: 'Tools',
  purpose: 'print one setting of the project',
  examples: [['The number of digits in folder names', 'spectool config get structure.sequenceDigits']],
  takes: {
    key: argument('KEY'),
  },
  keepsLines: true,
  runs: 'readSetting',
  exitCode: ({ value }) => (value === null ? 1 : 0),
  render: renderValue,
});

export const configListCommand = defineCommand({
  name: 'config list',
  group: 'Tools',
  purpose: 'print every setting of the project',
  takes: {},
  keepsLines: true,
  runs: 'listSettings',
  run: ({ listSettings }) => listSettings.execute(),
  render: ({ settings }, terminal) => renderSettings(settings, terminal),
});

export const configSetCommand = defineCommand({
  name: 'config set',
  group: 'Tools',
  purpose: 'change a setting of the project',
  details:
    'KEY is a name from `config list`. To change several settings at once, use KEY=VALUE pairs. A list is several values, one value with commas, or JSON. The rest of .spectool/config.json keeps its formatting.',
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
  run: ({ setSetting }, { key: typed, values: given }) => {
    const all = [typed, ...given];
    const [first, ...others] = all.every((one) => /^[a-zA-Z][\w.-]*=/.test(one)) ? all : [];
    const end = first?.indexOf('=');
    const [key, values] =
      first === undefined ? [typed, given] : [first.slice(0, end), [first.slice((end ?? 0) + 1)]];
    if (values.length === 0)
      throw new SpectoolError('USAGE', 'spectool config set: VALUE is missing.', {
        hint: `Usage: spectool config set ${typed} VALUE, or several KEY=VALUE.`,
      });
    return setSetting.execute({ key, values, ...(others.length > 0 && { more: others }) });
  },
  render: renderChangedSetting,
});

export const configUnsetCommand = defineCommand({
  name: 'config unset',
  group: 'Tools',
  purpose: 'remove a setting, so that its default applies',
  examples: [['Back to the default', 'spectool config unset rules.SIZE']],
  takes: {
    key: argument('KEY'),
  },
  writes: true,
  runs: 'unsetSetting',
  render: renderChangedSetting,
});
