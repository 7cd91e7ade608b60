/**
 * Bounds that several parts of the program share. A text above its bound is not read, and the command says so; a list is named up
 * to its bound.
 */

/** Names in a sentence. */
export const MOST_NAMED = 5;
/** Bytes of a settings file, and of any other small file that people or programs write. */
export const LARGEST_SETTINGS = 1024 * 1024;

/** Returns names for a sentence: the first, and how many more there are. */
export function firstOf(names: readonly string[], most = MOST_NAMED): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}
