import { type BigIntStats, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LoggedCommit } from '../../../domain/trace/assignCommitsToSpecs.js';
import type {
  BlamedLines,
  CommitLog,
  LoggedCommits,
  NumbersOf,
  OtherProject,
  SpecFolderRules,
} from '../../../ports/repository/commits.js';
import type { Section } from '../../cache/snapshotSection.js';
import { cachedGit, type HowToAsk, keep, type AnswersMemory } from '../cached/cachedGitRunner.js';
import { indexStamp } from '../cached/gitIndexStamp.js';
import { baseCommit, commitOf, isShallow } from '../changesSince.js';
import { linesAbout, submoduleOf, textsNamed } from '../gitObjects.js';
import {
  type AskGit,
  type GitAnswer,
  gitFailure,
  type GitProcess,
  HARMLESS_LOG,
  successOf,
} from '../gitProcess.js';
import { inClone, isPlainEnvironment, toTop } from '../locations/cloneLocation.js';
import { otherProjectsIn, type ReadConfiguration } from './otherProjects.js';
import { specFoldersInCommits } from './specFoldersInCommits.js';

/** Commits that name specs, as they were read for a commit of HEAD. */
interface NamingCommits {
  readonly head: string;
  readonly commits: readonly LoggedCommit[];
}

/**
 * Options of `git log` that select commits whose message may name a spec, as in `Spec: 12`, or a reverted commit. The domain code
 * then decides which lines of these messages count.
 */
const NAMING = ['-i', '-E', '--grep=^[ \t>*+0-9.)-]*spec:', '--grep=This reverts commit [0-9a-f]{7}'];
/**
 * Begins with an empty field. The fields are separated by a NUL byte, because no commit message and no path contains one; the files
 * follow the message.
 */
const FORMAT = '--format=%x00%m%x00%H%x00%an%x00%at%x00%ct%x00%S%x00%B';
const FIELDS = 7;
const FILES = ['--name-only', '--root', '--no-renames', '--no-relative', '--ignore-submodules=none'];
const BLAMED_LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) \d+ (\d+)/gm;
/** Name of the snapshot section with git's answers. */
const ANSWERS = 'git commits';
const MISSING = 'The clone is shallow, so earlier commits are missing; `git fetch --unshallow` gets them.';
/** A file that changed less than this many milliseconds ago may change again and keep its times. */
const SETTLED_MS = 2000;

/** Reads commits for `trace` with the `git` program. */
export class GitCommitLog implements CommitLog {
  readonly #git: GitProcess;
  readonly #readConfiguration: ReadConfiguration;
  readonly #remembered: AnswersMemory | undefined;

  constructor(git: GitProcess, readConfiguration: ReadConfiguration, remembered?: AnswersMemory) {
    this.#git = git;
    this.#readConfiguration = readConfiguration;
    this.#remembered = remembered;
  }

  missing(): string | undefined {
    return this.#asking((git) => (isShallow(git) ? MISSING : undefined));
  }

