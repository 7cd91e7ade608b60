import type { AskGit } from './gitProcess.js';
import { parseBatch } from './treeObjects.js';

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
