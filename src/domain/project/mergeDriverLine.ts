/**
 * What git runs to merge a document, in a POSIX shell: the program by its full path, since git's PATH is not the user's. Where
 * the program is gone or fails, git's own merge takes its place: without it git keeps one side and marks nothing.
 * @param program the words that start spectool.
 */
export function mergeDriverLine(program: readonly string[]): string {
  // git expands %-placeholders in the line, also inside of quotes.
  const words = program.map((word) => `'${word.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`);
  return `${words.join(' ')} merge-driver %O %A %B %P; s=$?; test $s -lt 2 && exit $s; git merge-file %A %O %B`;
}
