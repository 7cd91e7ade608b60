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
