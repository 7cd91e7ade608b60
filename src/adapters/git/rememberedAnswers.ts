import { createHash } from 'node:crypto';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { AskGit, GitAnswer } from './gitProcess.js';
import { areSame, areSettled, refStampsIn, type RefStamps } from './refStamps.js';

/** Answers on what stands on branches, and on when files were committed last. */
export type AnswersFile = `.spectool/cache/git-${'answers' | 'times'}.bin`;
/** Larger ones are read as fast from git. */
const MOST_BYTES = 8_000_000;
/** What was asked last. */
const MOST_ANSWERS = 40;

interface Head {
  readonly root: string;
  /** Where the system looks for git: another one may know other things. */
  readonly programs: string;
  readonly stamps: RefStamps;
  readonly answers: readonly (readonly [question: string, bytes: number])[];
  /** Of the answers, one after the other. */
  readonly hash: string;
}

/**
 * Git's answers to questions about branches, remembered while no branch has moved: starting it three times takes longer than the rest
 * of a command. What it says of a commit never changes; which commits there are is told by the files under `refs/`.
 */
export class RememberedAnswers implements AskGit {
  readonly #root: string;
  readonly #git: AskGit;
  readonly #files: Pick<FileSystem, 'read' | 'write'>;
  readonly #gitFolder: string;
  readonly #programs: string;
  readonly #now: () => number;
  readonly #file: AnswersFile;
  readonly #asked = new Map<string, GitAnswer>();
  #known: ReadonlyMap<string, Buffer> | undefined;
  #before: { readonly stamps: RefStamps | undefined; readonly at: number } | undefined;

  /** @param git asked by the settings of the repository at `gitFolder` alone. */
  constructor(
    root: string,
    git: AskGit,
    gitFolder: string,
    programs: string,
    files: Pick<FileSystem, 'read' | 'write'>,
    now: () => number,
    file: AnswersFile = '.spectool/cache/git-answers.bin',
  ) {
    this.#now = now;
    this.#file = file;
    this.#root = root;
    this.#git = git;
    this.#programs = programs;
    this.#files = files;
    this.#gitFolder = gitFolder;
  }

  run(args: readonly string[], input = ''): GitAnswer {
    const question = JSON.stringify([args, input]);
    const known = (this.#known ??= this.#load()).get(question);
    if (known !== undefined) return { status: 0, output: known, complaint: '', missing: false };
    this.#before ??= { at: this.#now(), stamps: refStampsIn(this.#gitFolder) };
    const answer = this.#git.run(args, input);
    this.#asked.set(question, answer);
    return answer;
  }

  /** Keeps what was asked, when all of it was answered; never fails. */
  keep(): void {
    const { stamps, at = 0 } = this.#before ?? {};
    const asked = [...this.#asked];
    if (stamps === undefined || !areSettled(stamps, at)) return;
    // A commit that is not there yet may come.
    if (!asked.every(([, { status, output }]) => status === 0 && !output.includes(' missing\n'))) return;
    const answers = asked.map(([question, { output }]) => [question, output] as const);
    const all = [...answers, ...this.#standing(stamps)].slice(0, Math.max(MOST_ANSWERS, answers.length));
    const sizes = all.map(([, output]) => output.length);
    if (sizes.reduce((sum, size) => sum + size, 0) > MOST_BYTES) return;
    const content = Buffer.concat(all.map(([, output]) => output));
    const head: Head = {
      root: this.#root,
      programs: this.#programs,
      stamps,
      answers: all.map(([question, output]) => [question, output.length]),
      hash: hashOf(content),
    };
    try {
      const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`, 'utf8'), content]);
      this.#files.write(this.#file, bytes, { durable: false });
    } catch {
      // As without a memory.
    }
  }

  /** What was known before, where no branch has moved between then and what was asked now. */
  #standing(stamps: RefStamps): readonly (readonly [question: string, output: Buffer])[] {
    return areSame(stamps, this.#gitFolder)
      ? [...this.#load()].filter(([question]) => !this.#asked.has(question))
      : [];
  }

  #load(): ReadonlyMap<string, Buffer> {
    const known = new Map<string, Buffer>();
    try {
      const read = this.#files.read(this.#file);
      if (read === undefined) return known;
      const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
      const end = bytes.indexOf(10);
      const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
      const content = bytes.subarray(end + 1);
      if (head.root !== this.#root || head.programs !== this.#programs) return known;
      if (head.stamps.length === 0 || hashOf(content) !== head.hash) return known;
      if (head.stamps[0]?.[0] !== this.#gitFolder || !areSame(head.stamps, this.#gitFolder)) return known;
      let at = 0;
      for (const [question, length] of head.answers)
        known.set(question, content.subarray(at, (at += length)));
      return known;
    } catch {
      return new Map();
    }
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
