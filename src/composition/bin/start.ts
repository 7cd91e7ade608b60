import { programLoader } from './codeCache.js';
import type { main } from './program.js';

/** Name of the program's file, which contains a hash of its content. */
declare const SPECTOOL_PROGRAM: string;
/** The `require` of the CommonJS file that this module is built into. */
declare const require: NodeJS.Require;

/** Type of the built program file: it contains the program's modules, and `load` loads the large files beside it. */
type Program = (load: (file: string) => unknown) => { readonly main: typeof main };

/** Runs the program, with compiled code from an earlier run if there is any. */
export async function start(version: string): Promise<void> {
  const load = programLoader(__dirname, process.argv.slice(2), require);
  process.exitCode = await (load(SPECTOOL_PROGRAM) as Program)(load).main(version);
}
