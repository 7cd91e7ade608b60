import type { AskGit } from './gitProcess.js';

/** Signatures, text conversion and external diffs could start programs. */
export const HARMLESS_LOG: readonly string[] = ['--no-show-signature', '--no-ext-diff', '--no-textconv'];
/** More paths than this are looked for in the whole history: a command line has an end. */
const MOST_PATHS = 200;

/** When each of these files was last committed, by the committer's clock. */
export function lastCommits(git: AskGit, paths: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(paths);
  const one = paths.length === 1 ? ['-1'] : [];
  const format = [...one, '--format=%x01%ct', '--name-only', '--relative', '--no-renames', '-z'];
  const only = paths.length > MOST_PATHS ? [] : paths;
  const answer = git.run(['log', ...HARMLESS_LOG, ...format, 'HEAD', '--', ...only]);
  const times = new Map<string, number>();
  if (answer.status !== 0) return times;
  for (const commit of answer.output.toString('utf8').split('\x01')) {
    const [seconds = '', ...names] = commit.split('\0');
    if (!/^\d+$/.test(seconds)) continue;
    for (const name of names.map((text) => text.replace(/^\n/, '')))
      if (wanted.has(name) && !times.has(name)) times.set(name, Number(seconds) * 1000);
  }
  return times;
}
