import { SpectoolError } from '../errors/spectoolError.js';

const LONGEST = 60;

/**
 * Returns the form of a text that is used in folder names: lower case, without combining marks (NFKD), with `-` for each run of
 * characters that are not letters or digits of any script, cut at a word to at most 60 characters.
 * @throws SpectoolError `NAME_INVALID` if the text has no letters or digits.
 */
export function slugOf(text: string): string {
  const slug = cut(
    text
      .slice(0, 10_000)
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .normalize('NFC'),
  );
  if (slug !== '') return slug;
  throw new SpectoolError(
    'NAME_INVALID',
    `No folder name can be made from "${text.slice(0, 60)}": it has no letters or digits.`,
    {
      hint: 'Give a name that has letters, and put the text you wanted into the title.',
    },
  );
}

function cut(slug: string): string {
  const letters = Array.from(slug);
  if (letters.length <= LONGEST) return slug;
  const head = letters.slice(0, LONGEST).join('');
  const atWord = letters[LONGEST] === '-' ? head : head.slice(0, Math.max(0, head.lastIndexOf('-')));
  return (atWord === '' ? head : atWord).replace(/-+$/, '');
}

/** Returns a name as words, for a title: `user-login` → `User login`. */
export function wordsOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  const [first = '', ...rest] = Array.from(words);
  return first.toUpperCase() + rest.join('');
}
