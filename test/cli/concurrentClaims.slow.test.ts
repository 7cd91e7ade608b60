import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ended, git, run, start } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

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
  for (const name of ['first', 'other']) {
    run(main.root, ['create', name]);
    run(main.root, ['section', name, 'Problem', '--set', 'Slow.']);
  }
  git(main.root, 'add', '-A');
  git(main.root, 'commit', '-qm', 'base');
  linked = ['second', 'third'].map((name) => join(temporaryFolder(), name));
  for (const root of linked) git(main.root, 'worktree', 'add', '-q', '-b', basename(root), root);
});

/** Runs a command in twelve processes at the same time, each as another agent. */
const twelve = (roots: readonly string[], args: readonly string[]) =>
  Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      ended(start(roots[i % roots.length] ?? '', [...args, '--as', `agent${i}`, '--json'])),
    ),
  );

interface Claimed {
  readonly specs: readonly { readonly ref: string; readonly claim?: { readonly by: string } }[];
}

/** Returns the holder of each spec, as `list` shows it in this worktree. */
const holders = (root: string) =>
  (JSON.parse(run(root, ['list', '--json', '--limit', '1000']).stdout) as Claimed).specs.map(
    ({ claim }) => claim?.by,
  );

/** Runs `claim` on a spec. @returns `done`, or the error code and the holder. */
function claim(root: string, by: string, spec = 'first'): unknown {
  const { status, stderr } = run(root, ['claim', spec, '--as', by, '--json']);
  if (status === 0) return 'done';
  const { code, details } = (JSON.parse(stderr) as Refused).error;
  return [code, details.holder];
}

describe.each([
  ['one worktree', () => [main.root]],
  ['three worktrees', () => [main.root, ...linked]],
])('twelve processes at the same time in %s', (_where, roots) => {
  it('that run `claim` on one spec: one succeeds, eleven get an error with the holder and the time of the claim', async () => {
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
      expect(holders(root)).toEqual([`agent${winner}`, undefined]);
    }
  });

  it('that run `next --claim` on two specs: two get one spec each, ten get the error that no spec is ready', async () => {
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

describe('a claim made in another worktree', () => {
  const second = () => linked[0] ?? '';

  it('ends when that worktree is removed, unless a branch contains the claim', () => {
    expect(claim(second(), 'kim')).toBe('done');
    git(main.root, 'worktree', 'remove', '--force', second());
    expect(claim(main.root, 'lee')).toBe('done');

    const third = linked[1] ?? '';
    expect(claim(third, 'kim', 'other')).toBe('done');
    git(third, 'add', '-A');
    git(third, 'commit', '-qm', 'claimed');
    git(main.root, 'worktree', 'remove', '--force', third);
    expect(holders(main.root)).toEqual(['lee', 'kim']);
    expect(claim(main.root, 'lee', 'other')).toEqual(['ALREADY_CLAIMED', 'kim']);
    git(main.root, 'branch', '-D', 'third');
    expect(holders(main.root)).toEqual(['lee', undefined]);
    expect(claim(main.root, 'lee', 'other')).toBe('done');
  });

  it.each([
    ['lost', undefined],
    ['empty', ''],
    ['garbage', '\u0000{"kind":"claim"}\n[]\nnull\n{"kind":"claim","spec":7,"by":{}}\n'],
  ])('still prevents other claims of the spec when the registry file is %s', (_what, text) => {
    expect(claim(second(), 'kim')).toBe('done');
    const folder = join(main.root, '.git/spectool');
    for (const name of readdirSync(folder)) {
      if (text === undefined) rmSync(join(folder, name), { recursive: true });
      else writeFileSync(join(folder, name, 'entries.jsonl'), text);
    }
    expect(claim(main.root, 'lee')).toEqual(['ALREADY_CLAIMED', 'kim']);
    expect(run(main.root, ['next', '--claim', '--as', 'lee']).stdout).toContain('002-other');
    expect(holders(second())).toEqual(['kim', 'lee']);
  });

  it('is ignored when only forged lines of the registry file contain the claim', () => {
    run(second(), ['claim', 'other', '--as', 'kim']);
    const folder = join(main.root, '.git/spectool');
    const file = join(folder, readdirSync(folder).find((name) => name !== 'cache') ?? '', 'entries.jsonl');
    const { specs } = JSON.parse(run(main.root, ['list', '--json']).stdout) as { specs: { id: string }[] };
    const far = '+275760-09-13T00:00:00.000Z';
    const forged = {
      kind: 'claim',
      spec: specs[0]?.id,
      name: '001-first',
      by: 'eve',
      since: far,
      until: far,
    };
    const lines = Array.from({ length: 10_000 }, (_, i) =>
      JSON.stringify({ ...forged, worktree: `/gone/${i}`, record: `r${i}` }),
    );
    for (const some of [lines.slice(0, 3_000), lines]) {
      writeFileSync(file, some.join('\n'));
      expect(holders(main.root)[0]).toBeUndefined();
    }
    expect(claim(main.root, 'lee')).toBe('done');
    expect(statSync(file).size).toBeLessThan(10_000);
    expect(claim(main.root, 'lee', 'other')).toEqual(['ALREADY_CLAIMED', 'kim']);
  });

  it('is stored in the project folder, with a warning, when the git folder cannot be written', () => {
    rmSync(join(main.root, '.git/spectool'), { recursive: true });
    // A file in the place of the folder prevents even root from writing to the folder.
    writeFileSync(join(main.root, '.git/spectool'), '');
    const claimed = run(second(), ['claim', 'first', '--as', 'kim', '--json']);
    const { registry, warnings } = JSON.parse(claimed.stdout) as {
      registry: string;
      warnings: { code: string }[];
    };
    expect([registry, warnings.map(({ code }) => code)]).toEqual(['local', ['REGISTRY_LOCAL']]);
    expect(claim(second(), 'lee')).toEqual(['ALREADY_CLAIMED', 'kim']);
    expect(claim(main.root, 'lee')).toEqual(['ALREADY_CLAIMED', 'kim']);
  });
});

it('a claim in a project without git is stored in the project folder and prevents other claims', () => {
  const alone = ScratchProject.initialised();
  run(alone.root, ['create', 'first']);
  const { registry, warnings } = JSON.parse(
    run(alone.root, ['claim', 'first', '--as', 'kim', '--json']).stdout,
  ) as { registry: string; warnings: { code: string }[] };
  expect([registry, warnings.map(({ code }) => code)]).toEqual(['local', ['SECTION_EMPTY']]);
  expect(claim(alone.root, 'lee')).toEqual(['ALREADY_CLAIMED', 'kim']);
});
