/** Quotes a path as one shell word. */
export function shellWord(path: string): string {
  if (path.startsWith('-')) return shellWord(`./${path}`);
  return /^[\p{L}\p{N}_.,:=@%+/-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Shell command that moves a folder into another, creating the latter if needed. */
export function moveInto(from: string, folder: string): string {
  return `mkdir -p ${shellWord(folder)} && mv ${shellWord(from)} ${shellWord(folder)}/`;
}
