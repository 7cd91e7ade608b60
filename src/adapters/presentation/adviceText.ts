import type { Advice } from '../../domain/errors/advice.js';
import { asCalled, PROGRAM } from '../../domain/project/replaceProgramName.js';

/**
 * The parts of a command's definition that are needed to write a command line. Each `key` names a field of the use case's request
 * object.
 */
export interface CommandWords {
  readonly name: string;
  readonly arguments: readonly { readonly key: string; readonly value: string }[];
  readonly flags: readonly {
    readonly key: string;
    readonly names: readonly string[];
    readonly value?: string;
  }[];
  /**
   * Converts a use case's request into an object with the values of flags and arguments, by their keys. `useCase` is the name of
   * the use case, for a command that runs several.
   */
  readonly asFlags: (request: object, useCase?: string) => object;
}

/**
 * Appends advice to a text: `Run \`spectool deps\` to see the graph.`
 * @param program how the program is called, such as `npx spectool`.
 */
export function withAdvice(
  text: string | undefined,
  advice: readonly (readonly [Advice, CommandWords])[],
  program: string = PROGRAM,
): string | undefined {
  const sentences = advice.map(([one, command]) => {
    const purpose = one.to === undefined ? '' : ` to ${one.to}`;
    const sentence = `Run \`${commandLine(one, command)}\`${purpose}.`;
    if (one.project === undefined) return asCalled(sentence, program);
    // The project of the step takes the place of the one in which the program was called.
    return asCalled(sentence, `${program.replace(/ --project .*$/, '')} --project ${quoted(one.project)}`);
  });
  const all = [...(text === undefined ? [] : [asCalled(text, program)]), ...sentences];
  return all.length === 0 ? undefined : all.join(' ');
}

/**
 * Returns the command line for a piece of advice. A value that the user must fill in is written as the name that the command's
 * help gives it.
 */
export function commandLine({ useCase, request = {}, needs = [] }: Advice, command: CommandWords): string {
  const given = new Map(Object.entries(command.asFlags(request, useCase)));
  for (const key of needs.flatMap((name) => Object.keys(command.asFlags({ [name]: undefined }))))
    given.set(key, undefined);
  const places = command.arguments.flatMap(({ key, value }) =>
    given.has(key) ? valuesOf(given.get(key), value) : [],
  );
  const flags = command.flags.flatMap(({ key, names, value }) => {
    const [name = ''] = names.filter((one) => one.startsWith('--'));
    const asked: unknown = given.get(key);
    if (!given.has(key) || asked === false) return [];
    if (value === undefined) return [name];
    const values = valuesOf(asked, value);
    // An object becomes one flag for each of its members; a list becomes one flag with comma-separated values.
    const told = isAssigned(asked) ? values : [values.join(',')];
    return told.map((one) => `${name}${one.startsWith('-') ? '=' : ' '}${one}`);
  });
  // An argument may begin with a dash, like some folder names; write `--` before the arguments so that it is not taken for a
  // flag.
  const words = places.some((place) => place.startsWith('-'))
    ? [...flags, '--', ...places]
    : [...places, ...flags];
  return [PROGRAM, command.name, ...words].join(' ');
}

/** Returns a value as words for a shell. @param placeholder the word for a value that is not known. */
function valuesOf(value: unknown, placeholder: string): readonly string[] {
  if (value === undefined) return [placeholder.replace(/,?…$/, '')];
  const values = isAssigned(value)
    ? Object.entries(value).map(([name, one]) => `${name}=${shown(one)}`)
    : Array.isArray(value)
      ? value.map(shown)
      : [shown(value)];
  return values.map(quoted);
}

function isAssigned(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Quotes a word for a shell if necessary. */
function quoted(word: string): string {
  if (/^[\p{L}\p{N}_.,:=@%+/…-]+$/u.test(word)) return word;
  return /["\\$`!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
