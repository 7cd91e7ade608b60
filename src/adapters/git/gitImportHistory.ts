import { randomBytes } from 'node:crypto';
import { type FileHistory, mayTellStatus } from '../../domain/import/fileHistory.js';
import { cutText } from '../../domain/value/cutText.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { SourceHistory } from '../../ports/importSource.js';
import { realPath } from '../files/realPath.js';
import { GitProcess, HARMLESS_LOG } from './gitProcess.js';

/** Time limit for git, because reading the history of a large repository takes long. */
const TIMEOUT_MS = 120_000;
/**
 * Maximum number of paths passed to git, because git compares every change with every path. If there are more paths, their
 * folders are passed instead; if there are too many folders, no path is passed, and git reads the whole history.
 */
const MOST_PATHS = 30;
/** With `core.quotePath=false`, git prints paths without quotes unless they contain control characters. */
const LOG = ['--literal-pathspecs', '-c', 'core.quotePath=false', 'log', '--no-color', '--encoding=UTF-8'];
const WHOLE = [
  '--reverse',
  '--topo-order',
  '--find-renames',
  '--no-relative',
  '--ignore-submodules=all',
  ...HARMLESS_LOG,
];

interface TrackedCommit {
  readonly hash: string;
  readonly turn: number;
  readonly at: string;
  readonly actor: string;
  readonly isFirst?: true;
  readonly removed: string[];
  readonly added: string[];
}

interface Tracked {
  /** The name under which the file was first committed. */
  readonly origin: string;
  readonly commit: string;
  readonly commits: TrackedCommit[];
  readonly names: Set<string>;
}

