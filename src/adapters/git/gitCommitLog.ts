import { BOUNDS } from '../../domain/value/bounds.js';
import { join } from 'node:path';
import { isDocumentFileName } from '../../domain/document/documentText.js';
import { dayOf, instantOf } from '../../domain/value/dates.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import type { MainCommit } from '../../domain/adoption/shippedSign.js';
import type { LoggedCommit } from '../../domain/trace/commitsOfSpecs.js';
import type {
  BlamedLines,
  ChangesSince,
  CommitLog,
  DeletedFile,
  LoggedCommits,
  OtherProject,
} from '../../ports/repository.js';
import { textOfRegularFile } from '../files/regularFiles.js';
import {
  type AnswersMemory,
  cachedGit,
  keep,
  type AskGit,
  type GitAnswer,
  gitFailure,
  type GitProcess,
  HARMLESS_LOG,
  pathsIn,
  successOf,
} from './gitProcess.js';
import { toTop } from './cloneLocation.js';
import { projectsAround } from './gitClone.js';
import { linesAbout, objectsNamed, textsNamed } from './gitObjects.js';

/**
 * Returns what changed in a folder since the last common commit of HEAD and a branch, like `git diff --merge-base BASE`, but
 * including untracked files.
 */
export function changesSince(git: GitProcess, base: string, folder: string): ChangesSince {
  const commit = mergeBase(git, base);
  const purpose = `compare with ${base}`;
  const { changed, untracked } = changesIn(git, commit, folder, purpose);
  const listed = git.mustRun(['ls-tree', '-r', '--name-only', '-z', commit, '--', folder], purpose);
  const all = pathsIn(listed);
  const folders = new Set(changed.map(folderOf));
  const beside = all.filter((path) => folders.has(folderOf(path)));
  const texts = textsOf(git, commit, beside);
  return {
    commit,
    before: new Map(all.map((path) => [path, texts.get(path) ?? ''])),
    changed: [...new Set([...changed, ...untracked])].sort(),
  };
}

/**
 * The arguments of a `git diff` that prints the names of changed files, relative to the project's folder. Programs named in the
 * repository's git settings are not started.
 */
export const CHANGED_NAMES: readonly string[] = [
  ...['diff', '--name-only', '--no-renames', '--relative', '-z'],
  ...['--no-ext-diff', '--no-textconv', '--ignore-submodules'],
];

/** Returns a folder's tracked files that differ from a commit, and its untracked files that are not ignored. */
function changesIn(git: GitProcess, commit: string, folder: string, purpose: string) {
  const changed = successOf(purpose, git.compare([...CHANGED_NAMES, commit, '--', folder]));
  const others = git.mustRun(['ls-files', '--others', '--exclude-standard', '-z', '--', folder], purpose);
  return { changed: pathsIn(changed), untracked: pathsIn(others) };
}

function mergeBase(git: GitProcess, base: string): string {
  const known = baseCommit(git, base);
  const found = git.run(['merge-base', known, 'HEAD']);
  if (found.status === 0) return found.output.toString('latin1').trim().split('\n')[0] ?? '';
  if (found.status !== 1) throw gitFailure(`compare with ${base}`, found);
  throw isShallow(git)
    ? new SpectoolError(
        'BASE_NOT_FOUND',
        `The clone is shallow, so the commit shared with "${base}" is missing.`,
        {
          hint: UNSHALLOW,
        },
      )
    : new SpectoolError('BASE_NOT_FOUND', `"${base}" and this branch have no commit in common.`, {
        hint: 'Use the branch from which the current branch was created.',
      });
}

const UNSHALLOW = 'Run `git fetch --unshallow`; in a workflow, check out with `fetch-depth: 0`.';

/**
 * Returns the hash of the commit that a branch, a tag or a hash refers to.
 * @throws SpectoolError `BASE_NOT_FOUND` if there is none; `GIT_FAILED` if git fails.
 */
function baseCommit(git: AskGit, base: string): string {
  const known = base.startsWith('-') ? undefined : commitOf(git, base);
  if (known === undefined) throw noBase(git, base);
  return known;
}

function noBase(git: AskGit, base: string): SpectoolError {
  const answer = git.run(['rev-parse', '--is-inside-work-tree']);
  if (answer.status !== 0) return gitFailure(`compare with ${base}`, answer);
  const refs = git.run(['for-each-ref', '--format=%(refname:short)', 'refs/remotes']);
  const names = refs.output.toString('utf8').split('\n');
  const near = names.find((name) => base !== '' && name.endsWith(`/${base}`));
  return new SpectoolError('BASE_NOT_FOUND', `There is no branch, tag or commit "${base}" in this clone.`, {
    hint:
      near !== undefined
        ? `Did you mean ${near}?`
        : isShallow(git)
          ? UNSHALLOW
          : 'Use a branch, a tag or a commit. For a branch of the remote, run `git fetch`, then name it as in origin/main.',
  });
}

