import { SpectoolError } from '../errors/spectoolError.js';

const LONGEST = 60;

/** Matches a letter or digit with the marks on it. More than four marks belong to no letter of a language. */
const MARKED = /([\p{L}\p{N}]?)(\p{M}{1,4})\p{M}*/gu;
const NO_MARK = /[\p{Me}\p{Default_Ignorable_Code_Point}]/gu;
/** Matches the invisible characters that join letters within a word of an Indic script. */
const JOINERS = /\u200d|(?<=\p{M})\u200c/gu;

/**
 * Returns the form of a text that is used in folder names: lower case, with `-` for each run of characters that are not letters,
 * marks or digits of any script, cut at a word to at most 60 characters, in the normal form NFC. Marks on Latin letters are
 * left out (`é` → `e`); those of other scripts make another letter (`й`, `ガ`) or a vowel (`हिन्दी`), and stay.
 * @throws SpectoolError `NAME_INVALID` if the text has no letters or digits.
 */
export function slugOf(text: string): string {
  const slug = cut(
    text
      .slice(0, 10_000)
      .normalize('NFKD')
      .replace(JOINERS, '')
      .replace(MARKED, (_, base: string, marks: string) => base + marksOn(base, marks))
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
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

function marksOn(base: string, marks: string): string {
  return /^(?!\p{Script=Latin})\p{L}$/u.test(base) ? marks.replace(NO_MARK, '') : '';
}

function cut(slug: string): string {
  const letters = Array.from(slug);
  if (letters.length <= LONGEST) return slug;
  let end = LONGEST;
  // A letter is not cut from its marks.
  while (end > 1 && /^\p{M}$/u.test(letters[end] ?? '')) end -= 1;
  const head = letters.slice(0, end).join('');
  const atWord = letters[end] === '-' ? head : head.slice(0, Math.max(0, head.lastIndexOf('-')));
  return (atWord === '' ? head : atWord).replace(/-+$/, '');
}

/** Returns a name as words, for a title: `user-login` → `User login`. */
export function wordsOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  const [first = '', ...rest] = Array.from(words);
  return first.toUpperCase() + rest.join('');
}
