/** No shell and no Node ends with it: whoever does has left marks. */
const CONFLICT_CODE = '90';

/**
 * What git runs to merge a document, in a POSIX shell: the program by its full path, since git's PATH is not the user's. Where
 * the program is gone or fails, git's own merge takes its place: without it git keeps one side and marks nothing.
 * @param program the words that start spectool.
 */
export function mergeDriverLine(program: readonly string[]): string {
  // git expands %-placeholders in the line, also inside of quotes.
  const words = program.map((word) => `'${word.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`);
  const ours = `${words.join(' ')} merge-driver --conflict-code ${CONFLICT_CODE} %O %A %B %P %L %X %Y`;
  const gits = 'git merge-file --marker-size=%L -q -L ours -L base -L theirs %A %O %B';
  return `${ours}; case $? in 0) exit 0;; ${CONFLICT_CODE}) exit 1;; esac; ${gits}`;
}