/** Returns the hash of the commit that a branch, a tag or a hash refers to; undefined if there is none. */
export function commitOf(git: AskGit, name: string): string | undefined {
  const answer = git.run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return answer.status === 0 ? answer.output.toString('latin1').trim() : undefined;
}

/** True if the history of the clone ends early, as after `git clone --depth`. */
function isShallow(git: AskGit): boolean {
  return git.run(['rev-parse', '--is-shallow-repository']).output.toString('latin1').trim() === 'true';
}

function textsOf(git: GitProcess, commit: string, wanted: readonly string[]): ReadonlyMap<string, string> {
  const named = (path: string) => `${commit}:./${path}`;
  const sizes = linesAbout(git, wanted.map(named), '%(objecttype) %(objectsize)', 'read the base');
  let left = BOUNDS.log;
  const readable = wanted.filter((path, i) => {
    const [type, size] = (sizes[i] ?? '').split(' ');
    if (type !== 'blob' || !isDocumentFileName(path.slice(path.lastIndexOf('/') + 1)) || Number(size) > left)
      return false;
    left -= Number(size);
    return true;
  });
  const objects = objectsNamed(git, readable.map(named), 'read the base');
  return new Map(readable.map((path, i) => [path, objects[i]?.content.toString('utf8') ?? '']));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * Options of `git log` that select commits whose message may refer to a spec (`Spec: 12`) or to a reverted commit. The domain
 * code then checks the lines of these messages exactly.
 */
const NAMING = ['-i', '-E', '--grep=^[ \t>*+0-9.)-]*spec:', '--grep=This reverts commit [0-9a-f]{7}'];
/**
 * The format of a commit in the output of `git log`: an empty field, hash, author, times of author and committer, branch,
 * message. The fields are separated by NUL bytes, because no commit message and no path contains one. The changed files follow.
 */
const FORMAT = '--format=%x00%H%x00%an%x00%at%x00%ct%x00%S%x00%B';
const FIELDS = 6;
const FILES = ['--name-only', '--root', '--no-renames', '--no-relative', '--ignore-submodules=none'];
const BLAMED_LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) \d+ (\d+)/gm;
/** Name of the snapshot section with git's answers. */
const ANSWERS = 'git commits';
const MISSING =
  'The clone is shallow, so earlier commits are missing; run `git fetch --unshallow` to get them.';

