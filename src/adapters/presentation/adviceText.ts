import { asCalled, PROGRAM } from '../../domain/project/programCall.js';
import type { Advice } from '../../domain/errors/spectoolError.js';

/**
 * The parts of a command's definition that are needed to write a command line. Each `key` is the name of a field in the use
 * case's request.
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
   * Converts a use case's request into the values of flags and arguments, by their keys. `useCase` says which use case it is, for
   * a command that can run several.
   */
  readonly asFlags: (request: object, useCase?: string) => object;
}

/**
 * Appends advice (suggested next steps) to a text: ``Run `spectool deps` to see the graph.``
 * @param program how the program is called, such as `npx spectool`.
 */
export function withAdvice(
  text: string | undefined,
  advice: readonly (readonly [Advice, readonly AdvisedWord[]])[],
  program: string = PROGRAM,
): string | undefined {
  const sentences = advice.map(([one, words]) => {
    const purpose = one.to === undefined ? '' : ` to ${one.to}`;
    const sentence = `Run \`${PROGRAM} ${shellLine(words)}\`${purpose}.`;
    if (one.project === undefined) return asCalled(sentence, program);
    // If the advised step is for another project, replace the `--project` flag with which this command was called.
    return asCalled(
      sentence,
      `${program.replace(/ --project .*$/, '')} --project ${quoted({ text: one.project })}`,
    );
  });
  const all = [...(text === undefined ? [] : [asCalled(text, program)]), ...sentences];
  return all.length === 0 ? undefined : all.join(' ');
}

/** A word of an advised command line. */
export interface AdvisedWord {
  /** The word, or the known beginning of the word if `asked` is set. */
  readonly text: string;
  /** Placeholder for what the user has to add to the word, such as `TEXT`: the value's name in the command's help. */
  readonly asked?: string;
}

/** Returns the words of the command line for a piece of advice, without the program's name. */
export function advisedWords(
  { useCase, request = {}, needs = [] }: Advice,
  command: CommandWords,
): readonly AdvisedWord[] {
  const given = new Map(Object.entries(command.asFlags(request, useCase)));
  for (const [key, value] of needs.flatMap((name) => Object.entries(command.asFlags({ [name]: undefined }))))
    given.set(key, value);
  const places = command.arguments.flatMap(({ key, value }) =>
    given.has(key) ? valuesOf(given.get(key), value) : [],
  );
  const flags = command.flags.flatMap(({ key, names, value }) => {
    const [name = ''] = names.filter((one) => one.startsWith('--'));
    const asked: unknown = given.get(key);
    if (!given.has(key) || asked === false) return [];
    if (value === undefined) return [{ text: name }];
    // An object becomes a flag for each of its members (`--field a=1 --field b=2`), a list one flag with comma-separated values.
    const list = Array.isArray(asked) ? asked.map(shown).join(',') : asked;
    return valuesOf(list, value).flatMap((one) =>
      one.text.startsWith('-') ? [{ ...one, text: `${name}=${one.text}` }] : [{ text: name }, one],
    );
  });
  // If an argument begins with a dash, as a folder's name may, write `--` first, so that it is not taken for a flag.
  const words = places.some(({ text }) => text.startsWith('-'))
    ? [...flags, { text: '--' }, ...places]
    : [...places, ...flags];
  return [...command.name.split(' ').map((text) => ({ text })), ...words];
}

/** Returns a value as words. @param placeholder the word to use if the value is not known. */
function valuesOf(value: unknown, placeholder: string): readonly AdvisedWord[] {
  if (value === undefined) return [{ text: '', asked: placeholder.replace(/,?…$/, '') }];
  const values =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([name, one]) => `${name}=${shown(one)}`)
      : Array.isArray(value)
        ? value.map(shown)
        : [shown(value)];
  return values.map((text) => (/(?:^|=)…$/.test(text) ? { text: text.slice(0, -1), asked: '…' } : { text }));
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Joins the words of advice into a command line, quoted so that a shell splits it into the same words. */
export function shellLine(words: readonly AdvisedWord[]): string {
  return words.map(quoted).join(' ');
}

/** Quotes a word for a shell if necessary; in `--flag=value`, only the value is quoted. */
function quoted({ text, asked = '' }: AdvisedWord): string {
  if (text === '' && asked !== '') return asked;
  const flag = /^--[a-z-]+=/.exec(text)?.[0] ?? '';
  const word = text.slice(flag.length) + asked;
  if (/^[\p{L}\p{N}_.,:=@%+/…-]+$/u.test(word)) return flag + word;
  return flag + (/["\\$`!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`);
}
