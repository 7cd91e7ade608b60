import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ended, git, run, start } from '../support/program.js';
import { ScratchProject } from '../support/scratchProject.js';

interface Refused {
  readonly error: {
    readonly code: string;
    readonly details: { readonly holder: string; readonly since: string; readonly until: string };
  };
}

let main: ScratchProject;
let linked: readonly string[];

beforeEach(() => {
  main = ScratchProject.initialised();
  git(main.root, 'init', '-q');
  for (const name of ['first', 'other']) run(main.root, ['create', name]);
  git(main.root, 'add', '-A');
  git(main.root, 'commit', '-qm', 'base');
  linked = ['second', 'third'].map((name) => `${main.root}-${name}`);
  for (const root of linked)
    git(main.root, 'worktree', 'add', '-q', '-b', root.split('-').at(-1) ?? '', root);
});
afterEach(() => {
  main.remove();
  for (const root of linked) rmSync(root, { recursive: true, force: true });
});

/** Twelve agents, each with a name of its own. */
const twelve = (roots: readonly string[], args: readonly string[]) =>
  Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      ended(start(roots[i % roots.length] ?? '', [...args, '--as', `agent${i}`, '--json'])),
    ),
  );

describe.each([
  ['one tree', () => [main.root]],
  ['three worktrees', () => [main.root, ...linked]],
])('twelve processes in %s', (_where, roots) => {
  it('that claim one spec: one gets it, eleven are told who has it, since when and until when', async () => {
    const ran = await twelve(roots(), ['claim', 'first']);
    expect(ran.map(({ status }) => status).sort()).toEqual([0, ...Array<number>(11).fill(1)]);
    const winner = ran.findIndex(({ status }) => status === 0);
    for (const { stderr, status } of ran) {
      if (status === 0) continue;
      const { error } = JSON.parse(stderr) as Refused;
      expect(error).toMatchObject({ code: 'ALREADY_CLAIMED', details: { holder: `agent${winner}` } });
      expect(Date.parse(error.details.until) - Date.parse(error.details.since)).toBe(4 * 3_600_000);
    }
    for (const root of roots()) {
      const listed = JSON.parse(run(root, ['list', '--json']).stdout) as {
        specs: { claim?: { by: string } }[];
      };
      expect(listed.specs.map(({ claim }) => claim?.by)).toEqual([`agent${winner}`, undefined]);
    }
  });

  it('that take what is next of two specs: two get one each, ten are told that nothing is left', async () => {
    const ran = await twelve(roots(), ['next', '--claim']);
    const taken = ran.filter(({ status }) => status === 0);
    const refs = taken.map(({ stdout }) => (JSON.parse(stdout) as { spec: { ref: string } }).spec.ref);
    expect(refs.sort()).toEqual(['001-first', '002-other']);
    const codes = ran
      .filter(({ status }) => status !== 0)
      .map(({ stderr, status }) => [status, (JSON.parse(stderr) as Refused).error.code]);
    expect(codes).toEqual(Array<unknown>(10).fill([1, 'NOTHING_READY']));
  });
});
