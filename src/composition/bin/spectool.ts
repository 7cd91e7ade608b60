import { writeSync } from 'node:fs';

declare const SPECTOOL_VERSION: string;

const [, , first, ...rest] = process.argv;

// Asked before anything is loaded: the whole program costs more than the answer.
if (first !== '--version' || rest.length > 0 || !isWritten(`${SPECTOOL_VERSION}\n`))
  void import('./start.js').then(({ start }) => start(SPECTOOL_VERSION));

/** False leaves it to the program, which knows what to say of an output that takes nothing. */
function isWritten(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}
