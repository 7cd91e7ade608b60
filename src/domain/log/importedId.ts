/**
 * Identity of a spec made elsewhere: derived, so that two branches importing the same folder agree on it.
 * 16 characters, the first a letter.
 */
export function importedId(
  ref: string,
  created: string | undefined,
  sha256: (text: string) => string,
): string {
  return `i${sha256(`spectool import\n${ref}\n${created ?? ''}`).slice(0, 15)}`;
}
