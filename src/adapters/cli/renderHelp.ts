import { commandTable } from './commandTable.js';
import type { CommandHelp } from './help.js';
import { createStyle } from './layout/style.js';
import type { Terminal } from './layout/terminal.js';
import { pad } from './layout/width.js';
import { wrap } from './layout/wrap.js';
import { largest } from '../../domain/value/largest.js';

/** `spectool` and `spectool --help`: every command in a line. No final newline. */
export function renderProgramHelp(version: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  const width = largest(commandTable.map(({ name }) => name.length));
  const groups = [...new Set(commandTable.map(({ group }) => group))].map((group) =>
    [
      style.heading(group),
      ...commandTable
        .filter((command) => command.group === group)
        .map(({ name, purpose }) => `  ${pad(name, width)}  ${purpose}`),
    ].join('\n'),
  );
  return [
    `spectool ${version} – design documents in your repository, and a log that loses nothing`,
    style.step('usage: spectool <command> [--json] [--cwd DIR]'),
    ...groups,
    style.step('`spectool <command> --help` shows its flags and examples.'),
  ].join('\n\n');
}

/** `spectool <command> --help`. No final newline. */
export function renderHelp(help: CommandHelp, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { columns } = terminal;
  const width = largest(help.options.map(({ option }) => option.length));
  const longest = largest(
    help.examples.map(({ command }) => command.length),
    0,
  );
  const indented = (text: string, by: number) =>
    wrap(text, columns === undefined ? undefined : Math.max(20, columns - by)).join(`\n${' '.repeat(by)}`);
  return [
    capital(help.description),
    `${style.heading('Usage')}\n  ${indented(help.usage, 4)}`,
    ...(help.details === undefined ? [] : [indented(help.details, 0)]),
    [
      style.heading('Options'),
      ...help.options.map(
        ({ option, description }) => `  ${pad(option, width)}  ${indented(description, width + 4)}`,
      ),
    ].join('\n'),
    ...(help.examples.length === 0
      ? []
      : [
          [
            style.heading('Examples'),
            ...help.examples.map(
              ({ description, command }) => `  ${pad(command, longest)}  ${style.quiet(`# ${description}`)}`,
            ),
          ].join('\n'),
        ]),
  ].join('\n\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
