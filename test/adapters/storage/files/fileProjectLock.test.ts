import { describe, expect, it } from '@jest/globals';
import { FileProjectLock, LOCK_PATH } from '../../../../src/adapters/storage/files/fileProjectLock.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { MemoryProjectLock } from '../../../../src/adapters/memory/memoryProjectLock.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import { projectLockContract } from '../../../contracts/projectLockContract.js';
import { FakeProcesses } from '../../../support/fakeProcesses.js';
import { refusal } from '../../../support/refusal.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const AT_ONCE = { SPECTOOL_LOCK_TIMEOUT: '0' };

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
  function left(content: string): { files: FileSystem; processes: FakeProcesses; lock: FileProjectLock } {
    const files = new MemoryFileSystem();
    files.write(LOCK_PATH, content);
    const processes = new FakeProcesses();
    return { files, processes, lock: new FileProjectLock(files, processes.seenBy(22), AT_ONCE) };
  }
  const owned = (pid: number, host = 'box', start = `started-${pid}`) =>
    JSON.stringify({ pid, host, namespace: '', start, nonce: 'abc' });

  it('takes over from a dead owner and leaves nothing behind', () => {
    const { files, processes, lock } = left(owned(11));
    expect(refusal(() => lock.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
    processes.kill(11);
    expect(lock.hold(() => 'mine')).toBe('mine');
    expect(files.list('.spectool/locks')).toEqual([]);
  });

  it('knows a number that was given to another process since', () => {
    const { lock } = left(owned(11, 'box', 'started-before'));
    expect(lock.hold(() => 'mine')).toBe('mine');
  });

  it('leaves an owner on another machine alone, and says how to end it', () => {
    const { files, processes, lock } = left(owned(11, 'elsewhere'));
    processes.kill(11);
    const error = refusal(() => lock.hold(() => 0));
    expect(error.message).toContain('process 11 on elsewhere');
    expect(error.hint).toContain(LOCK_PATH);
    expect(error.details).toMatchObject({ owner: { pid: 11, host: 'elsewhere' } });
    expect(files.readText(LOCK_PATH)).toBe(owned(11, 'elsewhere'));
  });

  it.each(['', '{', 'null', '{"pid":-1}', owned(0), owned(1.5), '{"__proto__":1}', 'x'.repeat(5000)])(
    'takes a file that names no owner (%#) for dead once it is old',
    (content) => {
      // Files in memory are of a fixed past day.
      expect(left(content).lock.hold(() => 'mine')).toBe('mine');
    },
  );

  it('waits for a file that names no owner while it is young', () => {
    const files = new NodeFileSystem(temporaryFolder());
    files.write(LOCK_PATH, '');
    const lock = new FileProjectLock(files, new FakeProcesses().seenBy(22), { SPECTOOL_LOCK_TIMEOUT: '50' });
    expect(refusal(() => lock.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
  });

  it('does not take over while another process has the right to', () => {
    const { files, processes, lock } = left(owned(11));
    processes.kill(11);
    files.write('.spectool/locks/takeover-abc', owned(33).replace('abc', 'def'));
    expect(refusal(() => lock.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
    processes.kill(33);
    expect(lock.hold(() => 'mine')).toBe('mine');
    expect(files.list('.spectool/locks')).toEqual([]);
  });

  it('never removes a lock that is not its own', () => {
    const files = new MemoryFileSystem();
    const [mine] = rivals(files);
    mine.hold(() => {
      files.remove(LOCK_PATH);
      files.write(LOCK_PATH, owned(33));
    });
    expect(files.readText(LOCK_PATH)).toBe(owned(33));
  });

  it('refuses a timeout that is none', () => {
    const env = { SPECTOOL_LOCK_TIMEOUT: 'soon' };
    const lock = new FileProjectLock(new MemoryFileSystem(), new FakeProcesses().seenBy(1), env);
    expect(refusal(() => lock.hold(() => 0)).code).toBe('USAGE');
  });
});
