/** Quotes a path as one shell word. */
export function quoteForShell(path: string): string {
  if (path.startsWith('-')) return quoteForShell(`./${path}`);
  return /^[\p{L}\p{N}_.,:=@%+/-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a shell command that moves a folder into another folder and creates that other folder if needed. */
export function moveInto(from: string, folder: string): string {
  return `mkdir -p ${quoteForShell(folder)} && mv ${quoteForShell(from)} ${quoteForShell(folder)}/`;
}
