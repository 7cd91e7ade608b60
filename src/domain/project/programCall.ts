/** The name of the program in spectool's own texts. */
export const PROGRAM = 'spectool';

/**
 * Matches the program's name in a command that is in backticks, in brackets, after a colon, a pipe or `&&`, or on its own line; a
 * command with `--cwd` or `--project` is not matched.
 */
const CALL = /(?<=^|[`(]|: |\| |&& |=\S+ )spectool (?=[a-z<-])(?!--(?:cwd|project) )/g;

/**
 * Replaces the program's name in every command of a text.
 * @param program how the user runs spectool, such as `npx spectool` or `spectool --project api`.
 */
export function asCalled(text: string, program: string = PROGRAM): string {
  return program === PROGRAM ? text : text.replace(CALL, `${program} `);
}

/** Matches `git` in commands in a text, before the subcommands that take paths. */
const GIT_CALL = /(?<=^|[`(]|: |then )git (?=(?:add|checkout|log|mv|restore|show|update-index) )/gm;

/** Matches the beginning of a command that moves files. */
const MOVE = /`(?=(?:mkdir|mv) )/g;

/**
 * Changes the calls of `git` and `mv` in a text, whose paths are relative to the project, so that they run in its folder.
 * @param folder the project's folder as a word for a shell; empty if it is the user's current folder.
 */
export function gitCalledIn(text: string, folder: string): string {
  if (folder === '') return text;
  return text.replace(GIT_CALL, `git -C ${folder} `).replace(MOVE, `\`cd ${folder} && `);
}

/** Returns a sentence for users who run spectool with `npx`; empty if they run it as `spectool`. */
export function callNeeds(program: string): readonly string[] {
  return program.startsWith(PROGRAM) ? [] : ['If `npx` does not find spectool, run `npm install` first.'];
}
