/** A path as a shell takes it for one word; folders may have any name. */
export function shellWord(path: string): string {
  if (path.startsWith('-')) return shellWord(`./${path}`);
  return /^[\p{L}\p{N}_.,:=@%+/-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** What moves a folder into another, which may have to be made. */
export function moveInto(from: string, folder: string): string {
  return `mkdir -p ${shellWord(folder)} && mv ${shellWord(from)} ${shellWord(folder)}/`;
}