/** Reads the git history of the files to import. Programs that the repository's settings name are not started. */
export class GitImportHistory implements SourceHistory {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  read(folder: string, paths: readonly string[]): ReturnType<SourceHistory['read']> {
    const git = new GitProcess(realPath(folder), this.#env, TIMEOUT_MS);
    const place = git.run(['rev-parse', '--show-prefix', '--is-shallow-repository']);
    if (place.status !== 0) return undefined;
    const [prefix = '', shallow] = place.output.toString('utf8').split('\n');
    const nothing = (missing: string) => ({ prefix, files: new Map<string, FileHistory>(), missing });
    const hasCommits = git.run(['rev-parse', '--verify', '--quiet', 'HEAD']).status === 0;
    if (paths.length === 0 || !hasCommits) return { prefix, files: new Map() };
    // Begin each commit in git's output with a random mark, because any fixed separator could also occur in names and texts.
    const mark = randomBytes(16).toString('hex');
    const format = `--format=${mark}%H %aI %an`;
    const named = git.run([...LOG, ...WHOLE, '--name-status', '-z', format, 'HEAD']);
    if (named.status !== 0) return nothing(`The git history cannot be read: ${sentence(named.complaint)}`);
    const origins = tracked(
      commitsIn(named.output.toString('utf8'), mark),
      paths.map((path) => prefix + path),
    );
    const names = [...new Set([...origins.values()].flatMap((one) => [...one.names]))];
    const limit = limited(names);
    const patches = git.run([
      ...LOG,
      ...WHOLE,
      '--patch',
      '--unified=0',
      '--no-color',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      '--diff-filter=MR',
      format,
      'HEAD',
      '--',
      ...limit.map((name) => `${'../'.repeat(prefix.split('/').length - 1)}${name}`),
    ]);
    const cut =
      shallow === 'true'
        ? 'The clone is shallow, so earlier changes are missing; `git fetch --unshallow` gets them.'
        : undefined;
    const missing =
      patches.status === 0
        ? cut
        : `The changes in the git history cannot be read: ${sentence(patches.complaint)}`;
    if (patches.status === 0) addLines(commitsIn(patches.output.toString('utf8'), mark), origins);
    const files = new Map<string, FileHistory>();
    for (const path of paths) {
      const found = origins.get(prefix + path);
      if (found === undefined) continue;
      const { origin, commit, commits } = found;
      files.set(path, { origin, ...(shallow !== 'true' && { commit }), commits });
    }
    return { prefix, files, ...(missing !== undefined && { missing }) };
  }
}

function sentence(complaint: string): string {
  return `${complaint.replace(/\.+$/, '')}.`;
}

function limited(names: readonly string[]): readonly string[] {
  if (names.length <= MOST_PATHS) return names;
  const folders = [...new Set(names.map(parentOf))];
  return folders.length > MOST_PATHS || folders.includes('') ? [] : folders;
}

/** Follows files through renames. Returns the files by their current names, each with all its commits and former names. */
function tracked(log: Iterable<LoggedCommit>, wanted: readonly string[]): ReadonlyMap<string, Tracked> {
  const byName = new Map<string, Tracked>();
  for (const { hash, turn, actor, at, rest } of log) {
    const fields = rest.replace(/^[\0\n]+/, '').split('\0');
    // Apply the renames at the end of a commit, because one file may take another file's former name.
    const renamed: (readonly [string, Tracked | undefined])[] = [];
    for (let i = 0; i < fields.length;) {
      const [kind = '', from = ''] = [fields[i]?.trim(), fields[i + 1]];
      if (kind === '' || from === '') break;
      const isRename = kind.startsWith('R') || kind.startsWith('C');
      const to = isRename ? (fields[i + 2] ?? '') : from;
      i += isRename ? 3 : 2;
      const commit: TrackedCommit = { hash, turn, at, actor, removed: [], added: [] };
      if (kind.startsWith('R')) {
        const origin = byName.get(from);
        byName.delete(from);
        renamed.push([to, origin]);
        origin?.commits.push(commit);
      } else if (kind === 'D') continue;
      else {
        const known = byName.get(to);
        if (known === undefined || kind.startsWith('A')) {
          const begun = known ?? { origin: to, commit: hash, commits: [], names: new Set<string>() };
          begun.commits.push(known === undefined ? { ...commit, isFirst: true } : commit);
          byName.set(to, begun);
        } else known.commits.push(commit);
      }
    }
    for (const [to, origin] of renamed) if (origin !== undefined) byName.set(to, origin);
    for (const [to, origin] of renamed) origin?.names.add(to);
  }
  return new Map(
    wanted.flatMap((path) => {
      const found = byName.get(path);
      found?.names.add(path).add(found.origin);
      return found === undefined ? [] : [[path, found] as const];
    }),
  );
}

/** Adds to the commits their changed lines that may contain a status. */
function addLines(log: Iterable<LoggedCommit>, origins: ReadonlyMap<string, Tracked>): void {
  const byName = new Map<string, Map<string, TrackedCommit>>();
  // The former name of a renamed file may belong to another file by now, so a name can stand for several files.
  for (const { names, commits } of origins.values())
    for (const name of names)
      byName.set(
        name,
        new Map([...(byName.get(name) ?? []), ...commits.map((one) => [one.hash, one] as const)]),
      );
  for (const { hash, rest } of log) {
    let commit: TrackedCommit | undefined;
    let isHead = false;
    let at = { '-': 0, '+': 0 };
    for (const line of rest.split('\n')) {
      if (line.startsWith('diff --git ')) {
        isHead = true;
        commit = undefined;
      } else if (isHead && line.startsWith('+++ '))
        commit = byName.get(unquoted(line.slice(4).replace(/\t$/, '')).slice('b/'.length))?.get(hash);
      else if (line.startsWith('@@')) {
        isHead = false;
        const [, from = '', to = ''] = HUNK.exec(line) ?? [];
        at = { '-': Number(from), '+': Number(to) };
      } else if (!isHead && commit !== undefined && (line[0] === '+' || line[0] === '-')) {
        const lines = line[0] === '+' ? commit.added : commit.removed;
        if (mayTellStatus(line.slice(1), at[line[0]])) lines.push(line.slice(1));
        at[line[0]] += 1;
      }
    }
  }
}

/** Matches the first line of a change in git's output, with the number of its first line before and after the commit. */
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)/;

/** Decodes a file name from git's output. Git quotes a name with a quote, a backslash or a control character as a C string. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  return name
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, what: string) =>
      what.length === 3 ? String.fromCharCode(parseInt(what, 8)) : (ESCAPED[what] ?? what),
    );
}

const ESCAPED: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

interface LoggedCommit extends Pick<TrackedCommit, 'hash' | 'turn' | 'at' | 'actor'> {
  /** The changes of the commit, in git's output format. */
  readonly rest: string;
}

function* commitsIn(log: string, mark: string): Iterable<LoggedCommit> {
  let turn = 0;
  for (const commit of log.split(mark).slice(1)) {
    turn += 1;
    const [, hash, date = '', actor = '', rest = ''] = HEAD.exec(commit) ?? [];
    const time = Date.parse(date);
    // Leave out commits with a time outside the years 1970 to 9999, which a wrong clock can produce.
    if (hash === undefined || Number.isNaN(time) || time < 0 || time > LATEST) continue;
    const name = cutText(actor.replace(/\p{Cc}+/gu, ' ').trim(), 200);
    yield { hash, turn, actor: name === '' ? 'somebody' : name, at: new Date(time).toISOString(), rest };
  }
}

const LATEST = Date.UTC(9999, 11, 31);
/** Matches the first line of a commit in git's output, then its changes. */
const HEAD = /^([0-9a-f]+) (\S+) ([^\n\0]*)([^]*)$/;
