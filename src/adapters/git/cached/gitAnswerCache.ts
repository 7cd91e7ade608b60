import type { Section } from '../../cache/snapshotSection.js';
import type { AskGit, GitAnswer } from '../gitProcess.js';
import { areSame, areSettled, refStampsIn, type RefStamps } from './gitRefStamps.js';

/** Maximum total size of the cached answers in bytes. Larger answers are no faster to read from the cache than from git. */
const MOST_BYTES = 4_000_000;
/** Maximum number of cached answers; the latest are kept. */
const MOST_ANSWERS = 40;

/**
 * Git's answers, valid while the files with these stamps are unchanged. Each output is stored as a string with one character per
 * byte.
 */
export interface CachedAnswers {
  readonly stamps: RefStamps;
  readonly answers: readonly (readonly [question: string, output: string])[];
}

/**
 * Caches git's answers to questions about branches until a branch moves, because starting git three times takes longer than the
 * rest of a command. Answers about a commit stay valid too, because commits never change.
 */
export class GitAnswerCache implements AskGit {
  readonly #git: AskGit;
  readonly #kept: Section<CachedAnswers>;
  readonly #gitFolder: string;
  readonly #now: () => number;
  readonly #asked = new Map<string, GitAnswer>();
  #known: ReadonlyMap<string, Buffer> | undefined;
  #before: { readonly stamps: RefStamps | undefined; readonly at: number } | undefined;

  /**
   * @param git a runner that uses only the settings of the repository at `gitFolder`.
   * @param kept the section in which the answers are stored, under the name `gitFolder`.
   */
  constructor(git: AskGit, gitFolder: string, kept: Section<CachedAnswers>, now: () => number) {
    this.#git = git;
    this.#gitFolder = gitFolder;
    this.#kept = kept;
    this.#now = now;
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

  /** Stores the answers of this run in the cache if git answered all questions. Never throws. */
  keep(): void {
    const { stamps, at = 0 } = this.#before ?? {};
    const asked = [...this.#asked];
    if (stamps === undefined || !areSettled(stamps, at)) return;
    // Do not cache answers about a missing commit, because it may be fetched later.
    if (!asked.every(([, { status, output }]) => status === 0 && !output.includes(' missing\n'))) return;
    const answers = asked.map(([question, { output }]) => [question, output] as const);
    const all = [...answers, ...this.#standing(stamps)].slice(0, Math.max(MOST_ANSWERS, answers.length));
    if (all.reduce((sum, [, output]) => sum + output.length, 0) > MOST_BYTES) return;
    this.#kept.put(this.#gitFolder, {
      stamps,
      answers: all.map(([question, output]) => [question, output.toString('latin1')]),
    });
  }

  /** Returns the cached answers to questions that this run has not asked, if no branch has moved since they were stored. */
  #standing(stamps: RefStamps): readonly (readonly [question: string, output: Buffer])[] {
    return areSame(stamps, this.#gitFolder)
      ? [...this.#load()].filter(([question]) => !this.#asked.has(question))
      : [];
  }

  #load(): ReadonlyMap<string, Buffer> {
    const { stamps, answers } = this.#kept.last(this.#gitFolder) ?? {};
    if (stamps === undefined || answers === undefined || stamps.length === 0) return new Map();
    if (!areSame(stamps, this.#gitFolder)) return new Map();
    return new Map(answers.map(([question, output]) => [question, Buffer.from(output, 'latin1')]));
  }
}
