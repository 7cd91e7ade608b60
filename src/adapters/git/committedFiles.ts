import { type CalendarDate, dayOf } from '../../domain/value/calendarDate.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import type { AskGit } from './gitProcess.js';
import { parseBatch } from './treeObjects.js';

/** Signatures, text conversion and external diffs could start programs. */
export const HARMLESS_LOG: readonly string[] = ['--no-show-signature', '--no-ext-diff', '--no-textconv'];
/** More paths than this are looked for in the whole history: a command line has an end. */
const MOST_PATHS = 200;

/** When each of these files was last committed, by the committer's clock. */
export function lastCommits(git: AskGit, paths: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(paths);
  const one = paths.length === 1 ? ['-1'] : [];
  const format = [...one, '--format=%x01%ct', '--name-only', '--relative', '--no-renames', '-z'];
  // The others are compared alone.
  const only = paths.length > MOST_PATHS ? [] : paths;
  only.forEach(assertProjectPath);
  const answer = git.run(['log', ...HARMLESS_LOG, ...format, 'HEAD', '--', ...only]);
  const times = new Map<string, number>();
  if (answer.status !== 0) return times;
  for (const commit of answer.output.toString('utf8').split('\x01')) {
    const [seconds = '', ...names] = commit.split('\0');
    if (!/^\d+$/.test(seconds)) continue;
    const time = Number(seconds) * 1000;
    for (const text of names) {
      const name = text.startsWith('\n') ? text.slice(1) : text;
      if (wanted.has(name) && !times.has(name)) times.set(name, time);
    }
  }
  return times;
}

/**
 * The author's day of the oldest commit of each of these files, renames followed: one walk for all of them. `--follow` is one for each,
 * and takes a file that was made like another for that one.
 */
export function firstCommitDays(git: AskGit, paths: readonly string[]): ReadonlyMap<string, CalendarDate> {
  paths.forEach(assertProjectPath);
  const days = new Map<string, CalendarDate>();
  const place = git.run(['rev-parse', '--is-shallow-repository', '--show-prefix']);
  const [isShallow, prefix = ''] = place.output.toString('utf8').split('\n');
  if (isShallow !== 'false') return days;
  const format = ['--format=%x01%ad', '--date=short', '--name-status', '--find-renames', '-l0', '-z'];
  const walk = (...only: readonly string[]) =>
    git.run(['-c', 'diff.relative=false', 'log', ...HARMLESS_LOG, '--no-merges', ...format, '--', ...only]);
  let answer = walk();
  // A history that is too long to be told whole is told of these files alone, without what they were called before.
  if (answer.status !== 0 && paths.length <= MOST_PATHS) answer = walk(...paths);
  if (answer.status !== 0) return days;
  /** The files by what they are called in the commit that is looked at, the newest first. */
  const called = new Map(paths.map((path) => [`${prefix}${path}`, [path]]));
  for (const { day, files } of commitsIn(answer.output.toString('utf8'))) {
    const earlier = files.flatMap(({ name, was }) => {
      const found = called.get(name) ?? [];
      if (day !== undefined) for (const path of found) days.set(path, day);
      return was !== undefined && called.delete(name) ? [[was, found] as const] : [];
    });
    for (const [name, found] of earlier) called.set(name, [...(called.get(name) ?? []), ...found]);
  }
  return days;
}

/** What `git log --name-status -z` tells, each commit with `\x01` and its day before it. */
function* commitsIn(output: string) {
  const words = output.split('\0').values();
  let day: CalendarDate | undefined;
  let files: { readonly name: string; readonly was?: string }[] = [];
  for (const word of words) {
    const state = word.replace(/^\n/, '');
    if (state.startsWith('\x01')) {
      yield { day, files };
      [day, files] = [dayOf(state.slice(1)), []];
    } else if (state !== '') {
      const name = String(words.next().value);
      files.push(state.startsWith('R') ? { name: String(words.next().value), was: name } : { name });
    }
  }
  yield { day, files };
}

/** More commits than this are not looked into. */
const MOST_COMMITS = 20;

/** What the newest commits that changed a file left in it; those in which it is gone are left out. */
export function committedTexts(
  git: AskGit,
  path: string,
): readonly { readonly commit: string; readonly text: string }[] {
  if (path.includes('\n')) return [];
  // Without the whole history git passes over the side of a merge that was not taken.
  const range = ['--full-history', `--max-count=${String(MOST_COMMITS)}`, 'HEAD'];
  const listed = git.run(['--literal-pathspecs', 'rev-list', ...range, '--', path]);
  if (listed.status !== 0) return [];
  const commits = listed.output.toString('latin1').split('\n').filter(Boolean);
  if (commits.length === 0) return [];
  const found = git.run(['cat-file', '--batch'], commits.map((commit) => `${commit}:./${path}\n`).join(''));
  if (found.status !== 0) return [];
  return parseBatch(found.output).flatMap((object, i) => {
    const commit = commits[i];
    return object?.type === 'blob' && commit !== undefined
      ? [{ commit, text: object.content.toString('utf8') }]
      : [];
  });
}
