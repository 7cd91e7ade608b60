import { keep, recall, type Recalled } from '../answers/answers.js';
import { Looks } from '../answers/looks.js';
import { type Question, questionOf } from '../answers/question.js';
import type * as DrawnAgainModule from '../answers/drawnAgain.js';
import type * as SameSummariesModule from '../answers/sameSummaries.js';
import { ChunkLoader } from './chunkLoader.js';
import { CodeCache } from './codeCache.js';
import { writeAll } from './outlet.js';
import type { main } from './program.js';

type SameSummaries = typeof SameSummariesModule;
type DrawnAgain = typeof DrawnAgainModule;

/** File of the program, named for its content. */
declare const SPECTOOL_PROGRAM: string;
/** The one of the file this is built into. */
declare const require: NodeJS.Require;

/** Gives the answer that was given before, where nothing has changed since that would change it; else runs the program and keeps what it answers. */
export async function start(version: string): Promise<void> {
  const args = process.argv.slice(2);
  const question = questionOf(args, SPECTOOL_PROGRAM);
  const recalled = question && recall(question);
  if (recalled?.changed.length === 0 && recalled.folders.length === 0 && isGiven(recalled)) return;
  const program = new Program(args, question);
  if (!(question !== undefined && recalled !== undefined && program.confirms(question, recalled)))
    await program.run(version);
}

/** False leaves it to the program, which knows what to say of an output that takes nothing. */
function isGiven({ output }: Pick<Recalled, 'output'>): boolean {
  try {
    for (const [fd, bytes] of output) writeAll(fd, bytes);
    return true;
  } catch {
    return false;
  }
}

/** The program, from compiled code where a run before left some. */
class Program {
  readonly #from = Date.now();
  readonly #question: Question | undefined;
  readonly #cache: CodeCache;
  readonly #looks: Looks | undefined;
  readonly #loader: ChunkLoader;
  /** Loads what tells whether an answer is true still: an answer that the program makes after all does not rest on what that has read. */
  readonly #checks: ChunkLoader;

  constructor(args: readonly string[], question: Question | undefined) {
    this.#question = question;
    this.#cache = new CodeCache(SPECTOOL_PROGRAM, args);
    this.#looks = question && new Looks(question.caches);
    const compiled = this.#cache.load();
    this.#loader = new ChunkLoader(__dirname, compiled, this.#looks?.require(require) ?? require);
    this.#checks = new ChunkLoader(__dirname, compiled, require);
  }

  /** Gives the answer where the documents that changed tell listings what they told before, or what is drawn of them alone. */
  confirms({ caches, root }: Question, recalled: Recalled): boolean {
    const { changed, folders, confirm, drawn } = recalled;
    if (changed.length === 0) return false;
    if (folders.length === 0) {
      const { haveSameSummaries } = this.#checks.load('sameSummaries.cjs') as SameSummaries;
      if (haveSameSummaries(caches, root, changed, confirm !== undefined)) {
        if (!isGiven(recalled)) return false;
        confirm?.();
        process.on('exit', () => this.#learn('same'));
        return true;
      }
    }
    if (drawn === undefined) return false;
    const { drawnAgain } = this.#checks.load('drawnAgain.cjs') as DrawnAgain;
    const again = drawnAgain(caches, root, recalled);
    if (again === undefined || !isGiven(again)) return false;
    confirm?.(again);
    process.on('exit', () => this.#learn('drawn'));
    return true;
  }

  async run(version: string): Promise<void> {
    this.#looks?.hear();
    this.#loader.read(SPECTOOL_PROGRAM);
    const program = this.#loader.load('program.cjs') as { readonly main: typeof main };
    const { code, ...ran } = await program.main(version);
    process.exitCode = code;
    if (code > 1) return;
    process.on('exit', () => {
      if (this.#question !== undefined && this.#looks !== undefined && code === 0)
        keep(this.#question, this.#looks, { from: this.#from, ...ran });
      this.#learn(code);
    });
  }

  #learn(outcome: string | number): void {
    const loaders = [this.#checks, this.#loader];
    if (!loaders.every(({ isComplete }) => isComplete) || !this.#cache.knows(outcome))
      this.#cache.save(new Map(loaders.flatMap((loader) => [...loader.compiled()])), outcome);
  }
}
