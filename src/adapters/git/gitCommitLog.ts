import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { LoggedCommit } from '../../domain/trace/assignCommitsToSpecs.js';
import type { BlamedLines, BranchChanges, CommitLog, LoggedCommits } from '../../ports/repository/commits.js';
import { baseCommit, changedFiles, commitOf, isShallow } from './changesSince.js';
import { entriesIn, type FolderEntry, linesAbout, objectsIfReadable, textsNamed } from './gitObjects.js';
import { type GitAnswer, gitFailure, type GitProcess, HARMLESS_LOG } from './gitProcess.js';
import { inClone } from './locations/cloneLocation.js';
import { MAX_DEPTH } from './specFolderWalk.js';

/**
 * Options of `git log` that select commits whose message may name a spec, as in `Spec: 12`, or a reverted commit. The domain code
 * then decides which lines of these messages count.
 */
const NAMING = ['-i', '-E', '--grep=^[ \t>*+0-9.)-]*spec:', '--grep=This reverts commit [0-9a-f]{7}'];
/** Number of fields that FORMAT prints per commit. They are separated by a NUL byte, because no commit message contains one. */
const FIELDS = 6;
const FORMAT = '--format=%H%x00%an%x00%at%x00%ct%x00%S%x00%B';
const BLAMED_LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) \d+ (\d+)/gm;
/** Maximum number of git trees (folders) read at once, to limit the memory used: each may list ten thousand specs. */
const TREES_AT_ONCE = 32;

/** Reads commits for `trace` with the `git` program. */
export class GitCommitLog implements CommitLog {
  readonly #git: GitProcess;

  constructor(git: GitProcess) {
    this.#git = git;
  }

  naming(): LoggedCommits {
    const here = this.#log([...NAMING, 'HEAD'], 'read the commits');
    const elsewhere = this.#log([...NAMING, '--branches', '--not', 'HEAD'], 'read the branches');
    return this.#whole([...elsewhere, ...here.map(withoutBranch)]);
  }

