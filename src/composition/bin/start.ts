import { programLoader } from './compiledCode.js';
import type { main } from './program.js';

/** File of the program, named for its content. */
declare const SPECTOOL_PROGRAM: string;
/** The one of the file this is built into. */
declare const require: NodeJS.Require;

/** What the build makes of the program: its parts in one file, with the large ones beside it. */
type Program = (load: (file: string) => unknown) => { readonly main: typeof main };

/** Runs the program, from compiled code where a run before left some. */
export async function start(version: string): Promise<void> {
  const load = programLoader(__dirname, process.argv.slice(2), require);
  process.exitCode = await (load(SPECTOOL_PROGRAM) as Program)(load).main(version);
}
