import { randomBytes } from 'node:crypto';
import type { FileCommit, FileHistory } from '../../domain/import/importedHistory.js';
import { cutText } from '../../domain/value/text.js';
import type { SourceHistory } from '../../ports/importSource.js';
import { realPath } from '../files/regularFiles.js';
import { textsNamed } from './gitObjects.js';
import { GitProcess, HARMLESS_LOG } from './gitProcess.js';

/** Time limit for git, because reading the history of a large repository takes long. */
const TIMEOUT_MS = 120_000;
/** Number of file versions that are read in one call of git. */
const AT_ONCE = 500;
const LOG = [
  ...[
    'log',
    '--no-color',
    '--encoding=UTF-8',
    '--reverse',
    '--topo-order',
    '--find-renames',
    '--no-relative',
  ],
  ...['--ignore-submodules=all', ...HARMLESS_LOG, '--raw', '--no-abbrev', '-z'],
];

interface Version {
  readonly blob: string;
  readonly commit: string;
  readonly at: string;
  readonly day: string;
  readonly actor: string;
}

interface Tracked {
  /** The name under which the file was first committed. */
  readonly origin: string;
  readonly versions: Version[];
}

/** Reads the git history of the files to import. Programs named in the repository's git settings are not started. */
export class GitImportHistory implements SourceHistory {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  read(...[folder, wanted]: Parameters<SourceHistory['read']>): ReturnType<SourceHistory['read']> {
    const git = new GitProcess(realPath(folder), this.#env, TIMEOUT_MS);
    const place = git.run(['rev-parse', '--show-prefix', '--is-shallow-repository']);
    if (place.status !== 0) return undefined;
    const [prefix = '', shallow] = place.output.toString('utf8').split('\n');
    const isShallow = shallow === 'true';
    const files = new Map<string, FileHistory>();
    const hasCommits = git.run(['rev-parse', '--verify', '--quiet', 'HEAD']).status === 0;
    if (wanted.size === 0 || !hasCommits) return { prefix, files };
    // Begin each commit in git's output with a random mark, because any fixed separator could also occur in names and texts.
    const mark = randomBytes(16).toString('hex');
    const log = git.run([...LOG, `--format=${mark}%H %aI %an`, 'HEAD']);
    if (log.status !== 0) {
      const missing = `The git history cannot be read: ${log.complaint.replace(/\.+$/, '')}.`;
      return { prefix, files, missing };
    }
    const tracked = trackedIn(log.output.toString('utf8').split(mark).slice(1));
    const found = [...wanted].flatMap(([path, statusIn]) => {
      const one = tracked.get(prefix + path);
      return one === undefined ? [] : [{ path, statusIn, ...one }];
    });
    const asked = found.flatMap(({ statusIn, versions }) =>
      statusIn === undefined ? [] : versions.map(({ blob }) => ({ blob, statusIn })),
    );
    const statuses = new Map<string, string | undefined>();
    let isPart = false;
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      const some = asked.slice(at, at + AT_ONCE);
      const blobs = some.map(({ blob }) => blob);
      const texts = textsNamed(git, blobs);
      for (const [i, { blob, statusIn }] of some.entries()) {
        const text = texts[i];
        if (text === undefined) isPart = true;
        else statuses.set(blob, statusIn(text));
      }
    }
    for (const { path, origin, versions } of found) {
      const commits = versions.map(({ at, day, actor, blob }): FileCommit => {
        const status = statuses.get(blob);
        return { at, day, actor, ...(status !== undefined && { status }) };
      });
      files.set(path, { origin, ...(!isShallow && { commit: versions[0]?.commit ?? '' }), commits });
    }
    const missing = isShallow
      ? 'The clone is shallow, so earlier changes are missing; run `git fetch --unshallow` to get them.'
      : 'Some earlier versions of the documents cannot be read, so some of their status changes may be missing.';
    return { prefix, files, ...((isShallow || isPart) && { missing }) };
  }
}

/**
 * Follows files through renames in the output of `git log`. Returns the files by their current names, each with all its versions.
 */
function trackedIn(log: readonly string[]): ReadonlyMap<string, Tracked> {
  const byName = new Map<string, Tracked>();
  for (const text of log) {
    const [, commit, date = '', author = '', rest = ''] = HEAD.exec(text) ?? [];
    const time = Date.parse(date);
    // Leave out commits with a time outside the years 1970 to 9999, which a wrong clock can produce.
    if (commit === undefined || Number.isNaN(time) || time < 0 || time > LATEST) continue;
    const name = cutText(author.replace(/\p{Cc}+/gu, ' ').trim(), 200);
    const by = {
      commit,
      at: new Date(time).toISOString(),
      day: date.slice(0, 10),
      actor: name === '' ? 'somebody' : name,
    };
    const fields = rest.replace(/^[\0\n]+/, '').split('\0');
    // Apply a commit's renames after all its other changes, because one file may take another file's former name.
    const renamed: (readonly [string, Tracked | undefined])[] = [];
    for (let i = 0; i < fields.length;) {
      const [, blob, kind = ''] = CHANGE.exec(fields[i] ?? '') ?? [];
      const from = fields[i + 1];
      if (blob === undefined || from === undefined) break;
      const isRename = kind === 'R' || kind === 'C';
      const to = isRename ? (fields[i + 2] ?? '') : from;
      i += isRename ? 3 : 2;
      const version = { ...by, blob };
      if (kind === 'R') {
        const origin = byName.get(from);
        byName.delete(from);
        renamed.push([to, origin]);
        origin?.versions.push(version);
      } else if (kind !== 'D') {
        const known = byName.get(to) ?? { origin: to, versions: [] };
        known.versions.push(version);
        byName.set(to, known);
      }
    }
    for (const [to, origin] of renamed) if (origin !== undefined) byName.set(to, origin);
  }
  return byName;
}

const LATEST = Date.UTC(9999, 11, 31);
/** Matches a commit in the output of `git log`: a line with hash, time and author, then the changed files. */
const HEAD = /^([0-9a-f]+) (\S+) ([^\n\0]*)([^]*)$/;
/** Matches the description of a changed file in git's output: the id of its content, and the kind of change. */
const CHANGE = /^\n?:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/;
