import { ChunkLoader } from './chunkLoader.js';
import { CodeCache } from './codeCache.js';
import type { main } from './program.js';

/** File of the program, named for its content. */
declare const SPECTOOL_PROGRAM: string;
/** The one of the file this is built into. */
declare const require: NodeJS.Require;

/** Loads the program, from compiled code where a run before left some, and runs it. */
export async function start(version: string): Promise<void> {
  const cache = new CodeCache(SPECTOOL_PROGRAM, process.argv.slice(2));
  const loader = new ChunkLoader(__dirname, cache.load(), require);
  loader.read(SPECTOOL_PROGRAM);
  const program = loader.load('program.cjs') as { readonly main: typeof main };
  const code = await program.main(version);
  process.exitCode = code;
  if (code > 1) return;
  process.on('exit', () => {
    if (!loader.isComplete || !cache.knows(code)) cache.save(loader.compiled(), code);
  });
}
