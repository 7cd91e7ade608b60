import { randomBytes } from 'node:crypto';
import { type FileHistory, mayTellStatus } from '../../domain/import/fileHistory.js';
import { cutText } from '../../domain/value/cutText.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { SourceHistory } from '../../ports/importSource.js';
import { realPath } from '../files/realPath.js';
import { GitProcess, HARMLESS_LOG } from './gitProcess.js';

/** Years of a large repository take a while. */
const TIMEOUT_MS = 120_000;
/** Git holds every change against every path: of more than these it is asked by their folders, else of all that changed. */
const MOST_PATHS = 30;
/** Names as they are, unless they hold what a line cannot. */
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
  /** The name it came with. */
  readonly origin: string;
  readonly commit: string;
  readonly commits: TrackedCommit[];
  readonly names: Set<string>;
}

/** The past of files that others wrote, through the `git` program; nothing that a repository configures is started. */
export class GitSourceHistory implements SourceHistory {
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
    // Names, texts and people may be anything: where a commit begins is told by what none of them can know.
    const mark = randomBytes(16).toString('hex');
    const format = `--format=${mark}%H %aI %an`;
    const named = git.run([...LOG, ...WHOLE, '--name-status', '-z', format, 'HEAD']);
    if (named.status !== 0) return nothing(`Git tells nothing of the past: ${sentence(named.complaint)}`);
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
    const cut = shallow === 'true' ? 'The clone is shallow: what was before it is not known.' : undefined;
    const missing =
      patches.status === 0 ? cut : `Git does not tell what changed: ${sentence(patches.complaint)}`;
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

/** Files by the names they have now, with all they had before. */
function tracked(log: Iterable<LoggedCommit>, wanted: readonly string[]): ReadonlyMap<string, Tracked> {
  const byName = new Map<string, Tracked>();
  for (const { hash, turn, actor, at, rest } of log) {
    const fields = rest.replace(/^[\0\n]+/, '').split('\0');
    // A file may go and another take its name in one commit.
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

/** Lines that could tell a status go to the commits they belong to. */
function addLines(log: Iterable<LoggedCommit>, origins: ReadonlyMap<string, Tracked>): void {
  const byName = new Map<string, Map<string, TrackedCommit>>();
  // Of a renamed file another may have the name by now.
  for (const { names, commits } of origins.values())
    for (const name of names)
      byName.set(
        name,
        new Map([...(byName.get(name) ?? []), ...commits.map((one) => [one.hash, one] as const)]),
      );
  for (const { hash, rest } of log) {
    let commit: TrackedCommit | undefined;
    let isHead = false;
    for (const line of rest.split('\n')) {
      if (line.startsWith('diff --git ')) {
        isHead = true;
        commit = undefined;
      } else if (isHead && line.startsWith('+++ '))
        commit = byName.get(unquoted(line.slice(4).replace(/\t$/, '')).slice('b/'.length))?.get(hash);
      else if (line.startsWith('@@')) isHead = false;
      else if (!isHead && commit !== undefined && mayTellStatus(line.slice(1))) {
        if (line.startsWith('+')) commit.added.push(line.slice(1));
        else if (line.startsWith('-')) commit.removed.push(line.slice(1));
      }
    }
  }
}

/** A name as it is: one with a quote, a backslash or a control character stands between quotes, as in C. */
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
  /** What changed. */
  readonly rest: string;
}

function* commitsIn(log: string, mark: string): Iterable<LoggedCommit> {
  let turn = 0;
  for (const commit of log.split(mark).slice(1)) {
    turn += 1;
    const [, hash, date = '', actor = '', rest = ''] = HEAD.exec(commit) ?? [];
    const time = Date.parse(date);
    // A clock may have said anything: what has no year of four digits is no time.
    if (hash === undefined || Number.isNaN(time) || time < 0 || time > LATEST) continue;
    const name = cutText(actor.replace(/\p{Cc}+/gu, ' ').trim(), 200);
    yield { hash, turn, actor: name === '' ? 'somebody' : name, at: new Date(time).toISOString(), rest };
  }
}

const LATEST = Date.UTC(9999, 11, 31);
/** Its first line; then what changed. */
const HEAD = /^([0-9a-f]+) (\S+) ([^\n\0]*)([^]*)$/;
