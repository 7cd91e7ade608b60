import { writeSync } from 'node:fs';

declare const SPECTOOL_VERSION: string;

const [, , first, ...rest] = process.argv;

// Print the version without loading the program, because loading takes longer.
if (first !== '--version' || rest.length > 0 || !isWritten(`${SPECTOOL_VERSION}\n`))
  void import('./start.js').then(({ start }) => start(SPECTOOL_VERSION));

/** Writes the text to standard output. Returns false if writing failed; the program then reports the error. */
function isWritten(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}
