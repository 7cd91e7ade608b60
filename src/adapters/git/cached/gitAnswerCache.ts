import type { Section } from '../../cache/snapshotSection.js';
import type { AskGit, GitAnswer } from '../gitProcess.js';
import { areSame, areSettled, refStampsIn, type RefStamps } from './refStamps.js';

/** More bytes than this are not cached: reading them from the cache is no faster than from git. */
const MOST_BYTES = 4_000_000;
/** Most answers that are cached; the latest are kept. */
const MOST_ANSWERS = 40;

/** Git's answers for one set of stamps; each output as a string with one character a byte. */
export interface CachedAnswers {
  readonly stamps: RefStamps;
  readonly answers: readonly (readonly [question: string, output: string])[];
}

/**
 * Caches git's answers to questions about branches while no branch has moved, because starting git three times takes longer than
 * the rest of a command. Answers about a commit never change; the files under `refs/` determine which commits exist.
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
   * @param git asks with the settings of the repository at `gitFolder` alone.
   * @param kept the section in which answers are stored under `gitFolder`.
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

  /** Stores the answers if all questions were answered; never throws. */
  keep(): void {
    const { stamps, at = 0 } = this.#before ?? {};
    const asked = [...this.#asked];
    if (stamps === undefined || !areSettled(stamps, at)) return;
    // A missing commit may be fetched later.
    if (!asked.every(([, { status, output }]) => status === 0 && !output.includes(' missing\n'))) return;
    const answers = asked.map(([question, { output }]) => [question, output] as const);
    const all = [...answers, ...this.#standing(stamps)].slice(0, Math.max(MOST_ANSWERS, answers.length));
    if (all.reduce((sum, [, output]) => sum + output.length, 0) > MOST_BYTES) return;
    this.#kept.put(this.#gitFolder, {
      stamps,
      answers: all.map(([question, output]) => [question, output.toString('latin1')]),
    });
  }

  /** Returns the earlier answers if no branch has moved since. */
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
