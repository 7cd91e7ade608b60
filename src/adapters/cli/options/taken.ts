import { Option } from 'clipanion';
import { isEnum } from 'typanion';
import type { CliContext } from '../cliContext.js';
import type { ArgumentDefinition, FlagDefinition } from '../commandDefinition.js';
import { listOption, numberOption } from './parseListAndNumber.js';

/** A flag or an argument of a command. */
export interface Taken<Value> {
  /** What help tells of it. */
  readonly told: Omit<FlagDefinition, 'key'> | Omit<ArgumentDefinition, 'key'>;
  /** What clipanion (the command line parser) stores in a new command until the command line is parsed. */
  readonly option: unknown;
  readonly read: (typed: never, context: CliContext) => Value;
}

export type Takes = Readonly<Record<string, Taken<unknown>>>;

type Value<One> = One extends Taken<infer Read> ? Read : never;

/** The values of a command line; what was not given is absent. */
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

/** A flag with a value: `--reason TEXT`, or `--where,--field FIELD=VALUE` with two spellings. */
export function text(
  flag: string,
  description: string,
  read: (typed: string, context: CliContext) => string = (typed) => typed,
): Taken<string | undefined> {
  return valued(flag, description, (typed, context) =>
    typed === undefined ? undefined : read(typed, context),
  );
}

/** A flag with a value, without which the use case refuses the request. */
export function required(flag: string, description: string): Taken<string> {
  const { told, ...one } = valued(flag, description, (typed) => typed ?? '');
  return { ...one, told: { ...told, isRequired: true } };
}

/** A flag with a whole number of at least 1. */
export function number(flag: string, description: string): Taken<number | undefined> {
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

/** A flag whose value is one of these words. */
export function oneOf<const Word extends string>(
  names: string,
  words: readonly Word[],
  description: string,
): Taken<Word | undefined> {
  const option = Option.String(names, { validator: isEnum(words) });
  return { told: toldOf(names, description, words.join('|')), option, read: (typed) => typed };
}

/** A flag that can be given several times; its values are lists separated by commas, and make one list. */
export function list(flag: string, description: string): Taken<readonly string[] | undefined> {
  return each(flag, description, listOption);
}

/** A flag that can be given several times, with a function that reads its values. */
export function each<Read>(
  flag: string,
  description: string,
  read: (typed: readonly string[]) => Read,
): Taken<Read | undefined> {
  const [names = '', value = ''] = flag.split(' ');
  const each = (typed: readonly string[] | undefined) => typed && read(typed);
  return { told: toldOf(names, description, value), option: Option.Array(names), read: each };
}

/** A flag without a value. @param initial what holds without the flag; help shows its opposite. */
export function on(names: string, description: string, initial = false): Taken<boolean> {
  const all = names.split(',');
  const told = { names: initial ? opposites(all) : all, description };
  return { told, option: Option.Boolean(names, initial), read: (typed) => typed };
}

/** A flag without a value that can also be denied, as `--no-…`. */
export function either(names: string, description: string): Taken<boolean | undefined> {
  const all = names.split(',');
  const told = { names: [...all, ...opposites(all)], description };
  return { told, option: Option.Boolean(names), read: (typed) => typed };
}

/** Returns the flag as one that few people need. */
export function rare<One extends Taken<unknown>>(one: One): One {
  return { ...one, told: { ...one.told, isRare: true } };
}

function toldOf(names: string, description: string, value: string): Omit<FlagDefinition, 'key'> {
  return { names: names.split(','), value, description };
}

function opposites(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith('--')).map((name) => `--no-${name.slice(2)}`);
}
