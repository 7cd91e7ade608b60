import type { CommandHelp } from './helpDocument.js';
import { createStyle } from './layout/style.js';
import type { Terminal } from './layout/terminal.js';
import { pad } from './layout/width.js';
import { wrap } from './layout/wrap.js';

/** `spectool <command> --help`. No final newline. */
export function renderHelp(help: CommandHelp, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { columns } = terminal;
  const width = Math.max(...help.options.map(({ option }) => option.length));
  const longest = Math.max(0, ...help.examples.map(({ command }) => command.length));
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
