import type { Advice } from '../../domain/errors/advice.js';

/** What a command line is made of: a command with what it takes, by the keys of the request it makes. */
export interface CommandWords {
  readonly name: string;
  readonly arguments: readonly { readonly key: string; readonly value: string }[];
  readonly flags: readonly {
    readonly key: string;
    readonly names: readonly string[];
    readonly value?: string;
  }[];
  /** A request as flags and arguments tell it. */
  readonly asFlags: (request: object) => object;
}

/** A text for people, with the advice put into words: `Run \`spectool deps\` to see the graph.` */
export function withAdvice(
  text: string | undefined,
  advice: readonly (readonly [Advice, CommandWords])[],
): string | undefined {
  const sentences = advice.map(([one, command]) => {
    const purpose = one.to === undefined ? '' : ` to ${one.to}`;
    return `Run \`${commandLine(one, command)}\`${purpose}.`;
  });
  const all = [...(text === undefined ? [] : [text]), ...sentences];
  return all.length === 0 ? undefined : all.join(' ');
}

/** What to type to follow an advice; what the user has to add stands as the command's help names it. */
export function commandLine({ request = {}, needs = [] }: Advice, command: CommandWords): string {
  const given = new Map(Object.entries(command.asFlags(request)));
  for (const key of needs) given.set(key, undefined);
  const places = command.arguments.flatMap(({ key, value }) =>
    given.has(key) ? valuesOf(given.get(key), value).map(quoted) : [],
  );
  const flags = command.flags.flatMap(({ key, names, value }) => {
    const [name = ''] = names.filter((one) => one.startsWith('--'));
    const asked: unknown = given.get(key);
    if (!given.has(key) || asked === false) return [];
    if (value === undefined) return [name];
    const values = valuesOf(asked, value).map(quoted);
    // A field a flag; the members of any other list are one value.
    return isAssigned(asked) ? values.map((one) => `${name} ${one}`) : [`${name} ${values.join(',')}`];
  });
  return ['spectool', command.name, ...places, ...flags].join(' ');
}

/** @param placeholder what stands for a value that is not known. */
function valuesOf(value: unknown, placeholder: string): readonly string[] {
  if (value === undefined) return [placeholder.replace(/,?…$/, '')];
  if (isAssigned(value))
    return Object.entries(value).map(([name, one]) => `${name}=${one === undefined ? '…' : shown(one)}`);
  return Array.isArray(value) ? value.map(shown) : [shown(value)];
}

function isAssigned(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  if (/^[\p{L}\p{N}_.,:=@%+/|…-]+$/u.test(word)) return word;
  return `"${word.replaceAll('"', "'").replace(/[\\$`]/g, '\\$&')}"`;
}
