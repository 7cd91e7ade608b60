import type { LoggedCommit } from '../../domain/trace/assignCommitsToSpecs.js';
import type { CommitLog, LoggedCommits } from '../../ports/repository/commits.js';
import { baseCommit, isShallow } from './changesSince.js';
import { entriesIn, type FolderEntry, linesAbout, objectsIfReadable } from './gitObjects.js';
import { type GitProcess, HARMLESS_LOG } from './gitProcess.js';
import { inClone } from './locations/cloneLocation.js';
import { MAX_DEPTH } from './specFolderWalk.js';

/** Selects the messages that are read in full; the domain decides which of their lines count. */
const NAMING = ['-i', '-E', '--grep=^[ \t>*+0-9.)-]*spec:', '--grep=This reverts commit [0-9a-f]{7}'];
/** Message fields, each ended by a NUL: no message contains one. */
const FIELDS = 6;
const FORMAT = '--format=%H%x00%an%x00%at%x00%ct%x00%S%x00%B';
/** Trees that are read at once; each may list ten thousand specs. */
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

  specFolders(
    hashes: readonly string[],
    specsDir: string,
    isSpecFolder: (name: string) => boolean,
  ): ReadonlyMap<string, ReadonlySet<string>> {
    const { place } = this.#git;
    if (place === undefined || hashes.length === 0 || specsDir.includes('\n')) return new Map();
    const folder = inClone(place, specsDir);
    const lines = linesAbout(
      this.#git,
      hashes.map((hash) => `${hash}:${folder}`),
    );
    const trees = hashes.map((_, i) => /^(\w+) tree$/.exec(lines[i] ?? '')?.[1]);
    const namesIn = this.#namesInTrees(
      trees.flatMap((tree) => tree ?? []),
      isSpecFolder,
    );
    return new Map(
      hashes.flatMap((hash, i) => {
        const names = namesIn.get(trees[i] ?? '');
        return names === undefined ? [] : [[hash, names] as const];
      }),
    );
  }

  /** Reads each distinct tree once; most commits share most trees. */
  #namesInTrees(
    tops: readonly string[],
    isSpecFolder: (name: string) => boolean,
  ): ReadonlyMap<string, ReadonlySet<string>> {
    const read = new Map<string, readonly FolderEntry[]>();
    const names = (tree: string, depth: number, found: Set<string>): Set<string> => {
      for (const entry of read.get(tree) ?? []) {
        if (entry.kind === 'file') continue;
        if (entry.kind === 'other' || isSpecFolder(entry.name)) found.add(entry.name);
        else if (depth < MAX_DEPTH) names(entry.at(), depth + 1, found);
      }
      return found;
    };
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
    return new Map(distinct.map((tree) => [tree, names(tree, 0, new Set())]));
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

function withoutBranch({ branch: _, ...commit }: LoggedCommit): LoggedCommit {
  return commit;
}

/** Converts a path from the top of the clone to a path from the project. */
function inProject(path: string, prefix: string): string {
  if (prefix === '') return path;
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  return `${'../'.repeat(prefix.split('/').length)}${path}`;
}
