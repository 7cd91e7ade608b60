import { Command, type CommandClass } from 'clipanion';
import type { UseCaseName } from '../../application/useCases.js';
import type { CliContext } from './context.js';

/** Names what a flag or an argument takes: help shows the name, completion offers what it stands for. */
export function takes<T>(value: string, option: T): T {
  return Object.assign(option as object, { value }) as T;
}

/** A command as `--help` lists it; the rest of what it says of itself stands in its class. */
export interface CommandEntry {
  /** The words that name it. */
  readonly name: string;
  /** What it runs; absent for one that only prints something of its own. */
  readonly useCase?: UseCaseName;
  /** What it runs with other flags. */
  readonly alsoRuns?: readonly UseCaseName[];
  readonly group: 'Start' | 'Look' | 'Specs' | 'Work' | 'Log' | 'Tools';
  readonly purpose: string;
  /** Loaded only when it is the one to run, or to tell of. */
  load(): Promise<CommandClass<CliContext>>;
}

export interface FlagDefinition {
  /** The property of the command that holds it, and of the request it goes into. */
  readonly key: string;
  /** As it may be written; one that is on by itself stands as its opposite, `--no-git`. */
  readonly names: readonly string[];
  /** What it takes; absent for one that is only there or not. */
  readonly value?: string;
  readonly description: string;
}

export interface ArgumentDefinition {
  readonly key: string;
  /** `SPEC`, or the words it may be: `bash|zsh|fish`. */
  readonly value: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** A command as clipanion knows it: help, docs, completion, usage errors and worded advice are made of this. */
export interface CommandDefinition extends Pick<CommandEntry, 'name' | 'group' | 'purpose'> {
  readonly details: string;
  readonly examples: readonly (readonly [description: string, command: string])[];
  readonly arguments: readonly ArgumentDefinition[];
  /** Its own ones first, then those of many commands. */
  readonly flags: readonly FlagDefinition[];
  /** A request as the command's flags and arguments tell it, by their keys. */
  readonly asFlags: (request: object) => object;
}

/** What `Option.String` and its like leave in a new command, until the command line is read. */
interface DeclaredOption {
  readonly value?: string;
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

/** Flags of many commands: they stand last in the help, and not in the line that shows how to use one. */
const GENERAL: readonly string[] = ['lockTimeout', 'noCache', 'json', 'cwd', 'as'];

/** What a command says of itself, read off its class. */
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

/** What follows the name: arguments, then flags of its own. */
export function usageOf(command: CommandDefinition): string {
  const flags = command.flags
    .filter(({ key }) => !GENERAL.includes(key))
    .map(({ names, value }) => {
      // Other names of the same flag are for those who know them.
      const shown = value === undefined ? names.filter((name) => isForm(name, names)) : names.slice(0, 1);
      return `[${shown.join('|')}${value === undefined ? '' : ` ${value}`}]`;
    });
  return [argumentsOf(command), ...flags].filter((part) => part !== '').join(' ');
}

/** `SPEC… `: what follows the name before any flag. */
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

/** A flag that is on by itself is only ever written to turn it off; one that may be either has both forms. */
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
