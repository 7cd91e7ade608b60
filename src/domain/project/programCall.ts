/** What texts of ours call the program by. */
export const PROGRAM = 'spectool';

/** In code marks, in brackets, after a colon or a pipe, or as a line of its own: what a reader would type. */
const CALL = /(?<=^|[`(]|: |\| |=\S+ )spectool (?=[a-z<-])/g;

/** A text of ours in which every command stands as a reader has to type it. @param program how the program is called there. */
export function asCalled(text: string, program: string = PROGRAM): string {
  return program === PROGRAM ? text : text.replace(CALL, `${program} `);
}

/** What has to be so for a call that is more than the name, to be told beside it. */
export function callNeeds(program: string): readonly string[] {
  return program === PROGRAM
    ? []
    : ['Where `npx` does not find it, install what the project depends on first: `npm install`.'];
}