  since(base: string | undefined, limit?: number): LoggedCommits {
    const most = limit === undefined ? [] : [`--max-count=${String(limit)}`];
    if (base === undefined)
      return this.#whole(this.#log([...most, 'HEAD'], 'read the commits').map(withoutBranch));
    const from = baseCommit(this.#git, base);
    return this.#whole(this.#log([...most, `${from}..HEAD`], `compare with ${base}`).map(withoutBranch));
  }

  changedFiles(base?: string): BranchChanges {
    return changedFiles(this.#git, base);
  }

  lastCommitOf(path: string): string | undefined {
    const args = ['--literal-pathspecs', 'log', ...HARMLESS_LOG, '--max-count=1', '--format=%H', 'HEAD', '--', path];
    return this.#firstOf(args);
  }

  commits(hashes: readonly string[]): LoggedCommits {
    if (hashes.length === 0) return { commits: [] };
    const known = linesAbout(this.#git, hashes).map((line) => /^(\w+) commit$/.exec(line)?.[1]);
    const found = known.flatMap((hash) => hash ?? []);
    if (found.length === 0) return this.#whole([]);
    return this.#whole(this.#log(['--no-walk=unsorted', ...found], 'read the commits').map(withoutBranch));
  }

  commitNamed(name: string): string | undefined {
    return name.startsWith('-') ? undefined : commitOf(this.#git, name);
  }

  lastCommitAt(instant: string): string | undefined {
    return this.#firstOf(['rev-list', '--max-count=1', `--before=${instant}`, 'HEAD', '--']);
  }

  firstCommitWith(text: string, path: string): string | undefined {
    const pickaxe = ['--format=%H', '--reverse', '--no-renames', `-S${text}`, 'HEAD', '--', path];
    return this.#firstOf(['--literal-pathspecs', 'log', ...HARMLESS_LOG, ...pickaxe]);
  }

  #firstOf(args: readonly string[]): string | undefined {
    const { status, output } = this.#git.run(args);
    const [first = ''] = output.toString('latin1').split('\n');
    return status === 0 && first !== '' ? first : undefined;
  }

  blame(path: string, from: number, to: number): readonly BlamedLines[] {
    const lines = `${String(from)},${String(to)}`;
    const answer = this.#git.compare([
      'blame',
      '-M',
      '--no-textconv',
      '--porcelain',
      '-L',
      lines,
      '--',
      path,
    ]);
    if (answer.status !== 0) throw blameFailure(path, answer);
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
    return textsNamed(this.#git, [`${commit}:./${path}`])[0];
  }

  specFolders(
    hashes: readonly string[],
    specsDir: string,
    isSpecFolder: (name: string) => boolean,
  ): ReadonlyMap<string, readonly string[]> {
    const { place } = this.#git;
    if (place === undefined || hashes.length === 0 || specsDir.includes('\n')) return new Map();
    const folder = inClone(place, specsDir);
    const lines = linesAbout(
      this.#git,
      hashes.map((hash) => `${hash}:${folder}`),
    );
    const trees = hashes.map((_, i) => /^(\w+) tree$/.exec(lines[i] ?? '')?.[1]);
    const foldersIn = this.#foldersInTrees(
      trees.flatMap((tree) => tree ?? []),
      isSpecFolder,
    );
    return new Map(
      hashes.flatMap((hash, i) => {
        const folders = foldersIn.get(trees[i] ?? '');
        return folders === undefined ? [] : [[hash, folders] as const];
      }),
    );
  }

  /**
   * Returns the paths of the spec folders below each tree. Reads each distinct tree once, because most commits share most trees.
   */
  #foldersInTrees(
    tops: readonly string[],
    isSpecFolder: (name: string) => boolean,
  ): ReadonlyMap<string, readonly string[]> {
    const read = new Map<string, readonly FolderEntry[]>();
    const folders = (tree: string, above: string, depth: number): readonly string[] =>
      (read.get(tree) ?? []).flatMap((entry) => {
        const path = `${above}${entry.name}`;
        if (entry.kind === 'file') return [];
        if (entry.kind === 'other' || isSpecFolder(entry.name)) return [path];
        return depth < MAX_DEPTH ? folders(entry.at(), `${path}/`, depth + 1) : [];
      });
    const distinct = [...new Set(tops)];
    let wanted = distinct;
    for (let depth = 0; depth <= MAX_DEPTH && wanted.length > 0; depth += 1) {
      const groups = new Set<string>();
      for (let at = 0; at < wanted.length; at += TREES_AT_ONCE) {
        const some = wanted.slice(at, at + TREES_AT_ONCE);
        objectsIfReadable(this.#git, some).forEach((object, i) => {
          const entries = entriesIn(object);
          read.set(some[i] ?? '', entries);
          for (const entry of entries)
            if (entry.kind === 'folder' && !isSpecFolder(entry.name)) groups.add(entry.at());
        });
      }
      wanted = [...groups].filter((tree) => !read.has(tree));
    }
    return new Map(distinct.map((tree) => [tree, folders(tree, '', 0)]));
  }

  #log(selected: readonly string[], purpose: string): readonly LoggedCommit[] {
    const output = this.#git.mustRun(
      ['log', '-z', FORMAT, '--source', '--topo-order', ...HARMLESS_LOG, ...selected, '--'],
      purpose,
    );
    const fields = output.toString('utf8').split('\0');
    const commits: Omit<LoggedCommit, 'files'>[] = [];
    for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
      const [hash = '', author = '', authored, committed, source = '', message = ''] = fields.slice(
        at,
        at + FIELDS,
      );
      commits.push({
        hash,
        author,
        authoredAt: Number(authored) * 1000,
        committedAt: Number(committed) * 1000,
        message,
        branch: source.replace(/^refs\/(?:heads|remotes)\//, ''),
      });
    }
    const files = this.#filesOf(
      commits.map(({ hash }) => hash),
      purpose,
    );
    return commits.map((commit) => ({ ...commit, files: files.get(commit.hash) ?? [] }));
  }

  #filesOf(hashes: readonly string[], purpose: string): ReadonlyMap<string, readonly string[]> {
    if (hashes.length === 0) return new Map();
    const how = ['--stdin', '-r', '--root', '--name-only', '--no-renames', '-z', '--ignore-submodules=none'];
    const output = this.#git.mustRun(
      ['diff-tree', ...how],
      purpose,
      hashes.map((hash) => `${hash}\n`).join(''),
    );
    const prefix = this.#git.place?.prefix ?? '';
    const left = new Set(hashes);
    const files = new Map<string, string[]>();
    let own: string[] = [];
    // Git prints the hash of each commit before its files.
    for (const text of output.toString('utf8').split('\0')) {
      if (left.delete(text)) files.set(text, (own = []));
      else if (text !== '') own.push(inProject(text, prefix));
    }
    return files;
  }

  #whole(commits: readonly LoggedCommit[]): LoggedCommits {
    return isShallow(this.#git)
      ? {
          commits,
          missing: 'The clone is shallow, so earlier commits are missing; `git fetch --unshallow` gets them.',
        }
      : { commits };
  }
}

function blameFailure(path: string, answer: GitAnswer): SpectoolError {
  const { complaint } = answer;
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

function withoutBranch({ branch: _, ...commit }: LoggedCommit): LoggedCommit {
  return commit;
}

/** Converts a path relative to the top of the clone into a path relative to the project's folder. */
function inProject(path: string, prefix: string): string {
  if (prefix === '') return path;
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  return `${'../'.repeat(prefix.split('/').length)}${path}`;
}
