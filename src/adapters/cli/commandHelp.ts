import { asCalled } from '../../domain/project/programCall.js';
import { largestNumber } from '../../domain/value/collections.js';
import { type CommandDefinition, type CommandEntry, usageOf } from './flagsAndArguments.js';
import { commandTable, type ListedCommand } from './commandTable.js';
import { createStyle, type Terminal } from './layout/terminalStyle.js';
import { pad, wrap } from './layout/terminalText.js';
import type { AllProjectsOutput } from './projects.js';
import type { ErrorDocument } from './renderError.js';

/** A command's name with a hyphen instead of the space: `skill install` becomes `skill-install`. */
type Key<Name extends string> = Name extends `${infer First} ${infer Second}` ? `${First}-${Second}` : Name;

type ResultOf<Entry extends ListedCommand> =
  Awaited<ReturnType<Entry['load']>> extends { readonly printed?: infer Document } ? Document : never;

/** Maps each command to the type of the document that it prints with `--json`. */
type Results = {
  readonly [
    Entry in ListedCommand as [ResultOf<Entry>] extends [never] ? never : Key<Entry['name']>
  ]: ResultOf<Entry>;
};

/** The document each command prints with `--json`; `schemas/output.schema.json` is generated from this type. */
export interface CommandOutput extends Results {
  /** Printed by a command with `--all-projects`. */
  readonly 'all-projects': AllProjectsOutput;
  /** Printed by `spectool --version`. */
  readonly version: { readonly version: string };
  /** Printed by `spectool --help`. */
  readonly help: ProgramHelp;
  /** Printed by `spectool <command> --help`. */
  readonly 'command-help': CommandHelp;
  /** Printed on standard error by every command that fails. */
  readonly error: ErrorDocument;
}

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

/**
 * Renders the text of `spectool --help`: a line for each everyday command, and only the names of the other commands, so that the
 * text fits on a screen of 24 rows. No final newline.
 */
export function renderProgramHelp(version: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  return [
    programLine(version),
    style.step('usage: spectool <command> [--json] [--cwd DIR]'),
    style.heading('For every day'),
    ...commandLines(commandTable.filter(({ usedBy }) => usedBy === 'everyone')),
    '',
    ...groupsOf(commandTable.filter(({ usedBy }) => usedBy === undefined)).map(([group, commands]) => {
      // List commands with the same first word, such as `export html` and `export json`, as one name.
      const names = new Set(commands.map(({ name }) => name.split(' ')[0] ?? name));
      return `${style.heading(pad(group, 6))} ${[...names].join(', ')}`;
    }),
    '',
    style.step('`spectool help --all` describes all commands, `spectool help COMMAND` one.'),
  ].join('\n');
}

/** Returns the line that says what the program is. */
export function programLine(version: string): string {
  return `spectool ${version} – design documents in your repository, every change logged`;
}

/** Renders the text of `spectool help --all`, one line per command. No final newline. */
export function renderFullProgramHelp(version: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  return [
    programLine(version),
    style.step('usage: spectool <command> [--json] [--cwd DIR]'),
    ...groupsOf(commandTable).map(([group, commands]) =>
      [style.heading(group), ...commandLines(commands)].join('\n'),
    ),
    style.step('`spectool <command> --help` shows the flags of a command, with examples.'),
  ].join('\n\n');
}

function groupsOf(
  commands: readonly CommandEntry[],
): readonly (readonly [string, readonly CommandEntry[]])[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.map((group) => [group, commands.filter((command) => command.group === group)]);
}

function commandLines(commands: readonly CommandEntry[]): readonly string[] {
  const width = largestNumber(commands.map(({ name }) => name.length));
  return commands.map(({ name, purpose }) => `  ${pad(name, width)}  ${purpose}`);
}

/**
 * Renders the text of `spectool <command> --help`. No final newline.
 * @param hidesFlags true if `help` leaves out flags that only `--help --all` shows.
 */
export function renderHelp(help: CommandHelp, terminal: Terminal, hidesFlags = false): string {
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
      ...(hidesFlags
        ? [style.quiet(style.called(`  (rarely needed flags: spectool help ${help.command} --all)`))]
        : []),
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
