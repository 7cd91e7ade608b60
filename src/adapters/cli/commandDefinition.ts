import { Command, type CommandClass } from 'clipanion';
import type { UseCaseName } from '../../application/useCases.js';
import type { CliContext } from './cliContext.js';

/**
 * Sets the value name of a flag or argument, such as `SPEC`. Help shows this name, and shell completion derives its candidates
 * from it.
 * @param isRequired true for a flag without which the use case refuses the request.
 */
export function takes<T>(value: string, option: T, { isRequired = false } = {}): T {
  return Object.assign(option as object, { value, isRequired }) as T;
}

/** A command as `--help` lists it. Its flags, arguments and details are declared in its class. */
export interface CommandEntry {
  /** The words that call the command: `list`, `skill install`. */
  readonly name: string;
  /** The use cases that the command runs, depending on its flags. */
  readonly useCases: readonly UseCaseName[];
  readonly group: 'Start' | 'Look' | 'Specs' | 'Work' | 'Log' | 'Tools';
  readonly purpose: string;
  /** Imports the command's class. Called only when the command runs or its help is shown. */
  readonly load: () => Promise<CommandClass<CliContext>>;
}

export interface FlagDefinition {
  /** Name of the flag's property in the command class, and of the field in the use case's request. */
  readonly key: string;
  /** All spellings of the flag. A flag that is on by default has only its negation, such as `--no-git`. */
  readonly names: readonly string[];
  /** Name of the flag's value, such as `N`; absent for a boolean flag. */
  readonly value?: string;
  readonly description: string;
  /** True if the command always needs the flag; the usage line then shows the flag without brackets. */
  readonly isRequired?: true;
}

export interface ArgumentDefinition {
  readonly key: string;
  /** Name of the argument's value, such as `SPEC`, or its alternatives, such as `bash|zsh|fish`. */
  readonly value: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/**
 * A command as declared for clipanion (the command line parser); the source of help, docs, completion, usage errors and hints.
 */
export interface CommandDefinition extends Pick<CommandEntry, 'name' | 'group' | 'purpose'> {
  readonly details: string;
  readonly examples: readonly (readonly [description: string, command: string])[];
  readonly arguments: readonly ArgumentDefinition[];
  /** The command's own flags, then those shared by many commands. */
  readonly flags: readonly FlagDefinition[];
  /** Converts a use case's request into an object with the values of flags and arguments, by their keys. */
  readonly asFlags: (request: object, useCase?: string) => object;
}

/**
 * The placeholder that `Option.String` and similar functions of clipanion (the command line parser) store in a new command until
 * the arguments are parsed.
 */
interface DeclaredOption {
  readonly value?: string;
  readonly isRequired?: boolean;
  definition(builder: Recorder, key: string): void;
  transformer(builder: unknown, key: string, state: unknown, context: unknown): unknown;
}

interface Recorder {
  addOption(option: {
    readonly names: readonly string[];
    readonly arity: number;
    readonly description?: string;
  }): void;
  addPositional(argument: { readonly name: string; readonly required?: boolean }): void;
  addRest(argument: { readonly name: string; readonly required?: number }): void;
}

/** Flags that few people need. Only the full help of a command (`--help --all`) shows them. */
const RARE: ReadonlySet<string> = new Set([
  '--no-cache',
  '--lock-timeout',
  '--expect',
  '--explain',
  '--budget',
  '--for',
  '--project',
  '--all-projects',
]);

/** Flags shared by many commands. They come last in the help and are left out of the usage line. */
const GENERAL: readonly string[] = ['allProjects', 'project', 'lockTimeout', 'noCache', 'json', 'cwd', 'as'];

/** Builds the definition of a command from its class. */
export function definitionOf(entry: CommandEntry, command: CommandClass<CliContext>): CommandDefinition {
  const flags: FlagDefinition[] = [];
  const places: ArgumentDefinition[] = [];
  for (const [key, option] of Object.entries(new command()) as [string, unknown][]) {
    if (!isDeclared(option)) continue;
    const value = (name: string) => option.value ?? name.toUpperCase();
    const place = (name: string, isRequired: boolean, isList: boolean) =>
      places.push({ key, value: value(name), isRequired, isList });
    option.definition(
      {
        addOption: ({ names, arity, description = '' }) =>
          flags.push({
            key,
            description,
            ...(option.isRequired === true && { isRequired: true as const }),
            ...(arity === 0 ? { names: forms(option, key, names) } : { names, value: value('value') }),
          }),
        addPositional: ({ name, required = true }) => place(name, required, false),
        addRest: ({ name, required = 0 }) => place(name, required > 0, true),
      },
      key,
    );
  }
  const { name, group, purpose } = entry;
  const { details = '', examples = [] } = command.usage ?? {};
  const isGeneral = ({ key }: FlagDefinition) => GENERAL.includes(key);
  return {
    name,
    group,
    purpose,
    details: oneParagraph(details),
    examples,
    arguments: places,
    flags: [...flags.filter((flag) => !isGeneral(flag)), ...flags.filter(isGeneral)],
    asFlags:
      (command as { readonly asFlags?: CommandDefinition['asFlags'] }).asFlags ?? ((request) => request),
  };
}

/** Returns the command without the flags that only its full help shows. */
export function withoutRareFlags(command: CommandDefinition): CommandDefinition {
  return { ...command, flags: command.flags.filter(({ names }) => !names.some((name) => RARE.has(name))) };
}

/** Returns the part of the usage line after the command's name: arguments, then the command's own flags. */
export function usageOf(command: CommandDefinition): string {
  const flags = command.flags
    .filter(({ key }) => !GENERAL.includes(key))
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

/**
 * Returns the spellings of a boolean flag that help lists: only the negation if the flag is on by default, both if it has no
 * default.
 */
function forms(option: DeclaredOption, key: string, names: readonly string[]): readonly string[] {
  const initial = option.transformer(undefined, key, { options: [], positionals: [] }, { env: {} });
  const opposites = names.filter((name) => name.startsWith('--')).map((name) => `--no-${name.slice(2)}`);
  if (initial === true) return opposites;
  return initial === undefined ? [...names, ...opposites] : names;
}

function isDeclared(option: unknown): option is DeclaredOption {
  return typeof option === 'object' && option !== null && Command.isOption in option;
}

function oneParagraph(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
