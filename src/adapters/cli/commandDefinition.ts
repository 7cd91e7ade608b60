import type { Command } from 'clipanion';
import type { UseCaseName } from '../../application/useCases.js';
import type { CliContext } from './cliContext.js';

/** What the table of commands (`commandRows.ts`) says of a command. */
export interface CommandEntry {
  /** The words that call the command: `list`, `skill install`. */
  readonly name: string;
  readonly group: 'Start' | 'Look' | 'Specs' | 'Work' | 'Log' | 'Tools';
  /** One line without a final period. */
  readonly purpose: string;
  /** The use cases that the command runs, depending on its flags: advice to run one of them is told as a line of this command. */
  readonly runs: readonly UseCaseName[];
  /** Imports the command. Called only when the command runs or its help is shown. */
  readonly load: () => Promise<CommandClass>;
}

/** The class of a command, with the type of the document that it prints with `--json`. */
export type CommandClass<Document = unknown> = (new () => Command<CliContext>) & {
  readonly definition: CommandDefinition;
  readonly printed?: Document;
};

export interface FlagDefinition {
  /** Name of the flag's property in the command, and of the field in the use case's request. */
  readonly key: string;
  /** All spellings of the flag. A flag that is on by default has only its negation, such as `--no-git`. */
  readonly names: readonly string[];
  /** Name of the flag's value, such as `N`; absent for a boolean flag. */
  readonly value?: string;
  readonly description: string;
  /** True if the command always needs the flag; the usage line then shows the flag without brackets. */
  readonly isRequired?: true;
  /** True for a flag that few people need. Only the full help of a command (`--help --all`) shows it. */
  readonly isRare?: true;
  /** True for a flag of many commands. It comes last in the help and is left out of the usage line. */
  readonly isGeneral?: true;
}

export interface ArgumentDefinition {
  readonly key: string;
  /** Name of the argument's value, such as `SPEC`, or its alternatives, such as `bash|zsh|fish`. */
  readonly value: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** What help, docs, completion, usage errors and hints tell of a command. */
export interface CommandDefinition extends Omit<CommandEntry, 'load'> {
  readonly details: string;
  readonly examples: readonly (readonly [description: string, command: string])[];
  readonly arguments: readonly ArgumentDefinition[];
  /** The command's own flags, then those shared by many commands. */
  readonly flags: readonly FlagDefinition[];
  /** Converts a use case's request into an object with the values of flags and arguments, by their keys. */
  readonly asFlags: (request: object, useCase?: string) => object;
}

/** Returns the command without the flags that only its full help shows. */
export function withoutRareFlags(command: CommandDefinition): CommandDefinition {
  return { ...command, flags: command.flags.filter(({ isRare }) => isRare !== true) };
}

/** Returns the part of the usage line after the command's name: arguments, then the command's own flags. */
export function usageOf(command: CommandDefinition): string {
  const flags = command.flags
    .filter(({ isGeneral }) => isGeneral !== true)
    .map(({ names, value, isRequired }) => {
      // Show only the first spelling of a flag and its negation, not its aliases.
      const shown = value === undefined ? names.filter((name) => isForm(name, names)) : names.slice(0, 1);
      const flag = `${shown.join('|')}${value === undefined ? '' : ` ${value}`}`;
      return isRequired === true ? flag : `[${flag}]`;
    });
  return [argumentsOf(command), ...flags].filter((part) => part !== '').join(' ');
}

/** Returns the arguments of the usage line, such as `SPEC…`. */
export function argumentsOf(command: CommandDefinition): string {
  return command.arguments
    .map(({ value, isRequired, isList }) => {
      const place = `${value}${isList ? '…' : ''}`;
      return isRequired ? place : `[${place}]`;
    })
    .join(' ');
}

function isForm(name: string, names: readonly string[]): boolean {
  return name === names[0] || name.startsWith('--no-');
}
