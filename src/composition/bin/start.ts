import { keep, recall } from '../answers/answers.js';
import { Looks } from '../answers/looks.js';
import { type Question, questionOf } from '../answers/question.js';
import { ChunkLoader } from './chunkLoader.js';
import { CodeCache } from './codeCache.js';
import { writeAll } from './outlet.js';
import type { main } from './program.js';

/** File of the program, named for its content. */
declare const SPECTOOL_PROGRAM: string;
/** The one of the file this is built into. */
declare const require: NodeJS.Require;

/** Gives the answer that was given before, where nothing has changed since; else runs the program and keeps what it answers. */
export async function start(version: string): Promise<void> {
  const args = process.argv.slice(2);
  const question = questionOf(args, SPECTOOL_PROGRAM);
  if (question === undefined || !isAnswered(question)) await run(version, args, question);
}

/** False leaves it to the program, which knows what to say of an output that takes nothing. */
function isAnswered(question: Question): boolean {
  const output = recall(question);
  try {
    for (const [fd, bytes] of output ?? []) writeAll(fd, bytes, () => process.exit(fd - 1));
    return output !== undefined;
  } catch {
    return false;
  }
}

/** Loads the program, from compiled code where a run before left some, and runs it. */
async function run(version: string, args: readonly string[], question: Question | undefined): Promise<void> {
  const from = Date.now();
  const cache = new CodeCache(SPECTOOL_PROGRAM, args);
  const looks = question && new Looks(question.caches);
  const loader = new ChunkLoader(__dirname, cache.load(), looks?.require(require) ?? require);
  looks?.hear();
  loader.read(SPECTOOL_PROGRAM);
  const program = loader.load('program.cjs') as { readonly main: typeof main };
  const { code, until } = await program.main(version);
  process.exitCode = code;
  if (code > 1) return;
  process.on('exit', () => {
    if (question !== undefined && looks !== undefined && code === 0) keep(question, looks, from, until);
    if (!loader.isComplete || !cache.knows(code)) cache.save(loader.compiled(), code);
  });
}
