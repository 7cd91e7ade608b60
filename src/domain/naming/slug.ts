import { SpectoolError } from '../errors/spectoolError.js';

const LONGEST = 60;

/**
 * Returns the folder-safe form of a name: NFKD, combining marks dropped, lower case, every run of characters that are not letters
 * or digits of any script replaced by one `-`, at most 60 characters, cut at a word.
 * @throws SpectoolError `NAME_INVALID` if nothing is left.
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
      hint: 'Give a name with letters, and the exact wording as the title.',
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
