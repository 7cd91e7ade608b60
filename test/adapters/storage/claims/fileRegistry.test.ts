import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { MemoryRegistry } from '../../../../src/adapters/memory/memoryClaimRegistry.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import {
  FileRegistry,
  type SharedFolderAnswer,
} from '../../../../src/adapters/storage/claims/fileRegistry.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import type { ClaimEntry } from '../../../../src/ports/lockAndClaimRegistry.js';
import { claimRegistryContract } from '../../../contracts/claimRegistryContract.js';
import { FakeProcesses } from '../../../support/fakeProcesses.js';
import { FaultyFileSystem } from '../../../support/faultyFileSystem.js';
import { refusal } from '../../../support/thrownError.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const PATH = 'spectool/key';
const ENTRIES = `${PATH}/entries.jsonl`;
const NOW = 1_800_000_000_000;

/** Returns the registries of two worktrees with one shared folder. */
function worktrees(shared: FileSystem): readonly [FileRegistry, FileRegistry] {
  const processes = new FakeProcesses();
  return [11, 22].map(
    (pid) =>
      new FileRegistry(new MemoryFileSystem(), () => ({ files: shared, path: PATH }), processes.seenBy(pid)),
  ) as [FileRegistry, FileRegistry];
}

claimRegistryContract('FileRegistry of two worktrees on disk', () =>
  worktrees(new NodeFileSystem(temporaryFolder())),
);
claimRegistryContract('FileRegistry of two worktrees in memory', () => worktrees(new MemoryFileSystem()));
claimRegistryContract('MemoryRegistry', () => {
  const state = {};
  return [new MemoryRegistry(state), new MemoryRegistry(state)];
});

const by = (pid: number, host = 'box', at = NOW) => ({
  by: { pid, host, namespace: '', start: `started-${pid}`, at },
});

const claimLine = (more: object = {}) =>
  JSON.stringify({ kind: 'claim', ...claimOf('kim'), worktree: '/w', ...more });

const claimOf = (by: string): ClaimEntry => ({
  spec: 'spec-7',
  name: '007-a',
  by,
  since: '2026-01-05T10:00:00.000Z',
  until: '2026-01-05T14:00:00.000Z',
});

/** Returns a registry whose shared file has this content. */
function holding(text: string, { shared = new MemoryFileSystem() } = {}) {
  shared.write(ENTRIES, text);
  const processes = new FakeProcesses();
  const registry = new FileRegistry(
    new MemoryFileSystem(),
    () => ({ files: shared, path: PATH }),
    processes.seenBy(22),
    {},
    () => NOW,
  );
  const specs = () => registry.claims().map(({ spec }) => spec);
  return { registry, shared, processes, specs };
}

