import { asCalled } from '../../domain/project/replaceProgramName.js';
import { largestNumber } from '../../domain/value/largestNumber.js';
import { commandTable } from './commandTable.js';
import { usageOf, type CommandDefinition } from './commandDefinition.js';
import { createStyle } from './layout/terminalStyle.js';
import type { Terminal } from './layout/describeTerminal.js';
import { pad } from './layout/displayWidth.js';
import { wrap } from './layout/wrapText.js';

export interface ProgramHelp {
  readonly version: string;
  readonly commands: readonly {
    readonly name: string;
    readonly group: string;
    readonly purpose: string;
    /** The arguments and flags of the command, as `--help` lists them. */
    readonly usage: string;
  }[];
}

export interface CommandHelp {
  readonly command: string;
  /** The command's complete usage line, including the program's name. */
  readonly usage: string;
  readonly description: string;
  readonly details?: string;
  readonly options: readonly {
    /** The spelling of the flag and the name of its value: `--limit N`. */
    readonly option: string;
    readonly description: string;
  }[];
  readonly examples: readonly { readonly description: string; readonly command: string }[];
}

/** Returns the document that `spectool --help --json` prints. */
export function programHelp(version: string, commands: readonly CommandDefinition[]): ProgramHelp {
  return {
    version,
    commands: commands.map((command) => ({
      name: command.name,
      group: command.group,
      purpose: command.purpose,
      usage: usageOf(command),
    })),
  };
}

/**
 * Returns the document that `spectool <command> --help --json` prints; `renderHelp` makes the text of `--help` from it.
 * @param program how the program is called, such as `npx spectool`.
 */
export function commandHelp(command: CommandDefinition, program?: string): CommandHelp {
  const { name, purpose, details, flags, examples } = command;
  return {
    command: name,
    usage: asCalled(`spectool ${name} ${usageOf(command)}`.trim(), program),
    description: purpose,
    ...(details !== '' && { details: asCalled(details, program) }),
    options: flags.map(({ names, value, description }) => ({
      option: `${names.join(',')}${value === undefined ? '' : ` ${value}`}`,
      description,
    })),
    examples: examples.map(([label, line]) => ({ description: label, command: asCalled(line, program) })),
  };
}

/** Renders the text of `spectool` and `spectool --help`, one line per command. No final newline. */
export function renderProgramHelp(version: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  const width = largestNumber(commandTable.map(({ name }) => name.length));
  const groups = [...new Set(commandTable.map(({ group }) => group))].map((group) =>
    [
      style.heading(group),
      ...commandTable
        .filter((command) => command.group === group)
        .map(({ name, purpose }) => `  ${pad(name, width)}  ${purpose}`),
    ].join('\n'),
  );
  return [
    `spectool ${version} – design documents in your repository, with a log of every change`,
    style.step('usage: spectool <command> [--json] [--cwd DIR]'),
    ...groups,
    style.step('`spectool <command> --help` shows the flags of a command, with examples.'),
  ].join('\n\n');
}

/** Renders the text of `spectool <command> --help`. No final newline. */
export function renderHelp(help: CommandHelp, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { columns } = terminal;
  const width = largestNumber(help.options.map(({ option }) => option.length));
  const longest = largestNumber(
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
