import { COMMAND_CATALOG } from '../../application/setup/commandCatalog.js';
import { createStyle } from './layout/style.js';
import type { Terminal } from './layout/terminal.js';

const GROUPS = ['Start', 'Look', 'Specs', 'Log', 'Tools'] as const;

/** `spectool` and `spectool --help`: every command in a line, drawn from the command catalog. */
export function generalHelp(version: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  const width = Math.max(...COMMAND_CATALOG.map(({ name }) => name.length));
  const groups = GROUPS.map((group) => {
    const commands = COMMAND_CATALOG.filter((entry) => entry.group === group);
    return [
      style.heading(group),
      ...commands.map(({ name, purpose }) => `  ${name.padEnd(width)}  ${purpose}`),
    ].join('\n');
  });
  return [
    `spectool ${version} – design documents in your repository, and a log that loses nothing`,
    style.quiet('usage: spectool <command> [--json] [--cwd DIR]'),
    ...groups,
    style.quiet('`spectool <command> --help` shows its flags and examples.'),
  ].join('\n\n');
}