describe('FileRegistry', () => {
  it.each([
    '',
    'null',
    '{',
    '[]',
    '{"kind":"claim"}',
    '{"__proto__":{"kind":"claim"}}',
    '\u0000\uFFFD',
    // Earlier versions entered the numbers of specs.
    '{"kind":"number","number":7,"spec":"spec-7","name":"a","worktree":"/w"}',
    claimLine({ name: 'x'.repeat(10_000) }),
    'x'.repeat(2_000_000),
  ])('skips a line of its file that is not a claim (line %#)', (text) => {
    const { registry, specs, shared } = holding(`${text}\n${claimLine({ spec: 'spec-8' })}\n`);
    expect(specs()).toEqual(text.length < 1_000_000 ? ['spec-8'] : []);
    registry.change((draft) => draft.claim(claimOf('lee')));
    expect(specs().at(-1)).toBe('spec-7');
    expect(shared.readText(ENTRIES)?.length).toBeLessThan(1_000);
  });

  it('ignores the process of a claim if it is invalid, and keeps the claim', () => {
    for (const owner of [{ pid: 0 }, { pid: -1 }, { pid: '11' }, { at: 'now' }, { start: 5 }])
      expect(holding(claimLine({ process: { ...by(11).by, ...owner } })).registry.claims()).toMatchObject([
        { isPending: false },
      ]);
  });

  it('marks a claim as pending while the process that made it runs', () => {
    const { registry, processes } = holding(`${claimLine({ process: by(11).by })}\n`);
    expect(registry.claims()).toMatchObject([{ by: 'kim', isPending: true }]);
    processes.kill(11);
    expect(registry.claims()).toMatchObject([{ by: 'kim', isPending: false }]);
    registry.change((draft) => draft.claim(claimOf('lee')));
    expect(registry.claims()).toHaveLength(2);
  });

  it('marks a claim that another machine made as pending for ten minutes', () => {
    const lines = [590_000, 610_000, -610_000].map((ms, i) =>
      claimLine({ spec: `spec-${i}`, process: by(11, 'elsewhere', NOW - ms).by }),
    );
    const { registry } = holding(lines.join('\n'));
    expect(registry.claims().map(({ isPending }) => isPending)).toEqual([true, false, false]);
  });

  it.each([
    { spec: '../../x' },
    { spec: null },
    { name: 7 },
    { by: {} },
    { worktree: ['/w'] },
    { since: 'yesterday' },
    { until: '9999999-01-01' },
    { by: 'x'.repeat(2_000) },
  ])('skips an invalid claim: %j', (wrong) => {
    const { registry } = holding(`${claimLine(wrong)}\n${claimLine({ spec: 'spec-8' })}\n`);
    expect(registry.claims().map(({ spec }) => spec)).toEqual(['spec-8']);
  });

  it('drops unknown and invalid fields of a claim', () => {
    const { registry } = holding(
      claimLine({ place: {}, record: 5, process: { pid: 0 }, isPending: true, x: 1 }),
    );
    expect(registry.claims()).toEqual([{ ...claimOf('kim'), worktree: '/w', isPending: false }]);
  });

  it('keeps the last thousand claims, and reads no claims from a file that is too large', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => claimLine({ spec: `spec-${i}` }));
    const { registry, shared } = holding(lines.slice(0, 3_000).join('\n'));
    registry.change((draft) => draft.settleClaim(claimOf('lee')));
    expect(registry.claims()).toHaveLength(1_000);
    expect(registry.claims().at(-1)).toMatchObject({ by: 'lee' });
    expect(shared.readText(ENTRIES)?.length).toBeLessThan(300_000);
    expect(holding(lines.join('\n')).registry.claims()).toEqual([]);
  });

  it('restores the claims on all specs when several worktrees report the same claims', () => {
    const files = new MemoryFileSystem();
    const registry = new FileRegistry(files, () => ({ files, path: PATH }), new FakeProcesses().seenBy(11));
    const claim = (n: number, worktree: string) => {
      return { ...claimOf('kim'), spec: `spec-${String(n)}`, record: `record-${String(n)}`, worktree };
    };
    const merged = Array.from({ length: 600 }, (_, n) => ['/a', '/b', '/c'].map((at) => claim(n, at)));
    registry.change((draft) => draft.restoreClaims([claim(900, '/a'), ...merged.flat()]));
    expect(new Set(registry.claims().map(({ spec }) => spec)).size).toBe(601);
  });

  it('marks claims of old processes as not pending, and claims of processes that it cannot check as unseen', () => {
    const owners = [{}, { at: NOW - 610_000 }, { host: 'elsewhere' }];
    const lines = owners.map((owner, i) =>
      claimLine({ spec: `spec-${i}`, process: { ...by(11).by, ...owner } }),
    );
    const { registry } = holding(lines.join('\n'));
    expect(registry.claims().map(({ isPending, isUnseen = false }) => [isPending, isUnseen])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
    const { start: _start, ...namesNoStart } = by(11).by;
    const anybody = { self: () => by(22).by, liveness: () => 'alive' as const };
    const shared = new MemoryFileSystem();
    shared.write(ENTRIES, claimLine({ process: { ...namesNoStart, start: '' } }));
    const folder = { files: shared, path: PATH };
    const other = new FileRegistry(
      new MemoryFileSystem(),
      () => folder,
      anybody,
      {},
      () => NOW,
    );
    expect(other.claims()).toMatchObject([{ isPending: true, isUnseen: true }]);
  });

  it('keeps entries of kinds that it does not know', () => {
    const other = '{"kind":"branch","spec":"a1","by":"kim","until":{"x":[1, 2]}}';
    const { registry, shared } = holding(`${other}\n${claimLine()}\n`);
    registry.change((draft) => draft.claim({ ...claimOf('lee'), spec: 'spec-8' }));
    expect(shared.readText(ENTRIES)?.split('\n')).toContain(other);
  });

  it('does not write its file when no entry changed', () => {
    const shared = new MemoryFileSystem();
    const { registry } = holding(`${claimLine()}\n`, { shared });
    const before = shared.stat(ENTRIES);
    registry.change((draft) => draft.claims());
    expect(shared.stat(ENTRIES)).toEqual(before);
  });
});

