import { IMPORTED_STATUSES } from '../../domain/project/configuration.js';
import { type Command, Option } from 'clipanion';
import { isEnum } from 'typanion';
import type { UseCaseName } from '../../application/spectool.js';
import { plainText } from '../../domain/document/documentText.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CliContext } from './cliContext.js';

/** Joins the comma-separated and repeated values of a flag into one list. */
export function listOption(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Returns a function that reads the pairs `WORD=STATUS,…` of a flag. @throws SpectoolError `USAGE` for any other form. */
export function statusPairs(flag: string): (given: readonly string[]) => Readonly<Record<string, string>> {
  return (given) =>
    Object.fromEntries(
      listOption(given).map((pair) => {
        const at = pair.lastIndexOf('=');
        if (at < 1)
          throw new SpectoolError('USAGE', `${flag}: "${pair}" is not of the form word=status.`, {
            hint: `For example: ${flag} accepted=complete. Valid statuses: ${IMPORTED_STATUSES.join(', ')}.`,
          });
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
    );
}

/**
 * Parses the value of a flag as a whole number; undefined if the flag was not given.
 * @throws SpectoolError `USAGE` if the value is not a whole number of at least `least`.
 */
export function numberOption(flag: string, value: string | undefined, least = 1): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least) return number;
  throw new SpectoolError('USAGE', `${flag}: "${value}" is not a whole number of at least ${least}.`);
}

/** A flag or an argument of a command. */
export interface Taken<Value> {
  /** The names and the description that `--help` prints. */
  readonly told: Omit<FlagDefinition, 'key'> | Omit<ArgumentDefinition, 'key'>;
  /** The declaration that clipanion (the command line parser) needs: the initial value of a property of the command's class. */
  readonly option: unknown;
  readonly read: (typed: never, context: CliContext) => Value;
}

export type Takes = Readonly<Record<string, Taken<unknown>>>;

type Value<One> = One extends Taken<infer Read> ? Read : never;

/** The values of the arguments and flags of a command line, without those that were not given. */
export type Given<T extends Takes> = {
  readonly [Key in keyof T as undefined extends Value<T[Key]> ? never : Key]: Value<T[Key]>;
} & {
  readonly [Key in keyof T as undefined extends Value<T[Key]> ? Key : never]?: Exclude<
    Value<T[Key]>,
    undefined
  >;
};

type ArgumentValue<Word extends string> = Word extends `${string}…${string}`
  ? readonly string[]
  : Word extends `[${string}`
    ? string | undefined
    : string;

/** An argument: `SPEC`, `[SPEC]` if it may be left out, `SPEC…` or `[SPEC…]` for several. */
export function argument<const Word extends string>(
  word: Word,
  read?: (typed: string, context: CliContext) => string,
): Taken<ArgumentValue<Word>> {
  const isOptional = word.startsWith('[');
  const name = isOptional ? word.slice(1, -1) : word;
  const option = name.endsWith('…')
    ? Option.Rest({ name, required: isOptional ? 0 : 1 })
    : Option.String({ name, required: !isOptional });
  const told = { value: name.replace(/…$/, ''), isRequired: !isOptional, isList: name.endsWith('…') };
  const asRead = (typed: unknown, context: CliContext) => read?.(typed as string, context) ?? typed;
  return { told, option, read: asRead as () => ArgumentValue<Word> };
}

/** A flag with a value: `--reason TEXT`, or `--where,--field FIELD=VALUE` with two spellings. The use case checks words. */
export function textFlag<Word extends string = string>(
  flag: string,
  description: string,
  read: (typed: string, context: CliContext) => string = (typed) => typed,
): Taken<Word | undefined> {
  return valued(flag, description, (typed, context) =>
    typed === undefined ? undefined : (read(typed, context) as Word),
  );
}

/** A flag with a value that the command always needs; without the flag, the use case refuses the request. */
export function requiredFlag(flag: string, description: string): Taken<string> {
  const { told, ...one } = valued(flag, description, (typed) => typed ?? '');
  return { ...one, told: { ...told, isRequired: true } };
}

/** A flag with a whole number of at least 1. */
export function numberFlag(flag: string, description: string): Taken<number | undefined> {
  return valued(flag, description, (typed) => numberOption(flag.split(' ')[0] ?? '', typed));
}

function valued<Read>(
  flag: string,
  description: string,
  read: (typed: string | undefined, context: CliContext) => Read,
): Taken<Read> {
  const [names = '', value = ''] = flag.split(' ');
  return { told: toldOf(names, description, value), option: Option.String(names), read };
}

/** A flag whose value must be one of `words`. */
export function choiceFlag<const Word extends string>(
  names: string,
  words: readonly Word[],
  description: string,
): Taken<Word | undefined> {
  const option = Option.String(names, { validator: isEnum(words) });
  return { told: toldOf(names, description, words.join('|')), option, read: (typed) => typed };
}

/** A flag whose comma-separated values make one list; it can be given several times. */
export function listFlag<Word extends string = string>(
  flag: string,
  description: string,
): Taken<readonly Word[] | undefined> {
  return repeatedFlag(flag, description, (typed) => listOption(typed) as readonly Word[]);
}

/** A flag that can be given several times. @param read converts the list of its values. */
export function repeatedFlag<Read>(
  flag: string,
  description: string,
  read: (typed: readonly string[]) => Read,
): Taken<Read | undefined> {
  const [names = '', value = ''] = flag.split(' ');
  const each = (typed: readonly string[] | undefined) => typed && read(typed);
  return { told: toldOf(names, description, value), option: Option.Array(names), read: each };
}

/** A flag without a value. @param initial the default; if it is true, help shows the negation `--no-…`. */
export function switchFlag(names: string, description: string, initial = false): Taken<boolean> {
  const all = names.split(',');
  const told = { names: initial ? opposites(all) : all, description };
  return { told, option: Option.Boolean(names, initial), read: (typed) => typed };
}

/** A flag without a value that also has a negation, `--no-…`; undefined if neither is given. */
export function negatableFlag(names: string, description: string): Taken<boolean | undefined> {
  const all = names.split(',');
  const told = { names: [...all, ...opposites(all)], description };
  return { told, option: Option.Boolean(names), read: (typed) => typed };
}

/** Marks a flag as one that few people need; only the full help of a command shows it. */
export function rareFlag<One extends Taken<unknown>>(one: One): One {
  return { ...one, told: { ...one.told, isRare: true } };
}

/** Marks a flag as an earlier way to do what another command does: it still works, but help does not show it. */
export function formerFlag<One extends Taken<unknown>>(one: One): One {
  return { ...one, told: { ...one.told, isFormer: true } };
}

/** Marks a flag or argument as useful for one project only, so that it is refused together with `--all-projects`. */
export function forOne<One extends Taken<unknown>>(one: One): One {
  return { ...one, told: { ...one.told, isForOne: true } };
}

/** Refuses values of flags that cannot be combined with `flag`. @throws SpectoolError `USAGE`. */
export function refuseWith(
  flag: string,
  given: Readonly<Record<string, string | number | boolean | undefined>>,
): void {
  const other = Object.keys(given).find((key) => !['', 'false'].includes(String(given[key] ?? '')));
  if (other === undefined) return;
  throw new SpectoolError('USAGE', `${flag} cannot be used with --${other}.`, {
    hint: `Leave out --${other}.`,
  });
}

function toldOf(names: string, description: string, value: string): Omit<FlagDefinition, 'key'> {
  return { names: names.split(','), value, description };
}

function opposites(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith('--')).map((name) => `--no-${name.slice(2)}`);
}

