import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  FileProjectLock,
  type FileProjectLockOptions,
  LOCK_PATH,
} from '../../../../src/adapters/storage/lock/lockAndClaimRegistry.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { MemoryProjectLock } from '../../../../src/adapters/memory/testDoubles.js';
import { fileFailure, systemError } from '../../../../src/domain/errors/spectoolError.js';
import type { LockWait } from '../../../../src/ports/lockAndClaimRegistry.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import { projectLockContract } from '../../../contracts/projectLockContract.js';
import { FakeProcesses } from '../../../support/fakeProcesses.js';
import { expectRefusal, refusal } from '../../../support/thrownError.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const AT_ONCE = { lockTimeoutMs: 0 };

function rivals(files: FileSystem): readonly [FileProjectLock, FileProjectLock] {
  const processes = new FakeProcesses();
  return [
    new FileProjectLock(files, processes.seenBy(11), AT_ONCE),
    new FileProjectLock(files, processes.seenBy(22), AT_ONCE),
  ];
}

projectLockContract('FileProjectLock on disk', () => rivals(new NodeFileSystem(temporaryFolder())));
projectLockContract('FileProjectLock in memory', () => rivals(new MemoryFileSystem()));
projectLockContract('MemoryProjectLock', () => {
  const state = { holder: undefined };
  return [new MemoryProjectLock(state), new MemoryProjectLock(state)];
});

