import { asCalled } from '../../domain/project/programCall.js';
import { type CommandDefinition, usageOf } from './definition.js';

export interface ProgramHelp {
  readonly version: string;
  readonly commands: readonly {
    readonly name: string;
    readonly group: string;
    readonly purpose: string;
    /** Arguments and flags as the overview shows them. */
    readonly usage: string;
  }[];
}

export interface CommandHelp {
  readonly command: string;
  /** The whole line, the program first. */
  readonly usage: string;
  readonly description: string;
  readonly details?: string;
  readonly options: readonly {
    /** With its value: `--limit N`. */
    readonly option: string;
    readonly description: string;
  }[];
  readonly examples: readonly { readonly description: string; readonly command: string }[];
}

/** `spectool --help --json`. */
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

/** `spectool <command> --help --json`, and what the text of `--help` is made of. @param program how it is called. */
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
