import type { ChangedSetting } from '../../../../application/commands/project/settings.js';
import type { JsonValue } from '../../../../domain/value/jsonValue.js';
import type { Setting } from '../../../../domain/project/configuration.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';

/**
 * Renders the value of a setting for use in scripts: a string without quotes, a list with one item per line, null as an empty
 * text.
 */
export function renderValue({ value }: Setting): string {
  if (value === null) return '';
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return values.map((one) => safeText(typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
}

/** Renders one line per setting. No final newline. */
export function renderSettings(settings: readonly Setting[], terminal: Terminal): string {
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
export function renderChangedSetting(
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