describe('FileRegistry without a usable shared folder', () => {
  function inProject(shared: SharedFolderAnswer) {
    const files = new MemoryFileSystem();
    const registry = new FileRegistry(files, () => shared, new FakeProcesses().seenBy(22));
    const given = registry.change((draft) => {
      draft.settleClaim(claimOf('kim'));
      return draft.claims().map(({ spec }) => spec);
    });
    return { files, given };
  }

  it('keeps nothing, and reports no problem, when there is no shared folder', () => {
    expect(inProject(undefined).given).toEqual({ answer: ['spec-7'], reach: 'local' });
  });

  it('keeps nothing, and reports why', () => {
    const { files, given } = inProject({ problem: 'no git folder' });
    expect(given).toEqual({ answer: ['spec-7'], reach: 'local', problem: 'no git folder' });
    expect(files.list('')).toEqual([]);
  });

  it.each(['EROFS', 'EACCES', 'ENOSPC'])(
    'keeps nothing when any write fails with %s, and still reads the file',
    (code) => {
      const changes = (fault?: { at: number; code: string; dies: boolean }) => {
        const shared = new MemoryFileSystem();
        shared.write(ENTRIES, `${claimLine({ spec: 'spec-5' })}\n`);
        const faulty = new FaultyFileSystem(shared, fault);
        return { faulty, ...inProject({ files: faulty, path: PATH }) };
      };
      const places = changes().faulty.changes;
      expect(places).toBeGreaterThan(3);
      for (let at = 1; at <= places; at += 1) {
        const { given } = changes({ at, code, dies: true });
        // The last two changes only release the lock, after the entries were written. The registry is shared even if one of these
        // two fails.
        if (given.reach === 'shared') expect(at).toBeGreaterThan(places - 2);
        else expect(given.problem).toContain('Cannot write');
        expect([...new Set(given.answer)]).toEqual(['spec-5', 'spec-7']);
      }
    },
  );

  it.each(['a link to a folder of git', 'a link that leads out', 'a file'])(
    'keeps nothing when %s is in the place of the shared folder',
    (what) => {
      const [git, outside] = [temporaryFolder(), temporaryFolder()];
      mkdirSync(join(git, 'hooks'));
      if (what === 'a file') writeFileSync(join(git, 'spectool'), '');
      else symlinkSync(what.endsWith('out') ? outside : join(git, 'hooks'), join(git, 'spectool'));
      const { given } = inProject({ files: new NodeFileSystem(git), path: PATH });
      expect(given.reach).toBe('local');
      expect(given.problem).toContain('is not a folder');
      for (const folder of [outside, join(git, 'hooks')])
        expect(new NodeFileSystem(folder).list('')).toEqual([]);
    },
  );

  it('keeps nothing, and follows no link, when a link is in the place of the shared file', () => {
    const git = temporaryFolder();
    mkdirSync(join(git, PATH), { recursive: true });
    writeFileSync(join(git, 'config'), '[core]\n');
    symlinkSync('../../config', join(git, ENTRIES));
    const { given } = inProject({ files: new NodeFileSystem(git), path: PATH });
    expect(given.reach).toBe('local');
    expect(new NodeFileSystem(git).readText('config')).toBe('[core]\n');
  });

  it('lets work go on that other worktrees cannot be kept from', () => {
    const shared = new FaultyFileSystem(new MemoryFileSystem(), { at: 1, code: 'EROFS', dies: true });
    for (const folder of [undefined, { problem: 'no git folder' }, { files: shared, path: PATH }])
      expect(
        new FileRegistry(new MemoryFileSystem(), () => folder, new FakeProcesses().seenBy(22)).hold(() => 7),
      ).toBe(7);
  });

  it('fails while another worktree holds the lock', () => {
    const shared = new MemoryFileSystem();
    const processes = new FakeProcesses();
    const open = (pid: number) =>
      new FileRegistry(new MemoryFileSystem(), () => ({ files: shared, path: PATH }), processes.seenBy(pid), {
        lockTimeoutMs: 0,
      });
    for (const work of [() => open(22).change(() => 0), () => open(22).hold(() => 0)])
      expect(open(11).hold(() => refusal(work)).code).toBe('LOCK_TIMEOUT');
  });
});
