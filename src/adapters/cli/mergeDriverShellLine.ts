/**
 * Exit codes of `merge-driver` for a merged file without and with conflicts. No shell and no crash of Node exits with these
 * codes, so they prove that spectool has written the file.
 */
const CLEAN_CODE = '91';
const CONFLICT_CODE = '90';
/** Suffix of a temporary file, which is complete before it is renamed to the real file. */
export const UNFINISHED = '.spectool';
/**
 * Arguments of `merge-driver`, which git replaces by values, such as `%O` by the base's path. Git before 2.44 does not replace
 * the last three.
 */
const PLACEHOLDERS = '%O %A %B %P %L %X %Y %S';

/**
 * Returns the POSIX shell line that git runs to merge a document. It calls the program by its full path, because git may run with
 * another PATH. If the program is missing or fails, the line runs `git merge-file`; otherwise git would keep one side without
 * conflict marks. If git treats the file as binary, both sides are written between conflict marks.
 * @param program the command and arguments that start spectool.
 */
export function mergeDriverLine(program: readonly string[]): string {
  // Double each `%`, because git expands its placeholders even inside quotes.
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

/** Returns the part of a merge driver line that starts the program, such as `'/usr/bin/node' '/opt/spectool.cjs'`. */
export function programOf(line: string): string {
  return line.split(' merge-driver ')[0] ?? line;
}

/**
 * True if spectool wrote this shell line of a merge driver (the git setting `merge.<driver>.driver`), in this version or an
 * earlier one; false for a line that the user wrote.
 */
export function isOwnDriverLine(line: string): boolean {
  const program = String.raw`(?:'(?:[^']|'\\'')*' )+`;
  return [
    'spectool merge-driver %O %A %B %P',
    String.raw`${program}merge-driver %O %A %B %P; s=\$\?; test \$s -lt 2 && exit \$s; git merge-file %A %O %B`,
    String.raw`${program}merge-driver (?:--[a-z]+-code \d+ )+(?:-- )?%O %A %B %P %L %X %Y(?: %S)?; case \$\? in [^\n]*`,
  ].some((own) => new RegExp(`^${own}$`).test(line));
}