/** Returns the settings in the text of a configuration file; undefined if the text is not valid. */
type ReadConfiguration = (text: string) => Configuration | undefined;

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
      const here = head === undefined ? [] : this.#log(git, [...NAMING, head]).map(withoutBranch);
      const others = ['--branches', ...(head === undefined ? [] : ['--not', head])];
      const elsewhere = this.#log(git, [...NAMING, ...others], 'read the branches');
      return { commits: [...elsewhere, ...here], ...(missing !== undefined && { missing }) };
    });
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

  mainLine(): ReturnType<CommitLog['mainLine']> {
    return this.#asking((git) => this.#filesOf(git, ['--first-parent', '-m', '--reverse', 'HEAD', '--']));
  }

  deletedFiles(paths: readonly string[]): ReadonlyMap<string, DeletedFile> {
    if (paths.length === 0) return new Map();
    return this.#asking((git) => {
      // Files that are deleted in the working tree alone are in HEAD.
      const { status, output } = git.run(['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...paths]);
      const last = new Map<string, string>((status === 0 ? pathsIn(output) : []).map((path) => [path, '']));
      for (const { hash, files } of this.#filesOf(git, ['--diff-filter=D', 'HEAD', '--', ...paths]))
        for (const path of files) if (!last.has(path)) last.set(path, hash);
      const names = [...last].map(([path, hash]) => `${hash === '' ? 'HEAD' : `${hash}^`}:./${path}`);
      // Texts are too large to be kept as answers.
      const texts = textsNamed(this.#git, names);
      return new Map([...last].map(([path, deletedIn], i) => [path, { text: texts[i] ?? '', deletedIn }]));
    });
  }

  /** Returns commits with the files that each changed. */
  #filesOf(git: AskGit, selected: readonly string[]): readonly MainCommit[] {
    const how = ['--literal-pathspecs', 'log', '-z', '--format=%x00%H %ct', ...HARMLESS_LOG, ...FILES];
    const { status, output } = git.run([...how, ...selected]);
    const prefix = this.#git.place?.prefix ?? '';
    if (status !== 0) return [];
    return output
      .toString('utf8')
      .split('\0\0')
      .flatMap((one) => {
        const [head = '', ...files] = one.replace(/^\0/, '').split('\0');
        const [hash = '', seconds] = head.trim().split(' ');
        const day = dayOf(instantOf(Number(seconds) * 1000));
        if (hash === '' || day === undefined) return [];
        const named = files.map((file) => file.replace(/^\n/, '')).filter((file) => file !== '');
        return { hash, day, files: named.map((file) => inProject(file, prefix)) };
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

  lastCommitOf(...paths: readonly string[]): { readonly hash: string; readonly at: string } | undefined {
    const last = this.#firstOf([
      'log',
      ...HARMLESS_LOG,
      '--max-count=1',
      '--format=%H %ct',
      'HEAD',
      '--',
      ...paths,
    ]);
    const [hash = '', seconds] = last?.split(' ') ?? [];
    return hash === '' ? undefined : { hash, at: instantOf(Number(seconds) * 1000) };
  }

  firstCommitWith(text: string, path: string): string | undefined {
    const pickaxe = ['--format=%H %D', '--reverse', '--no-renames', `-S${text}`, 'HEAD', '--', path];
    const first = this.#firstOf(['--literal-pathspecs', 'log', ...HARMLESS_LOG, ...pickaxe]);
    const [commit, names = ''] = first?.split(' ') ?? [];
    // The oldest commit of a shallow clone seems to add everything that the missing commits added, so it is not returned.
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
    const answer = this.#git.compare(how);
    if (answer.status !== 0) throw blameFailure(path, answer);
    const byCommit = new Map<string, number[]>();
    // Git prints a header before each line of the file: the commit's hash, the line's number in that commit, and its present
    // number.
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

  filesIn(commit: string, folder: string): readonly string[] {
    const how = ['ls-tree', '-r', '-z', '--name-only', commit, '--', `${folder}/`];
    const { status, output } = this.#asking((git) => git.run(how));
    return status === 0 ? pathsIn(output) : [];
  }

  otherProjects(): readonly OtherProject[] {
    const { root, env } = this.#git;
    return projectsAround(root, env).flatMap(({ name, path, root: other }) => {
      const text = path === '.' ? undefined : textOfRegularFile(join(other, CONFIG_FILE), BOUNDS.smallFile);
      const configuration = text === undefined ? undefined : this.#readConfiguration(text);
      if (configuration === undefined) return [];
      const { specsDir, structure } = configuration;
      return [{ folder: `${path}/`, specsDir: `${path}/${specsDir}`, structure, name }];
    });
  }

  /** Runs a function with a git runner that answers from the snapshot where possible, then stores git's new answers. */
  #asking<Answer>(ask: (git: AskGit) => Answer): Answer {
    const git = cachedGit(this.#git, ANSWERS, this.#remembered);
    const answer = ask(git);
    keep(git);
    return answer;
  }

  #log(git: AskGit, selected: readonly string[], purpose = 'read the commits'): readonly LoggedCommit[] {
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
    const commits: LoggedCommit[] = [];
    for (let at = 1; at + FIELDS <= fields.length;) {
      const [hash = '', author = '', authored, committed, source = '', message = ''] = fields.slice(
        at,
        at + FIELDS,
      );
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
      commits.push({ hash, author, ...times, message, files, branch });
    }
    return commits;
  }
}

/** Returns the commit of HEAD, if there is one, and a note on missing commits if the clone is shallow. */
function tipOf(git: AskGit): { readonly head: string | undefined; readonly missing: string | undefined } {
  const answer = git.run(['rev-parse', '--is-shallow-repository', 'HEAD^{commit}']);
  const [isCut = '', head = ''] = answer.output.toString('latin1').split('\n');
  if (!/^(?:true|false)$/.test(isCut)) throw gitFailure('read the commits', answer);
  const missing = isCut === 'true' ? MISSING : undefined;
  return { head: /^[0-9a-f]+$/.test(head) ? head : undefined, missing };
}

function blameFailure(path: string, answer: GitAnswer): SpectoolError {
  const { complaint } = answer;
  if (/has only \d+ lines?/.test(complaint))
    return new SpectoolError('USAGE', `${path}: ${complaint.replace(/^fatal: /, '')}.`, {
      hint: 'Use a line number that exists in the file.',
    });
  if (/no such path|cannot stat path/.test(complaint))
    return new SpectoolError('FILE_NOT_FOUND', `The file ${path} is not committed in git.`, {
      hint: 'Pass the path of a committed file, relative to the current folder.',
    });
  return gitFailure(`find the commits of ${path}`, answer);
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
