import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ended, git, run, start } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

interface Listed {
  readonly specs: readonly { readonly id: string; readonly sequence: number; readonly name: string }[];
}

/** A project with a second worktree, in which processes run at the same time. */
let main: ScratchProject;
let second: string;
const specsOf = (root: string) => (JSON.parse(run(root, ['list', '--json']).stdout) as Listed).specs;

beforeEach(() => {
  main = ScratchProject.initialised();
  git(main.root, 'init', '-q');
  for (const name of ['first', 'other']) run(main.root, ['create', name]);
  git(main.root, 'add', '-A');
  git(main.root, 'commit', '-qm', 'base');
  second = join(temporaryFolder(), 'second');
  git(main.root, 'worktree', 'add', '-q', '-b', 'second', second);
});

describe('two worktrees of one clone', () => {
  it('never give one number to two specs when both create, renumber and update specs at once', async () => {
    const ran = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const root = i % 2 === 0 ? main.root : second;
        if (i % 10 >= 8) return ended(start(root, ['renumber', 'other']));
        if (i % 10 >= 6) return ended(start(root, ['update', 'first', '--add-tag', `t${i}`]));
        return ended(start(root, ['create', 'same', '--title', `Title ${i}`]));
      }),
    );
    expect(ran.filter(({ status }) => status !== 0)).toEqual([]);
    const specs = [...specsOf(main.root), ...specsOf(second)];
    const made = specs.filter(({ name }) => name === 'same');
    expect(made).toHaveLength(24);
    const holders = new Map<number, Set<string>>();
    for (const { sequence, id } of specs) holders.set(sequence, (holders.get(sequence) ?? new Set()).add(id));
    expect([...holders].filter(([, ids]) => ids.size > 1)).toEqual([]);
  });

  it('give different numbers to specs even when processes are killed while they create specs', async () => {
    const creating = Array.from({ length: 12 }, (_, i) => {
      const child = start(i % 2 === 0 ? main.root : second, ['create', `made ${i}`]);
      if (i % 3 === 0) setTimeout(() => child.kill('SIGKILL'), 40 * i);
      return ended(child);
    });
    const ran = await Promise.all(creating);
    expect(ran.filter(({ status }) => status !== 0 && status !== null)).toEqual([]);
    for (const root of [main.root, second]) expect(run(root, ['create', 'last']).status).toBe(0);
    const made = [...specsOf(main.root), ...specsOf(second)].filter(({ sequence }) => sequence > 2);
    expect(new Set(made.map(({ sequence }) => sequence)).size).toBe(made.length);
  });
});
