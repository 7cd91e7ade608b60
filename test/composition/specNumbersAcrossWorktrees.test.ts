import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { refusalOf } from '../support/thrownError.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The main worktree of a repository that contains a project; `second` is the path of another worktree. */
let main: GitSandbox;
let second: string;
const at = (root: string): Spectool => createSpectool({ cwd: root, ports: { actors: new FixedActor() } });
const create = async (root: string, name: string) =>
  (await at(root).createSpec.execute({ name })).spec.sequence;
let base: GitSandbox;

beforeAll(async () => {
  base = new GitSandbox();
  await at(base.root).initProject.execute({ agentTools: 'none' });
  await at(base.root).createSpec.execute({ name: 'first' });
  base.commit();
});

beforeEach(() => {
  main = base.copy();
  second = join(temporaryFolder(), 'second');
  main.git('worktree', 'add', '-q', '-b', 'second', second);
});

describe('two worktrees of a clone', () => {
  it('never give one number to two specs', async () => {
    expect(await create(second, 'there')).toBe(2);
    expect(await create(main.root, 'here')).toBe(3);
    expect((await at(second).renumberSpec.execute({ spec: 'there' })).spec.sequence).toBe(4);
  });

  it('do not write a spec while the other worktree does', async () => {
    const folder = join(main.root, '.git/spectool/e3b0c44298fc1c14');
    const started = readFileSync(`/proc/${process.pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19];
    const namespace = readlinkSync('/proc/self/ns/pid');
    mkdirSync(folder, { recursive: true });
    const owner = { pid: process.pid, host: hostname(), namespace, start: started };
    writeFileSync(join(folder, 'lock'), JSON.stringify(owner));
    const waiting = createSpectool({ cwd: main.root, lockTimeoutMs: 0, ports: { actors: new FixedActor() } });
    for (const work of [
      () => waiting.createSpec.execute({ name: 'here' }),
      () => waiting.renumberSpec.execute({ spec: 'first' }),
      () => waiting.renumberSpec.execute({ spec: 'first', name: 'other' }),
    ])
      expect((await refusalOf(work)).code).toBe('LOCK_TIMEOUT');
  });

  it('use a number again when the worktree of its spec is removed, but not while a branch has the spec', async () => {
    await create(second, 'there');
    new GitSandbox(second, []).commit();
    main.git('worktree', 'remove', '--force', second);
    expect(await create(main.root, 'here')).toBe(3);
    rmSync(join(main.root, 'specs/003-here'), { recursive: true });
    rmSync(join(main.root, '.spectool/log'), { recursive: true });
    main.git('checkout', '-q', '--', '.spectool/log');
    main.git('branch', '-qD', 'second');
    expect(await create(main.root, 'again')).toBe(2);
  });

  it('refuse to renumber a spec to a number of the other worktree, but accept an earlier number of the same spec', async () => {
    await create(second, 'there');
    const taken = await refusalOf(() => at(main.root).renumberSpec.execute({ spec: 'first', to: 2 }));
    expect([taken.code, taken.details]).toEqual(['NUMBER_TAKEN', { number: 2, holder: '002-there' }]);
    await at(main.root).renumberSpec.execute({ spec: 'first', to: 9 });
    expect((await at(main.root).renumberSpec.execute({ spec: 'first', to: 1 })).spec.sequence).toBe(1);
  });

  it('count the numbers of projects in different folders of the repository apart', async () => {
    const inner = join(second, 'packages/app');
    new GitSandbox(second, []).write('packages/app/.spectool/config.json', '{}');
    new GitSandbox(second, []).write('packages/app/.spectool/templates/spec-template.md', '# {title}\n');
    expect(await create(inner, 'inner')).toBe(1);
    expect(await create(main.root, 'here')).toBe(2);
  });

  it('create specs although the git folder cannot be written', async () => {
    const folder = join(main.root, '.git/spectool');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    const { spec, warnings } = await at(second).createSpec.execute({ name: 'there' });
    expect([spec.sequence, warnings]).toEqual([2, []]);
  });

  it('remove the files in which earlier versions reserved numbers', async () => {
    const numbers = join(second, '.spectool/numbers/5');
    new GitSandbox(second, []).write('.spectool/numbers/5/owner', '{"pid":1}');
    expect(await create(second, 'there')).toBe(2);
    expect(existsSync(join(numbers, '..'))).toBe(false);
  });
});
