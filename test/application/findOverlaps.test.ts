import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { MemoryRegistry, NoRepository, type RegistryState } from '../../src/adapters/memory/testDoubles.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import type { LoggedCommit } from '../../src/domain/trace/commitsOfSpecs.js';
import { filesOf } from '../support/memoryBranches.js';
import { MemoryProject } from '../support/memoryProject.js';

const THERE = '/there';

/** The other worktree of a clone, in which lee works. */
class Clone extends NoRepository {
  changed: readonly string[] = [];
  logged: readonly LoggedCommit[] = [];
  there: MemoryFileSystem | undefined;

  override logsInWorktrees(streams: readonly string[] = []): never {
    const { there } = this;
    const logOf = (stream: string) =>
      there
        ?.list(`${LOG_FOLDER}/${stream}`)
        .map(({ name }) => there.readText(`${LOG_FOLDER}/${stream}/${name}`) ?? '') ?? [];
    return new Map(streams.map((stream) => [stream, logOf(stream)])) as never;
  }

  override worktrees(): never {
    return { names: ['there'] } as never;
  }

  override changedElsewhere(): never {
    return this.changed as never;
  }

  override projectFiles(): never {
    return ['src/auth/a.ts', 'src/auth/yarn.lock', 'other.ts'] as never;
  }

  override since(): never {
    return { commits: [] } as never;
  }

  override naming(): never {
    return { commits: this.logged } as never;
  }
}

let now: number;
let clone: Clone;
let state: RegistryState;
let here: MemoryProject;
let there: MemoryProject;
const clock = { now: () => new Date(now).toISOString(), today: () => '2026-02-01' };
const codesOf = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
  warnings.filter(({ code }) => code === 'OVERLAP').length;

beforeEach(async () => {
  now = Date.parse('2026-02-01T12:00:00.000Z');
  clone = new Clone();
  state = {};
  const files = new MemoryFileSystem('/here');
  const kim = { actor: () => 'kim' };
  here = new MemoryProject(
    { ...clone.ports, clock, actors: kim, registry: new MemoryRegistry(state, '/here') },
    files,
  );
  const body = '# Login\n\nSee `src/named.ts`.\n';
  await here.spectool.createSpec.execute({ name: 'login', code: ['src/auth/**'], body });
  await here.spectool.createSpec.execute({ name: 'pay', noSimilar: true });
  clone.there = new MemoryFileSystem(THERE);
  for (const [path, text] of Object.entries(filesOf(here.files))) clone.there.write(path, text);
  const actors = { actor: () => 'lee' };
  const registry = new MemoryRegistry(state, THERE);
  there = new MemoryProject({ ...clone.ports, clock, actors, registry }, clone.there);
  await there.spectool.claimSpecs.execute({ specs: ['pay'] });
});

const found = async (request = {}) => (await here.spectool.findOverlaps.execute(request)).overlaps;

