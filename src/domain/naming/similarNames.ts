import type { SpecFolder } from './specFolder.js';

/** Words that say nothing about the topic of a spec. */
const EMPTY: ReadonlySet<string> = new Set(
  'a an and as at by for from in into of on or the to up via with add new make use support improve update fix implement create spec feature'.split(
    ' ',
  ),
);
const MOST = 3;
/**
 * The least share of their words, by weight, that two names must have in common to be similar. With this value, a tenth of 304
 * real names were reported as similar to another name.
 */
const LEAST = 0.45;

/**
 * Returns the specs whose name has so many words in common with `name` that both may be about the same work; rare words count
 * more. Only names are compared, which is fast; `search` compares texts.
 */
export function similarNames<Folder extends Pick<SpecFolder, 'name'>>(
  name: string,
  folders: readonly Folder[],
): readonly Folder[] {
  const wanted = wordsIn(name);
  if (wanted.size === 0) return folders.filter((folder) => folder.name === name).slice(0, MOST);
  const close = sharing(wanted, folders).flatMap((folder) => {
    const words = wordsIn(folder.name);
    const common = [...words].filter((word) => wanted.has(word));
    // One common word is not enough, unless it is the only word of one of the names.
    return common.length === 0 || common.length < Math.min(2, words.size, wanted.size)
      ? []
      : [{ folder, words, common }];
  });
  if (close.length === 0) return [];
  const frequency = frequencies(new Set([...wanted, ...close.flatMap(({ words }) => [...words])]), folders);
  const weigh = (words: Iterable<string>) => {
    let sum = 0;
    for (const word of words) sum += Math.log(1 + (folders.length + 1) / (1 + (frequency.get(word) ?? 0)));
    return sum;
  };
  return close
    .map(({ folder, words, common }) => ({
      folder,
      likeness: weigh(common) / weigh(new Set([...words, ...wanted])),
    }))
    .filter(({ likeness }) => likeness >= LEAST)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ folder }) => folder);
}

/** Returns for each word the number of names that contain it. */
function frequencies(
  words: ReadonlySet<string>,
  folders: readonly Pick<SpecFolder, 'name'>[],
): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const { name } of sharing(words, folders)) {
    for (const word of wordsIn(name)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return frequency;
}

/**
 * Returns the specs whose name contains the letters of one of the words, so that only few of ten thousand names are split into
 * words.
 */
function sharing<Folder extends Pick<SpecFolder, 'name'>>(
  words: ReadonlySet<string>,
  folders: readonly Folder[],
): readonly Folder[] {
  // A final `y` is dropped, so that `category` also finds `categories`.
  const letters = new RegExp([...words].map((word) => word.replace(/y$/, '')).join('|'), 'u');
  return folders.filter(({ name }) => letters.test(name.toLowerCase().replaceAll('-', '')));
}

/** Returns the words of a name; plural and singular count as one. */
function wordsIn(name: string): ReadonlySet<string> {
  // `e-mail` counts as `email`.
  const joined = name.toLowerCase().replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L}{2})/gu, '$1');
  const words = joined.split(/[^\p{L}\p{M}\p{N}]+/u);
  return new Set(words.filter((word) => word !== '' && !EMPTY.has(word)).map(singular));
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
