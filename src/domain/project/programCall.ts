/** What texts of ours call the program by. */
export const PROGRAM = 'spectool';
/** Where the program is a dependency of the project. Never a download: an unknown package of that name must not run. */
export const PROGRAM_OF_PROJECT = `npx --no-install ${PROGRAM}`;

/** In code marks, in brackets, after a colon or a pipe, or as a line of its own: what a reader would type. */
const CALL = /(?<=^|[`(]|: |\| |=\S+ )spectool (?=[a-z<-])/g;

/** A text of ours in which every command stands as a reader has to type it. @param program how the program is called there. */
export function asCalled(text: string, program: string = PROGRAM): string {
  return program === PROGRAM ? text : text.replace(CALL, `${program} `);
}

/** What has to be so for that, to be told beside it. */
export function callNeeds(program: string): readonly string[] {
  return program === PROGRAM_OF_PROJECT
    ? ['Where `npx` does not find it, install what the project depends on first: `npm install`.']
    : [];
}
