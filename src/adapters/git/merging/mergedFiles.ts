import type { MergedFile } from '../../../ports/repository/commits.js';
import type { AskGit } from '../gitProcess.js';
import { linesAbout, textsNamed } from '../gitObjects.js';

/** Merges further back than this are not looked into. */
const MOST_MERGES = 20;
/** Of a merge of more files than this nothing is told. */
const MOST_FILES = 1000;
const ID = /^[0-9a-f]{40,64}$/;

/** As `Repository.mergedFiles`. */
export function mergedFiles(
  git: AskGit,
  paths: readonly string[],
  folder: string,
): ReadonlyMap<string, MergedFile> {
  const found = new Map<string, MergedFile>();
  if (paths.length === 0) return found;
  const merges = lines(git, [
    'rev-list',
    '--merges',
    '--parents',
    `--max-count=${String(MOST_MERGES)}`,
    'HEAD',
  ])
    .map((line) => line.split(' '))
    .filter((commits) => commits.length === 3);
  const names = merges.flatMap((commits) =>
    paths.flatMap((path) => commits.map((commit) => `${commit}:./${path}`)),
  );
  const objects = linesAbout(git, names, '%(objectname)');
  let at = 0;
  for (const [merge = '', ...parents] of merges) {
    const made = paths.filter((path) => {
      const [own = '', ...others] = objects.slice(at, (at += 3));
      return !found.has(path) && ID.test(own) && !others.includes(own);
    });
    const sides = made.length === 0 ? undefined : sidesOf(git, parents, folder);
    if (sides !== undefined) for (const path of made) found.set(path, { commit: merge, sides });
  }
  return found;
}

/** What each of them changed below the folder since they parted. */
function sidesOf(git: AskGit, parents: readonly string[], folder: string): MergedFile['sides'] | undefined {
  const [base, ...others] = lines(git, ['merge-base', '--all', ...parents]);
  // Of several bases git makes one that stands in none of them.
  if (base === undefined || others.length > 0) return undefined;
  const changes = parents.map((parent) => changedObjects(git, base, parent, folder));
  const ids = [...new Set(changes.flatMap(({ before, after }) => [...before, ...after]))];
  if (ids.length > MOST_FILES) return undefined;
  const found = textsNamed(git, ids);
  const texts = new Map(ids.map((id, i) => [id, found[i]]));
  const read = (objects: readonly string[]) => objects.flatMap((id) => texts.get(id) ?? []);
  return changes.map(({ before, after }) => ({ before: read(before), after: read(after) }));
}

function changedObjects(git: AskGit, base: string, parent: string, folder: string) {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', base, parent, '--', folder];
  const fields = git
    .run(['--literal-pathspecs', ...args])
    .output.toString('latin1')
    .split('\0');
  const metas = fields.flatMap((field, i) => (i % 2 === 0 && field !== '' ? [field.split(' ')] : []));
  const present = (id: string | undefined) => (id === undefined || /^0+$/.test(id) ? [] : [id]);
  return {
    before: metas.flatMap(([, , id]) => present(id)),
    after: metas.flatMap(([, , , id]) => present(id)),
  };
}

function lines(git: AskGit, args: readonly string[]): readonly string[] {
  const answer = git.run(args);
  return answer.status === 0 ? answer.output.toString('utf8').split('\n').filter(Boolean) : [];
}
