import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { MemoryRegistry } from '../../../../src/adapters/memory/testDoubles.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import {
  FileRegistry,
  type SharedFolderAnswer,
} from '../../../../src/adapters/storage/lock/lockAndClaimRegistry.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import type { ClaimEntry } from '../../../../src/ports/lockAndClaimRegistry.js';
import { claimRegistryContract } from '../../../contracts/claimRegistryContract.js';
import { FakeProcesses } from '../../../support/fakeProcesses.js';
import { FaultyFileSystem } from '../../../support/faultyFileSystem.js';
import { refusal } from '../../../support/thrownError.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const PATH = 'spectool/key';
const ENTRIES = `${PATH}/entries.jsonl`;

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

const held = () => true;

/** Returns a line as earlier versions wrote it, too. */
const claimLine = (more: object = {}) =>
  JSON.stringify({
    kind: 'claim',
    ...claimOf('kim'),
    since: '2026-01-05T10:00:00.000Z',
    until: '2026-01-05T14:00:00.000Z',
    worktree: tmpdir(),
    process: { pid: 11, host: 'box', namespace: '', start: 'x', at: 1 },
    ...more,
  });

const claimOf = (by: string): ClaimEntry => ({ spec: 'spec-7', name: '007-a', by });

/** Returns a registry whose shared file has this content. */
function holding(text: string, { shared = new MemoryFileSystem() } = {}) {
  shared.write(ENTRIES, text);
  const registry = new FileRegistry(
    new MemoryFileSystem(),
    () => ({ files: shared, path: PATH }),
    new FakeProcesses().seenBy(22),
  );
  const specs = () => registry.claims().map(({ spec }) => spec);
  return { registry, shared, specs };
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
    registry.enter([claimOf('lee')], held);
    expect(specs().at(-1)).toBe('spec-7');
    expect(shared.readText(ENTRIES)?.length).toBeLessThan(1_000);
  });

  it.each([
    { spec: '../../x' },
    { spec: null },
    { name: 7 },
    { by: {} },
    { worktree: ['/w'] },
    { by: 'x'.repeat(2_000) },
  ])('skips an invalid claim: %j', (wrong) => {
    const { registry } = holding(`${claimLine(wrong)}\n${claimLine({ spec: 'spec-8' })}\n`);
    expect(registry.claims().map(({ spec }) => spec)).toEqual(['spec-8']);
  });

  it('drops unknown fields of a claim, and claims of worktrees that are gone', () => {
    const { registry, specs } = holding(
      `${claimLine({ x: 1 })}\n${claimLine({ spec: 'spec-8', worktree: '/not/there' })}\n`,
    );
    expect(registry.claims()[0]).toEqual({ ...claimOf('kim'), worktree: tmpdir() });
    registry.enter([{ ...claimOf('lee'), spec: 'spec-9' }], held);
    expect(specs()).toEqual(['spec-7', 'spec-9']);
  });

  it('keeps the last thousand claims, and reads no claims from a file that is too large', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => claimLine({ spec: `spec-${i}` }));
    const { registry, shared } = holding(lines.slice(0, 3_000).join('\n'));
    registry.enter([claimOf('lee')], held);
    expect(registry.claims()).toHaveLength(1_000);
    expect(registry.claims().at(-1)).toMatchObject({ by: 'lee' });
    expect(shared.readText(ENTRIES)?.length).toBeLessThan(300_000);
    expect(holding(lines.join('\n')).registry.claims()).toEqual([]);
  });
});

describe('FileRegistry without a usable shared folder', () => {
  function inProject(shared: SharedFolderAnswer) {
    const files = new MemoryFileSystem();
    const registry = new FileRegistry(files, () => shared, new FakeProcesses().seenBy(22));
    const given = registry.hold(() => registry.enter([claimOf('kim')], held));
    return { files, given, specs: registry.claims().map(({ spec }) => spec) };
  }

  it('keeps nothing, and reports why', () => {
    const { files, given } = inProject({ problem: 'no git folder' });
    expect(given).toEqual({ reach: 'local', problem: 'no git folder' });
    expect(files.list('')).toEqual([]);
  });

  it.each(['EROFS', 'EACCES', 'ENOSPC'])('keeps nothing if writes fail with %s, but still reads', (code) => {
    const changes = (fault?: { at: number; code: string; dies: boolean }) => {
      const shared = new MemoryFileSystem();
      shared.write(ENTRIES, `${claimLine({ spec: 'spec-5' })}\n`);
      const faulty = new FaultyFileSystem(shared, fault);
      return { faulty, ...inProject({ files: faulty, path: PATH }) };
    };
    const places = changes().faulty.changes;
    expect(places).toBeGreaterThan(3);
    for (let at = 1; at <= places; at += 1) {
      const { given, specs } = changes({ at, code, dies: true });
      // The last two changes only release the lock, after the entries were written. The registry is shared even if one of these
      // two fails.
      if (given.reach === 'shared') expect(at).toBeGreaterThan(places - 2);
      else expect(given.problem).toContain('Cannot write');
      expect(specs[0]).toBe('spec-5');
    }
  });

  it.each(['a link that leads out', 'a file'])(
    'keeps nothing when %s is in the place of the shared folder',
    (what) => {
      const [git, outside] = [temporaryFolder(), temporaryFolder()];
      if (what === 'a file') writeFileSync(join(git, 'spectool'), '');
      else symlinkSync(outside, join(git, 'spectool'));
      const { given } = inProject({ files: new NodeFileSystem(git), path: PATH });
      expect(given.reach).toBe('local');
      expect(new NodeFileSystem(outside).list('')).toEqual([]);
    },
  );

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
    expect(open(11).hold(() => refusal(() => open(22).hold(() => 0))).code).toBe('LOCK_TIMEOUT');
  });
});
