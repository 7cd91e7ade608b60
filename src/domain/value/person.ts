import { BOUNDS } from './bounds.js';
import { quoted } from './text.js';

/**
 * Returns the name of a person without the address, the Markdown link and the `@` before it: `Kim <kim@x.org>` and
 * `[Kim](https://x.org/kim)` → `Kim`, `@kim` → `kim`.
 */
export function nameOfPerson(text: string): string {
  if (text.length > BOUNDS.line) return text;
  const name = text
    .replace(/\[([^[\]]+)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<[^<>]*>|\([^()]*@[^()]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^@(?=\S)/, '');
  return name === '' ? text.trim() : name;
}

/** True if two texts name the same person: `@kim`, `Kim <kim@x.org>` and `kim` are the same. */
export function isSamePerson(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return one === other;
  return personKey(one) === personKey(other);
}

/** Keys by name. A project has few people, but a command compares them for every spec. */
const KEYS = new Map<string, string>();
const MOST_KEYS = 1000;

/** Returns a normalized name, which is equal for different spellings of the same person's name. */
export function personKey(text: string): string {
  let key = KEYS.get(text);
  if (key === undefined) {
    key = nameOfPerson(text).normalize('NFC').toLowerCase();
    if (KEYS.size < MOST_KEYS) KEYS.set(text, key);
  }
  return key;
}

/** Returns the name of a person for a sentence: `@kim`; in quotes if it is not one short word, because any text can be a name. */
export function personText(name: string | null | undefined): string {
  if (name === null || name === undefined) return 'an unknown actor';
  return /^@?[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]{0,38}$/u.test(name)
    ? `@${name.replace(/^@/, '')}`
    : quoted(name, { longest: BOUNDS.excerpt });
}
