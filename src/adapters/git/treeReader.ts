import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { AskGit } from './gitProcess.js';
import { gitFailure } from './gitProcess.js';
import type { WalkedFolder, WantedFolder } from './specFolderWalk.js';
import { parseBatch, parseTree, parseTreeDiffs } from './treeObjects.js';
import type { GitObject, TreeEntry } from './treeObjects.js';

/**
 * Git answers alike where a commit has no such folder and where what it has is gone from the repository: from the top of each commit
 * on, what a folder names has to be there.
 */
export function assertNotLost(git: AskGit, commits: readonly string[], folder: string): void {
  let named = commits;
  const steps = folder.split('/').filter((step) => step !== '');
  for (let depth = 0; depth < steps.length && named.length > 0; depth += 1) {
    const above = steps.slice(0, depth).join('/');
    const trees = batch(
      git,
      named.map((commit) => `${commit}:${above}`),
    );
    named = named.filter((_, index) => {
      const tree = trees[index];
      if (tree === undefined) throw lost();
      const isStep = ({ name, kind }: TreeEntry) => kind === 'folder' && name === steps[depth];
      return tree.type === 'tree' && parseTree(tree).some(isStep);
    });
  }
  if (named.length > 0) throw lost();
}

export function lost(): SpectoolError {
  return new SpectoolError('GIT_FAILED', 'some objects of the repository are gone');
}

/** Reads trees, each once under each name, however many branches share it. */
export class TreeReader {
  readonly #git: AskGit;
  readonly #seen = new Set<string>();

  constructor(git: AskGit) {
    this.#git = git;
  }

  /** Trees of one name are near relatives, so the first is read and git tells how the others differ from it. */
  read(wanted: readonly WantedFolder[]): readonly WalkedFolder[] {
    const first = new Map<string, string>();
    const others: { name: string; pair: string }[] = [];
    for (const { name, at } of wanted.filter((folder) => this.#isNew(folder))) {
      const base = first.get(name);
      if (base === undefined) first.set(name, at);
      else others.push({ name, pair: `${base} ${at}` });
    }
    const names = [...first.keys()];
    const whole = batch(this.#git, [...first.values()]).flatMap((object, index) => {
      if (object === undefined) throw lost();
      return object.type === 'tree' ? [{ name: names[index] ?? '', entries: parseTree(object) }] : [];
    });
    return [...whole, ...this.#differences(others)];
  }

  readPlaces(places: readonly string[], onLack: (index: number) => void): readonly WalkedFolder[] {
    return batch(this.#git, places).flatMap((object, index) => {
      if (object === undefined) onLack(index);
      return object?.type === 'tree' && this.#isNew({ name: '', at: object.id })
        ? [{ name: '', entries: parseTree(object) }]
        : [];
    });
  }

  #differences(others: readonly { readonly name: string; readonly pair: string }[]): readonly WalkedFolder[] {
    const how = ['--stdin', '-z', '--no-renames', '--ignore-submodules=none', '--diff-filter=AMT'];
    const pairs = others.map(({ pair }) => pair);
    const diffs = parseTreeDiffs(ask(this.#git, ['diff-tree', ...how], pairs));
    return others.map(({ name }, index) => ({ name, entries: diffs[index] ?? [] }));
  }

  #isNew({ name, at }: WantedFolder): boolean {
    const identity = `${at} ${name}`;
    if (this.#seen.has(identity)) return false;
    this.#seen.add(identity);
    return true;
  }
}

export function treesAt(
  git: AskGit,
  places: readonly string[],
  onLack: (index: number) => void,
): readonly WantedFolder[] {
  const lines = ask(git, ['cat-file', '--batch-check'], places).toString('latin1').trimEnd().split('\n');
  return lines.flatMap((line, index) => {
    const [id = '', type] = line.split(' ');
    if (line.endsWith(' missing')) onLack(index);
    return type === 'tree' ? [{ name: '', at: id }] : [];
  });
}

export function batch(git: AskGit, objects: readonly string[]): readonly (GitObject | undefined)[] {
  return parseBatch(ask(git, ['cat-file', '--batch'], objects));
}

export function ask(git: AskGit, question: readonly string[], lines: readonly string[]): Buffer {
  // An empty line is a question, too.
  if (lines.length === 0) return Buffer.alloc(0);
  const answer = git.run(question, `${lines.join('\n')}\n`);
  if (answer.status !== 0) throw gitFailure('read the other branches', answer);
  return answer.output;
}
