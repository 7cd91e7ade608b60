import type { GitProcess } from '../gitProcess.js';

/** The only file in the commit of an entry. */
const FILE = 'entry.json';
const MOST_BYTES = 4_096;
/** Any user may write entries, also one who has not told git a name. */
const WRITER = ['-c', 'user.name=spectool', '-c', 'user.email=spectool@localhost'];

/** Writes a text as a commit without a parent, with the text as its only file. Returns the commit; empty if git cannot write. */
export function writeEntry(git: GitProcess, text: string): string {
  const blob = objectFrom(git, ['hash-object', '-w', '--stdin'], text);
  const tree = blob && objectFrom(git, ['mktree'], `100644 blob ${blob}\t${FILE}\n`);
  return tree && objectFrom(git, [...WRITER, 'commit-tree', tree], 'spectool\n');
}

function objectFrom(git: GitProcess, args: readonly string[], input: string): string {
  const answer = git.run(args, input);
  return answer.status === 0 ? answer.output.toString('utf8').trim() : '';
}

/** Returns those of the objects that this clone does not have. */
export function missingObjects(git: GitProcess, objects: readonly string[]): ReadonlySet<string> {
  const lines = batch(git, '--batch-check', objects).toString('utf8').split('\n');
  return new Set(objects.filter((_, i) => lines[i]?.endsWith(' missing') !== false));
}

/**
 * Reads the texts of entries, which any pusher may have made. The text is empty if it is too long or the commit has another form.
 * @param commits names of objects, in order.
 */
export function readEntries(git: GitProcess, commits: readonly string[]): readonly string[] {
  const files = commits.map((commit) => `${commit}:${FILE}`);
  const checked = batch(git, '--batch-check', files).toString('utf8').split('\n');
  // Look at the sizes first, because the output of git has a limit.
  const blobs = commits.map((_, i) => {
    const [blob = '', type, size = ''] = (checked[i] ?? '').split(' ');
    return type === 'blob' && Number(size) <= MOST_BYTES ? { blob, size: Number(size) } : undefined;
  });
  const asked = blobs.flatMap((one) => one?.blob ?? []);
  const output = batch(git, '--batch', asked);
  let at = 0;
  return blobs.map((one) => {
    if (one === undefined) return '';
    const start = output.indexOf('\n', at) + 1;
    at = start + one.size + 1;
    return output.subarray(start, start + one.size).toString('utf8');
  });
}

function batch(git: GitProcess, how: string, names: readonly string[]): Buffer {
  if (names.length === 0) return Buffer.alloc(0);
  return git.run(['cat-file', how], names.map((name) => `${name}\n`).join('')).output;
}
