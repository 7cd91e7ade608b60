/** No shell and no Node ends with them: whoever does has written the file, with marks or without. */
const CLEAN_CODE = '91';
const CONFLICT_CODE = '90';
/** Beside git's file, till it is whole. */
export const UNFINISHED = '.spectool';
/** git before 2.44 passes the last three as they are. */
const PLACEHOLDERS = '%O %A %B %P %L %X %Y %S';

/**
 * What git runs to merge a document, in a POSIX shell: the program by its full path, since git's PATH is not the user's. Where
 * the program is gone or fails, git's own merge takes its place: without it git keeps one side and marks nothing. What git takes
 * for binary gets both sides between marks.
 * @param program the words that start spectool.
 */
export function mergeDriverLine(program: readonly string[]): string {
  // git expands %-placeholders in the line, also inside of quotes.
  const words = program.map((word) => `'${word.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`);
  const codes = `--clean-code ${CLEAN_CODE} --conflict-code ${CONFLICT_CODE}`;
  return [
    `${words.join(' ')} merge-driver ${codes} -- ${PLACEHOLDERS}`,
    `case $? in ${CLEAN_CODE}) exit 0;; ${CONFLICT_CODE}) exit 1;; esac`,
    `rm -f %A${UNFINISHED}`,
    'git merge-file --marker-size=%L -q -L ours -L base -L theirs %A %O %B',
    's=$?',
    'test $s -lt 128 && exit $s',
    `{ echo '<<<<<<< ours' && cat %A && echo && echo ======= && cat %B && echo && echo '>>>>>>> theirs'; } >%A${UNFINISHED} && mv -f %A${UNFINISHED} %A`,
    'exit 1',
  ].join('; ');
}

/** Whether spectool wrote this `merge.<driver>.driver`, now or in an earlier version; one of somebody's own is left alone. */
export function isOwnDriverLine(line: string): boolean {
  const program = String.raw`(?:'(?:[^']|'\\'')*' )+`;
  return [
    'spectool merge-driver %O %A %B %P',
    String.raw`${program}merge-driver %O %A %B %P; s=\$\?; test \$s -lt 2 && exit \$s; git merge-file %A %O %B`,
    String.raw`${program}merge-driver (?:--[a-z]+-code \d+ )+(?:-- )?%O %A %B %P %L %X %Y(?: %S)?; case \$\? in [^\n]*`,
  ].some((own) => new RegExp(`^${own}$`).test(line));
}
