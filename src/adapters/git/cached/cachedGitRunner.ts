import type { Section } from '../../cache/snapshotSection.js';
import type { Snapshot } from '../../cache/snapshot.js';
import type { AskGit, GitAnswer, GitProcess } from '../gitProcess.js';
import { isPlainEnvironment } from '../locations/cloneLocation.js';
import { type RefStamps, refStampsOf } from './gitRefStamps.js';

/** Maximum total size of the cached answers in bytes. Larger answers are no faster to read from the cache than from git. */
const MOST_BYTES = 4_000_000;
/** Maximum number of cached answers; the latest are kept. */
const MOST_ANSWERS = 40;

/** Name of the snapshot section with answers that depend on git's settings alone. */
export const SETTINGS = 'git settings';

/** The snapshot in which git's answers are cached, and a clock. */
export interface AnswersMemory {
  readonly snapshot: Snapshot;
  /** Returns the time in milliseconds since 1970, by the same clock that sets the times of files. */
  readonly now?: () => number;
}

/** Git's answers, valid for these stamps. Each output is stored as a string with one character per byte. */
interface CachedAnswers {
  readonly key: string;
  readonly answers: readonly (readonly [question: string, output: string])[];
}

/**
 * Returns a git runner for questions about branches, commits and settings. It answers from the snapshot until a ref moves or
 * git's settings change, because starting git three times takes longer than the rest of a command.
 * @param section name of the snapshot section with the answers.
 */
export function cachedGit(git: GitProcess, section: string, memory: AnswersMemory | undefined): AskGit {
  const { place, env } = git;
  if (place === undefined || memory === undefined || !isPlainEnvironment(env)) return git;
  const { snapshot, now = Date.now } = memory;
  // Questions contain paths, and another git program (PATH) or other settings (HOME) may answer differently.
  const { PATH, HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM } = env;
  const settings = [PATH, HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM];
  const kept = snapshot.section<CachedAnswers>(section, JSON.stringify([git.root, ...settings]));
  return new GitAnswerCache(git, kept, () => refStampsOf(place, env, now(), section !== SETTINGS));
}

/** Stores the answers of a runner from `cachedGit`. Never throws. */
export function keep(asked: AskGit): void {
  if (asked instanceof GitAnswerCache) asked.keep();
}

const NAME = 'answers';

class GitAnswerCache implements AskGit {
  readonly #git: AskGit;
  readonly #kept: Section<CachedAnswers>;
  readonly #asked = new Map<string, GitAnswer>();
  readonly #stampsNow: () => RefStamps | undefined;
  /** The stamps before the first question, and the answers that are cached for them. */
  #begun: { readonly stamps: RefStamps | undefined; readonly known: ReadonlyMap<string, string> } | undefined;

  constructor(git: AskGit, kept: Section<CachedAnswers>, stampsNow: () => RefStamps | undefined) {
    this.#git = git;
    this.#kept = kept;
    this.#stampsNow = stampsNow;
  }

  run(args: readonly string[], input = ''): GitAnswer {
    const question = JSON.stringify([args, input]);
    this.#begun ??= this.#begin();
    const known = this.#begun.known.get(question);
    if (known !== undefined)
      return { status: 0, output: Buffer.from(known, 'latin1'), complaint: '', missing: false };
    const answer = this.#git.run(args, input);
    this.#asked.set(question, answer);
    return answer;
  }

  #begin() {
    const stamps = this.#stampsNow();
    const last = this.#kept.last(NAME);
    const isSame = stamps !== undefined && last?.key === stamps.key;
    return { stamps, known: new Map(isSame ? last.answers : []) };
  }

  keep(): void {
    const { stamps, known = [] } = this.#begun ?? {};
    const asked = [...this.#asked];
    if (stamps?.isSettled !== true || asked.length === 0) return;
    // Do not cache answers about a missing commit, because it may be fetched later.
    if (!asked.every(([, { status, output }]) => status === 0 && !output.includes(' missing\n'))) return;
    const answers = asked.map(([question, { output }]) => [question, output.toString('latin1')] as const);
    const all = [...answers, ...known].slice(0, Math.max(MOST_ANSWERS, answers.length));
    if (all.reduce((sum, [, output]) => sum + output.length, 0) > MOST_BYTES) return;
    this.#kept.put(NAME, { key: stamps.key, answers: all });
  }
}