  naming(): LoggedCommits {
    return this.#asking((git) => {
      const { head, missing } = tipOf(git);
      const here = head === undefined ? [] : this.#namingIn(head, missing !== undefined);
      const others = ['--branches', ...(head === undefined ? [] : ['--not', head])];
      const elsewhere = this.#log(git, [...NAMING, ...others], 'read the branches');
      return { commits: [...elsewhere, ...here], ...(missing !== undefined && { missing }) };
    });
  }

  /**
   * Returns the commits up to `head` that name specs. If they are cached for another commit, git only lists those that one of the
   * two has and the other does not have, so a rewritten branch is no error.
   */
  #namingIn(head: string, isShallow: boolean): readonly LoggedCommit[] {
    // The history of a shallow clone may get longer without a new commit.
    const cached = isShallow ? undefined : this.#section<NamingCommits>('naming commits');
    const known = cached?.last('HEAD');
    if (known?.head === head) return known.commits;
    const commits =
      (known && this.#namingSince(known, head)) ?? this.#log(this.#git, [...NAMING, head]).map(withoutBranch);
    cached?.put('HEAD', { head, commits });
    return commits;
  }

  /** Returns undefined if git no longer has the commit for which the commits were cached. */
  #namingSince({ head: before, commits }: NamingCommits, head: string): readonly LoggedCommit[] | undefined {
    if (linesAbout(this.#git, [before])[0]?.endsWith(' commit') !== true) return undefined;
    const differing = this.#read(this.#git, ['--left-right', ...NAMING, `${before}...${head}`]);
    const gone = new Set(differing.filter(({ side }) => side === '<').map(({ commit }) => commit.hash));
    const added = differing.filter(({ side }) => side === '>').map(({ commit }) => withoutBranch(commit));
    return [...added, ...commits.filter(({ hash }) => !gone.has(hash))];
  }

  since(base: string | undefined, limit?: number): LoggedCommits {
    return this.#asking((git) => {
      const from = base === undefined ? undefined : baseCommit(git, base);
      const { head, missing } = tipOf(git);
      const most = limit === undefined ? [] : [`--max-count=${String(limit)}`];
      const range = from === undefined ? head : `${from}..${head ?? ''}`;
      const commits =
        head === undefined || range === undefined
          ? []
          : this.#log(git, [...most, range], base === undefined ? undefined : `compare with ${base}`);
      return { commits: commits.map(withoutBranch), ...(missing !== undefined && { missing }) };
    });
  }

  commits(hashes: readonly string[]): LoggedCommits {
    if (hashes.length === 0) return { commits: [] };
    return this.#asking((git) => {
      const known = linesAbout(git, hashes).map((line) => /^(\w+) commit$/.exec(line)?.[1]);
      const found = known.flatMap((hash) => hash ?? []);
      const commits =
        found.length === 0 ? [] : this.#log(git, ['--no-walk=unsorted', ...found]).map(withoutBranch);
      const { missing } = tipOf(git);
      return { commits, ...(missing !== undefined && { missing }) };
    });
  }

  commitNamed(name: string): string | undefined {
    return name.startsWith('-') ? undefined : this.#asking((git) => commitOf(git, name));
  }

  lastCommitAt(instant: string): string | undefined {
    return this.#firstOf(['rev-list', '--max-count=1', `--before=${instant}`, 'HEAD', '--']);
  }

  firstCommitWith(text: string, path: string): string | undefined {
    const pickaxe = ['--format=%H %D', '--reverse', '--no-renames', `-S${text}`, 'HEAD', '--', path];
    const first = this.#firstOf(['--literal-pathspecs', 'log', ...HARMLESS_LOG, ...pickaxe]);
    const [commit, names = ''] = first?.split(' ') ?? [];
    // The oldest commit of a shallow clone has all that the missing ones wrote.
    return names.startsWith('grafted') ? undefined : commit;
  }

  #firstOf(args: readonly string[]): string | undefined {
    const { status, output } = this.#asking((git) => git.run(args));
    const [first = ''] = output.toString('latin1').split('\n');
    return status === 0 && first !== '' ? first : undefined;
  }

  blame(path: string, from: number, to: number): readonly BlamedLines[] {
    const lines = `${String(from)},${String(to)}`;
    const how = ['blame', '-M', '--no-textconv', '--porcelain', '-L', lines, '--', path];
    const stamp = this.#stampOf(path);
    // Git does not read the input. It makes the state of the file a part of the question.
    const ask = (git: AskGit) => git.run(how, stamp);
    const answer = stamp === undefined ? this.#git.compare(how) : this.#asking(ask, 'compare');
    if (answer.status !== 0) throw blameFailure(path, answer, submoduleOf(this.#git, path));
    const byCommit = new Map<string, number[]>();
    // Each line of the file is preceded by a line with the hash, the line number then, and the line number now.
    for (const [, hash = '', line] of answer.output.toString('latin1').matchAll(BLAMED_LINE)) {
      const known = byCommit.get(hash);
      if (known === undefined) byCommit.set(hash, [Number(line)]);
      else known.push(Number(line));
    }
    return [...byCommit].map(([hash, own]) => ({ commit: /^0+$/.test(hash) ? undefined : hash, lines: own }));
  }

  textIn(commit: string, path: string): string | undefined {
    return this.#asking((git) => textsNamed(git, [`${commit}:./${path}`]))[0];
  }

  otherProjects(): readonly OtherProject[] {
    const { root, env, place } = this.#git;
    if (place === undefined) return [];
    const stamp = indexStamp(root, env) ?? '';
    return this.#asking(
      (list) => this.#asking((git) => otherProjectsIn(list, git, place, stamp, this.#readConfiguration)),
      'runWithPatterns',
    );
  }

  specFolders(
    hashes: readonly string[],
    rules: SpecFolderRules,
    numbersOf?: NumbersOf,
  ): ReadonlyMap<string, readonly string[]> {
    const { place } = this.#git;
    if (place === undefined || hashes.length === 0 || rules.specsDir.includes('\n')) return new Map();
    const folder = posix.normalize(inClone(place, rules.specsDir));
    const { structure } = rules;
    if (numbersOf === undefined)
      return this.#asking((git) => specFoldersInCommits(git, hashes, folder, structure));
    const cached = this.#section<Record<string, readonly string[]>>('numbered folders', [folder, structure]);
    return specFoldersInCommits(this.#git, hashes, folder, structure, { numbersOf, cached });
  }

  /** Asks git, or takes its earlier answers from the cache. */
  #asking<Answer>(ask: (git: AskGit) => Answer, how?: HowToAsk): Answer {
    const git = cachedGit(this.#git, ANSWERS, this.#remembered, how);
    const answer = ask(git);
    keep(git);
    return answer;
  }

  /** Returns a section for facts about commits, which never change; undefined if git may read other objects. */
  #section<Value>(name: string, rules: unknown = ''): Section<Value> | undefined {
    if (!isPlainEnvironment(this.#git.env)) return undefined;
    return this.#remembered?.snapshot.section<Value>(name, JSON.stringify([this.#git.root, rules]));
  }

  /** Returns the state of a file and of git's index; undefined if the file may change again and keep its state. */
  #stampOf(path: string): string | undefined {
    const { root, env } = this.#git;
    const stats = statsOf(join(root, path));
    const isSettled =
      stats !== undefined && Number(stats.mtimeMs) < (this.#remembered?.now ?? Date.now)() - SETTLED_MS;
    return isSettled
      ? [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino, indexStamp(root, env)].join(' ')
      : undefined;
  }

  #log(git: AskGit, selected: readonly string[], purpose?: string): readonly LoggedCommit[] {
    return this.#read(git, selected, purpose).map(({ commit }) => commit);
  }

  #read(git: AskGit, selected: readonly string[], purpose = 'read the commits') {
    const how = [
      'log',
      '-z',
      FORMAT,
      '--encoding=UTF-8',
      '--source',
      '--topo-order',
      ...HARMLESS_LOG,
      ...FILES,
    ];
    const output = successOf(purpose, git.run([...how, ...selected, '--']));
    const fields = output.toString('utf8').split('\0');
    const prefix = this.#git.place?.prefix ?? '';
    const commits: { readonly side: string; readonly commit: LoggedCommit }[] = [];
    for (let at = 1; at + FIELDS <= fields.length;) {
      const [side = '', hash = '', author = '', authored, committed, source = '', message = ''] =
        fields.slice(at, at + FIELDS);
      at += FIELDS;
      const files: string[] = [];
      // A line break separates the message from the first file, and an empty field ends the files.
      for (; at < fields.length && fields[at] !== ''; at += 1) {
        const path = fields[at] ?? '';
        files.push(inProject(files.length === 0 ? path.slice(1) : path, prefix));
      }
      at += 1;
      const branch = source.replace(/^refs\/(?:heads|remotes)\//, '');
      const times = { authoredAt: Number(authored) * 1000, committedAt: Number(committed) * 1000 };
      commits.push({ side, commit: { hash, author, ...times, message, files, branch } });
    }
    return commits;
  }
}

/** Returns the commit of HEAD, if there is one, and what is missing in a shallow clone. */
function tipOf(git: AskGit): { readonly head: string | undefined; readonly missing: string | undefined } {
  const answer = git.run(['rev-parse', '--is-shallow-repository', 'HEAD^{commit}']);
  const [isCut = '', head = ''] = answer.output.toString('latin1').split('\n');
  if (!/^(?:true|false)$/.test(isCut)) throw gitFailure('read the commits', answer);
  const missing = isCut === 'true' ? MISSING : undefined;
  return { head: /^[0-9a-f]+$/.test(head) ? head : undefined, missing };
}

function blameFailure(path: string, answer: GitAnswer, submodule: string | undefined): SpectoolError {
  const { complaint } = answer;
  if (submodule !== undefined)
    return new SpectoolError('FILE_NOT_FOUND', `The file ${path} belongs to the submodule ${submodule}.`, {
      hint: 'A submodule has its own commits. Run the command in the submodule if that is a project.',
    });
  if (/has only \d+ lines?/.test(complaint))
    return new SpectoolError('USAGE', `${path}: ${complaint.replace(/^fatal: /, '')}.`, {
      hint: 'Name a line that the file has.',
    });
  if (/no such path|cannot stat path/.test(complaint))
    return new SpectoolError('FILE_NOT_FOUND', `The file ${path} is not committed in git.`, {
      hint: 'Name a file that is committed, by its path from the current folder.',
    });
  return gitFailure(`find the commits of ${path}`, answer);
}

/** Returns undefined for a file that is missing or cannot be reached, for example through a circular link. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function withoutBranch({ branch: _, ...commit }: LoggedCommit): LoggedCommit {
  return commit;
}

/** Converts a path relative to the top of the clone into a path relative to the project's folder. */
function inProject(path: string, prefix: string): string {
  if (prefix === '') return path;
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  return toTop({ prefix }) + path;
}