describe('others who change files of a spec', () => {
  it('are found by files that the field code selects', async () => {
    clone.changed = ['other.ts', 'src/named.ts', 'src/auth/a.ts'];
    expect(await found({ spec: '1' })).toEqual([
      { spec: '001-login', by: 'lee', on: '002-pay', worktree: THERE, files: ['src/auth/a.ts'] },
    ]);
  });

  it('are found if both specs select a file by the field code, also in one worktree', async () => {
    await here.spectool.createSpec.execute({ name: 'mail', code: ['src/auth/a.ts'], noSimilar: true });
    await here.spectool.claimSpecs.execute({ specs: ['1'] });
    await here.spectool.claimSpecs.execute({ specs: ['3'] });
    // One person who works on both knows.
    expect(await found()).toEqual([]);
    await here.spectool.releaseSpec.execute({ spec: '3' });
    const actors = { actor: () => 'ann' };
    const anns = new MemoryProject(
      { ...clone.ports, clock, actors, registry: new MemoryRegistry(state, '/here') },
      here.files,
    );
    await anns.spectool.claimSpecs.execute({ specs: ['3'] });
    expect(await found({ spec: '1' })).toEqual([
      { spec: '001-login', by: 'ann', on: '003-mail', files: ['src/auth/a.ts'] },
    ]);
    expect(await found()).toHaveLength(2);
  });

  it('are found by files that commits of the spec changed', async () => {
    const commit = { author: 'kim', authoredAt: 1, committedAt: 1, files: ['src/c.ts'] };
    clone.logged = [{ ...commit, hash: '1'.repeat(40), message: 'Add\n\nSpec: 1' }];
    clone.changed = ['src/c.ts'];
    expect(await found({ spec: '1' })).toMatchObject([{ files: ['src/c.ts'] }]);
  });

  it('are found for all specs in progress, or for one spec', async () => {
    clone.changed = ['src/auth/a.ts'];
    expect(await found()).toEqual([]);
    await here.spectool.claimSpecs.execute({ specs: ['1'] });
    expect(await found()).toHaveLength(1);
    expect(await found({ spec: '2' })).toEqual([]);
  });

  it('are not found by shared files', async () => {
    clone.changed = ['src/auth/a.ts', 'src/auth/yarn.lock', 'specs/001-login/README.md', 'CHANGELOG.md'];
    expect(await found({ spec: '1' })).toMatchObject([{ files: ['src/auth/a.ts'] }]);
  });

  it('are told by the commands that begin a spec, and by prime', async () => {
    clone.changed = ['src/auth/a.ts'];
    const { spectool } = here;
    expect(codesOf(await spectool.claimSpecs.execute({ specs: ['1'], dryRun: true }))).toBe(0);
    const claimed = await spectool.claimSpecs.execute({ specs: ['1'] });
    expect(claimed.warnings.map(({ message }) => message)).toContain(
      '@lee, on 002-pay in another worktree, works on src/auth/a.ts, which 001-login also covers.',
    );
    expect((await spectool.primeProject.execute()).overlaps).toMatchObject({ total: 1 });
    await spectool.releaseSpec.execute({ spec: '1' });
    expect(codesOf(await spectool.claimNext.execute())).toBe(1);
    await spectool.releaseSpec.execute({ spec: '1' });
    expect(codesOf(await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' }))).toBe(1);
    expect(codesOf(await spectool.updateSpec.execute({ spec: '1', addTags: ['x'] }))).toBe(0);
  });

  it('are not told if nobody else changes files of the spec, or nobody else works', async () => {
    clone.changed = ['other.ts'];
    expect(codesOf(await here.spectool.claimSpecs.execute({ specs: ['1'] }))).toBe(0);
    await there.spectool.releaseSpec.execute({ spec: 'pay' });
    clone.changed = ['src/auth/a.ts'];
    expect(await found()).toEqual([]);
    expect((await here.spectool.primeProject.execute()).overlaps.total).toBe(0);
  });

  it('are told with whole paths in claim and prime, also those that need quotes', async () => {
    clone.changed = ['src/auth/a long name.ts'];
    const told = '"src/auth/a long name.ts"';
    expect((await here.run(['claim', '1'])).stderr).toContain(`works on ${told}, which 001-login`);
    expect((await here.run(['prime'])).stdout).toContain(`in another worktree: ${told} of "001-login"`);
  });

  it('are told without their files beyond three, and without escape sequences', async () => {
    clone.changed = ['a', 'b', 'c', 'd', 'e\u001b[31m'].map((name) => `src/auth/${name}`);
    const { stderr } = await here.run(['claim', '1']);
    expect(stderr).toContain('works on src/auth/a, src/auth/b, src/auth/c and 2 more, which 001-login');
    const { stdout } = await here.run(['trace', '--overlap']);
    expect(stdout).toContain('@lee, on 002-pay in another worktree, works on src/auth/a');
    expect(stdout).not.toContain('\u001b');
  });
});

it('trace --overlap says so in one line if there are none, and refuses other flags', async () => {
  expect((await here.run(['trace', '--overlap'])).stdout).toBe(
    'No other actor works on the same files as specs in progress.\n',
  );
  for (const line of [
    ['--overlap', '--drift'],
    ['--overlap', '--all'],
    ['--drift', '--limit', '3'],
    ['--drift', '--since', 'main'],
    ['--drift', '--all'],
    ['1', '--drift'],
  ])
    expect(await here.run(['trace', ...line])).toMatchObject({ code: 2 });
});