describe('FileProjectLock', () => {
  function left(
    content: string,
    files: FileSystem = new MemoryFileSystem(),
  ): { files: FileSystem; processes: FakeProcesses; lock: FileProjectLock } {
    files.write(LOCK_PATH, content);
    const processes = new FakeProcesses();
    return { files, processes, lock: new FileProjectLock(files, processes.seenBy(22), AT_ONCE) };
  }
  const owned = (pid: number, host = 'box', start = `started-${pid}`) =>
    JSON.stringify({ pid, host, namespace: '', start, nonce: 'abc' });

  it('takes over the lock of an ended process and leaves no files', () => {
    const { files, processes, lock } = left(owned(11));
    expect(refusal(() => lock.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
    processes.kill(11);
    expect(lock.hold(() => 'mine')).toBe('mine');
    expect(files.list('.spectool/locks')).toEqual([]);
  });

  it.each([true, false])('keeps the outcome of the work if the lock cannot be released (%s)', (isDone) => {
    const files = new MemoryFileSystem();
    const remove = files.remove.bind(files);
    files.remove = (path) => {
      throw fileFailure('WRITE_FAILED', path, systemError('EPERM'));
    };
    const processes = new FakeProcesses();
    const lock = new FileProjectLock(files, processes.seenBy(11), AT_ONCE);
    const work = () => {
      if (!isDone) throw new Error('failed');
      return 'done';
    };
    if (isDone) expect([lock.hold(work), lock.hold(work)]).toEqual(['done', 'done']);
    else expect(() => lock.hold(work)).toThrow('failed');
    const other = new FileProjectLock(files, processes.seenBy(22), AT_ONCE);
    files.remove = remove;
    expect(refusal(() => other.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
    processes.kill(11);
    expect(other.hold(() => 'mine')).toBe('mine');
  });

  it('takes over the lock when another process now has the process number of the holder', () => {
    const { lock } = left(owned(11, 'box', 'started-before'));
    expect(lock.hold(() => 'mine')).toBe('mine');
  });

  it('does not take over the lock of a process on another machine, and says how to remove the lock', () => {
    const disk = new NodeFileSystem(temporaryFolder());
    const { files, processes, lock } = left(owned(11, 'elsewhere'), disk);
    processes.kill(11);
    const error = refusal(() => lock.hold(() => 0));
    expect(error.message).toContain('process 11 on elsewhere');
    expect(error.hint).toContain(LOCK_PATH);
    expect(error.details).toMatchObject({ owner: { pid: 11, host: 'elsewhere' } });
    expect(files.readText(LOCK_PATH)).toBe(owned(11, 'elsewhere'));
  });

  it.each(['', '{', 'null', '{"pid":-1}', owned(0), owned(1.5), '{"__proto__":1}', 'x'.repeat(5000)])(
    'takes over an old lock whose file names no process (text %#)',
    (content) => {
      // The lock file counts as old, because files in memory have a fixed modification time in the past.
      expect(left(content).lock.hold(() => 'mine')).toBe('mine');
    },
  );

  it('waits for a recent lock whose file names no process', () => {
    const files = new NodeFileSystem(temporaryFolder());
    files.write(LOCK_PATH, '');
    const lock = new FileProjectLock(files, new FakeProcesses().seenBy(22), { lockTimeoutMs: 50 });
    expect(refusal(() => lock.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
  });

  it.each([
    [290, 'LOCK_TIMEOUT'],
    [310, undefined],
  ])('takes over the lock of another machine only after 5 minutes: error after %i s is %s', (age, code) => {
    const files = new NodeFileSystem(temporaryFolder());
    files.write(LOCK_PATH, owned(11, 'elsewhere'));
    const then = Date.now() / 1000 - age;
    utimesSync(join(files.root, LOCK_PATH), then, then);
    const lock = new FileProjectLock(files, new FakeProcesses().seenBy(22), AT_ONCE);
    if (code === undefined) expect(lock.hold(() => 'mine')).toBe('mine');
    else expect(refusal(() => lock.hold(() => 0)).code).toBe(code);
    expect(files.list('.spectool/locks').map(({ name }) => name)).toEqual(
      code === undefined ? [] : ['project'],
    );
  });

  it('does not take over a lock while another running process is taking it over', () => {
    const { files, processes, lock } = left(owned(11));
    processes.kill(11);
    files.write('.spectool/locks/takeover-abc', owned(33).replace('abc', 'def'));
    expect(refusal(() => lock.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
    processes.kill(33);
    expect(lock.hold(() => 'mine')).toBe('mine');
    expect(files.list('.spectool/locks')).toEqual([]);
  });

  it('leaves the lock file in place at its release when another process has replaced the file', () => {
    const files = new MemoryFileSystem();
    const [mine] = rivals(files);
    mine.hold(() => {
      files.remove(LOCK_PATH);
      files.write(LOCK_PATH, owned(33));
    });
    expect(files.readText(LOCK_PATH)).toBe(owned(33));
  });

  it('refuses a SPECTOOL_LOCK_TIMEOUT that is not a number', () => {
    const env = { SPECTOOL_LOCK_TIMEOUT: 'soon' };
    const lock = new FileProjectLock(new MemoryFileSystem(), new FakeProcesses().seenBy(1), { env });
    expect(refusal(() => lock.hold(() => 0)).code).toBe('USAGE');
  });
});

describe('a process waiting for a FileProjectLock', () => {
  /** A clock that advances only in `sleep`, which also calls a function of the test, for example to release the lock. */
  class SleepersClock {
    #now = 0;
    readonly #meanwhile: (now: number) => void;

    constructor(meanwhile: (now: number) => void = () => undefined) {
      this.#meanwhile = meanwhile;
    }

    now(): number {
      return this.#now;
    }

    sleep(ms: number): void {
      this.#now += Math.max(ms, 1);
      this.#meanwhile(this.#now);
    }
  }

  const owner = (pid: number, nonce = 'abc') =>
    JSON.stringify({ pid, host: 'box', namespace: '', start: `started-${pid}`, nonce });
  const left = (files: FileSystem) => files.list('.spectool/locks').map(({ name }) => name);
  let files: FileSystem;
  let processes: FakeProcesses;
  beforeEach(() => {
    files = new MemoryFileSystem();
    processes = new FakeProcesses();
  });
  const lockOf = (pid: number, options: FileProjectLockOptions = {}) =>
    new FileProjectLock(files, processes.seenBy(pid), { clock: new SleepersClock(), env: {}, ...options });

  it('gets the lock as soon as the lock is free', () => {
    files.write(LOCK_PATH, owner(11));
    const clock = new SleepersClock((now) => {
      if (now >= 1_000) files.remove(LOCK_PATH);
    });
    expect(lockOf(22, { clock }).hold(() => left(files))).toEqual(['project']);
    expect(clock.now()).toBeLessThan(1_300);
    expect(left(files)).toEqual([]);
  });

  it('passes over the queue that an earlier version left', () => {
    files.write(`${LOCK_PATH}-line/0000000001-00000000abcd`, owner(33));
    expect(lockOf(22, AT_ONCE).hold(() => 'mine')).toBe('mine');
  });

  it.each([
    ['a minute', {}, 60_000],
    ['the timeout of the environment', { env: { SPECTOOL_LOCK_TIMEOUT: '5000' } }, 5_000],
    ['the requested timeout', { env: { SPECTOOL_LOCK_TIMEOUT: '5000' }, lockTimeoutMs: 300 }, 300],
  ])('stops waiting after %s', (_, options, ms) => {
    files.write(LOCK_PATH, owner(11));
    const clock = new SleepersClock();
    const error = refusal(() => lockOf(22, { ...options, clock }).hold(() => 0));
    expect(error.code).toBe('LOCK_TIMEOUT');
    expect(error.message).toContain(`(gave up after ${ms / 1000} s)`);
    expect(error.hint).toContain('SPECTOOL_LOCK_TIMEOUT');
    expect(clock.now()).toBeGreaterThanOrEqual(ms);
    expect(clock.now()).toBeLessThan(ms + 2);
    expect(left(files)).toEqual(['project']);
  });

  it('reports once, after two seconds, the holder of the lock', () => {
    files.write(LOCK_PATH, owner(11));
    const told: LockWait[] = [];
    const onLockWait = (wait: LockWait) => told.push(wait);
    expectRefusal(() => lockOf(22, { onLockWait, lockTimeoutMs: 1_900 }).hold(() => 0), 'LOCK_TIMEOUT');
    expect(told).toEqual([]);
    expect(refusal(() => lockOf(22, { onLockWait }).hold(() => 0)).code).toBe('LOCK_TIMEOUT');
    expect(told as unknown[]).toEqual([
      { waitedMs: expect.any(Number) as unknown, owner: { pid: 11, host: 'box' } },
    ]);
    expect(told[0]?.waitedMs).toBeLessThan(2_500);
  });
});
