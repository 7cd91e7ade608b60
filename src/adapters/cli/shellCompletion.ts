import type { WordKind } from '../../application/queries/project/shellCompletionCandidates.js';
import type { Spectool } from '../../application/spectool.js';
import { commandNamed, commandTable } from './commandTable.js';
import type { CommandDefinition } from './flagsAndArguments.js';

export interface Candidate {
  readonly word: string;
  readonly description?: string;
}

/**
 * Matches the value name of a flag that lists alternatives, such as `text|github|sarif`; the last one may be a placeholder in
 * capitals.
 */
const CHOICES = /^[a-z_-]+(?:\|[a-z_-]+)+(?:\|[A-Z]+)?$/;
const KINDS: ReadonlyMap<string, WordKind> = new Map([
  ['SPEC', 'specs'],
  ['TAG', 'tags'],
  ['PERSON', 'people'],
  ['TEMPLATE', 'templates'],
  ['FIELD', 'fields'],
  ['CRITERION', 'criteria'],
  ['HEADING', 'headings'],
  ['KEY', 'settings'],
  ['CODE', 'codes'],
]);

/**
 * Returns the candidates for the word being typed: commands, flags or values.
 * @param words typed after the program's name; the last word is still being typed and may be empty.
 * @param open opens the project, to complete names from it.
 */
export async function completeLine(
  words: readonly string[],
  open: () => Spectool,
): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? '';
  const found = await candidates(words.slice(0, -1), typed, open);
  // Leave out words with characters that the completion script could not pass to the shell as one word.
  return found.filter(({ word }) => word.startsWith(typed) && /^[\p{L}\p{N}._=,/ -]+$/u.test(word));
}

async function candidates(
  before: readonly string[],
  typed: string,
  open: () => Spectool,
): Promise<readonly Candidate[]> {
  const plain = before.filter((word) => !word.startsWith('-'));
  const entry = commandNamed(plain);
  if (entry === undefined) return commandWords(plain);
  const { definition: command } = await entry.load();
  if (typed.startsWith('-')) return flagWords(command);
  const given = argumentsIn(before.slice(entry.name.split(' ').length), command);
  const value = valueOf(before.at(-1) ?? '', given.length, command);
  return value === undefined ? [] : valueWords(value, typed, given[0], open);
}

function commandWords(plain: readonly string[]): readonly Candidate[] {
  return commandTable.flatMap(({ name, purpose }) => {
    const words = name.split(' ');
    const word = words[plain.length];
    const follows = plain.every((one, i) => words[i] === one);
    return word === undefined || !follows ? [] : [{ word, description: purpose }];
  });
}

function flagWords({ flags }: CommandDefinition): readonly Candidate[] {
  const words = flags.flatMap(({ names, description }) => names.map((word) => ({ word, description })));
  return [...words, { word: '--help', description: 'show the help of the command' }];
}

/** Returns the words that are arguments: neither flags nor values of flags. */
function argumentsIn(words: readonly string[], { flags }: CommandDefinition): readonly string[] {
  const takes = new Set(flags.flatMap(({ names, value }) => (value === undefined ? [] : names)));
  return words.filter((word, i) => !word.startsWith('-') && !takes.has(words[i - 1] ?? ''));
}

/**
 * Returns the name of the value that the user is typing: of the flag before the typed word, or else of the next argument.
 * @param flag the word before the typed word.
 * @param given number of arguments before the typed word.
 */
function valueOf(
  flag: string,
  given: number,
  { flags, arguments: places }: CommandDefinition,
): string | undefined {
  const taken = flags.find(({ names }) => names.includes(flag))?.value;
  const last = places.at(-1);
  return taken ?? (places[given] ?? (last?.isList === true ? last : undefined))?.value;
}

/**
 * Returns the candidates for a value.
 * @param value name of the value in the command's definition: `SPEC`, `TAG,…`, `text|github|sarif`.
 */
async function valueWords(
  value: string,
  typed: string,
  spec: string | undefined,
  open: () => Spectool,
): Promise<readonly Candidate[]> {
  const isList = value.endsWith(',…');
  const one = isList ? value.slice(0, -2) : value;
  // In a comma-separated list, complete only the last member.
  const given = isList ? (/^(?:.*,)?/.exec(typed)?.[0] ?? '') : '';
  const kind = KINDS.get(one);
  const words = CHOICES.test(one)
    ? one.split('|').filter((word) => word === word.toLowerCase())
    : kind === undefined
      ? []
      : await open().completeWords.execute({
          kind,
          typed: typed.slice(given.length),
          ...(spec !== undefined && { spec }),
        });
  return words.map((word) => ({ word: given + word }));
}
