/** A name in words, for a title: `user-login` → `User login`. */
export function wordsOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  const [first = '', ...rest] = Array.from(words);
  return first.toUpperCase() + rest.join('');
}