/**
 * Returns a text given on the command line; `-` stands for standard input.
 * @throws SpectoolError `FIELD_INVALID` if standard input is empty or not text, for example because the program before the pipe
 * failed.
 */
export function inputText(given: string, context: CliContext): string {
  if (given !== '-') return given;
  const bytes = context.readInput();
  const { text, problem = 'is empty' } = plainText(bytes);
  if (text !== undefined && text.trim() !== '') return text;
  throw new SpectoolError('FIELD_INVALID', `Standard input ${problem}.`, {
    hint: 'Pipe UTF-8 text into the command, or pass the text itself instead of `-`.',
  });
}

/** A row of the command table (`commandTable.ts`). */
export interface CommandEntry {
  /** The words that call the command: `list`, `skill install`. */
  readonly name: string;
  readonly group: 'Start' | 'Look' | 'Specs' | 'Work' | 'Review' | 'Log' | 'Tools';
  /** One line without a final period. */
  readonly purpose: string;
  /** The use cases that the command can run; advice to run one of them is printed as a command line of this command. */
  readonly runs: readonly UseCaseName[];
  /**
   * `everyone`: a command for beginners; `--help` describes it. `few`: a rarely needed command or a synonym; only `help --all` lists
   * it. `git`: the same, for a command that only git runs.
   */
  readonly usedBy?: 'everyone' | 'few' | 'git';
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
  /** All spellings of the flag. A flag that is on by default has only its negation, such as `--no-cache`. */
  readonly names: readonly string[];
  /** Name of the flag's value, such as `N`; absent for a boolean flag. */
  readonly value?: string;
  readonly description: string;
  /** True if the command always needs the flag; the usage line then shows the flag without brackets. */
  readonly isRequired?: true;
  /** True for a flag that few people need. Only the full help of a command (`--help --all`) shows it. */
  readonly isRare?: true;
  /** True for a flag that another command replaces. Help does not show it. */
  readonly isFormer?: true;
  /** True for a flag of many commands. It comes last in the help and is left out of the usage line. */
  readonly isGeneral?: true;
  /** True for a flag that makes sense for one project only. */
  readonly isForOne?: true;
}

export interface ArgumentDefinition {
  readonly key: string;
  readonly isForOne?: true;
  /** Name of the argument's value, such as `SPEC`, or its alternatives, such as `bash|zsh|fish`. */
  readonly value: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** The description of a command that help, docs, completion, usage errors and hints use. */
export interface CommandDefinition extends Omit<CommandEntry, 'load'> {
  readonly details: string;
  readonly examples: readonly (readonly [description: string, command: string])[];
  readonly arguments: readonly ArgumentDefinition[];
  /** The command's own flags, then those shared by many commands. */
  readonly flags: readonly FlagDefinition[];
  /** Converts a use case's request into the values of the flags and arguments, by their keys. */
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

/** Returns the arguments of a command as the usage line shows them, such as `SPEC…`; the flags are left out. */
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
