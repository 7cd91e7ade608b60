import { placedHeadings } from './headings.js';

/**
 * Returns the recommended sections that a text does not have.
 * @param alike headings of sections with criteria: a section with one of these headings counts as each of them.
 */
export function missingSections(
  body: string,
  recommended: readonly string[],
  alike: readonly string[],
): readonly string[] {
  const wanted = new Map(recommended.map((name) => [name.toLowerCase(), name]));
  const same = alike.map((name) => name.toLowerCase());
  if (wanted.size > 0)
    for (const { heading } of placedHeadings(body)) {
      const there = heading.toLowerCase();
      const isOfAlike = same.some((name) => there.includes(name));
      for (const name of wanted.keys())
        if (there.includes(name) || (isOfAlike && same.includes(name))) wanted.delete(name);
      if (wanted.size === 0) break;
    }
  return [...wanted.values()];
}
