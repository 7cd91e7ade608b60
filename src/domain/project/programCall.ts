/** The name of the program in spectool's own texts. */
export const PROGRAM = 'spectool';

/**
 * Matches the program's name in a command that is in backticks, in brackets, after a colon or a pipe, or on its own line, and
 * that does not say yet in which folder or project it runs.
 */
const CALL = /(?<=^|[`(]|: |\| |=\S+ )spectool (?=[a-z<-])(?!--(?:cwd|project) )/g;

/**
 * Replaces the program's name in every command of a text.
 * @param program the command by which users run spectool, such as `npx spectool` or `spectool --project api`.
 */
export function asCalled(text: string, program: string = PROGRAM): string {
  return program === PROGRAM ? text : text.replace(CALL, `${program} `);
}

/** Matches `git` before the subcommands that take paths, at the places where a text has a command. */
const GIT_CALL = /(?<=^|[`(]|: |then )git (?=(?:add|checkout|restore|show|update-index) )/gm;

/**
 * Makes the git commands of a text, whose paths are relative to the project, run in the project's folder.
 * @param folder that folder as a word for a shell; empty if the user is there.
 */
export function gitCalledIn(text: string, folder: string): string {
  return folder === '' ? text : text.replace(GIT_CALL, `git -C ${folder} `);
}

/**
 * Returns a sentence on what running spectool with `npx` requires, to be added to a text; empty if users run it by its own name.
 */
export function callNeeds(program: string): readonly string[] {
  return program.startsWith(PROGRAM) ? [] : ['If `npx` does not find spectool, run `npm install` first.'];
}
