import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { LockWaiting } from '../../../src/application/spectool.js';
import { createTestSpectool } from '../../../src/composition/testing.js';
import { runInProcess } from '../../support/runInProcess.js';

/** Runs a command line in a project that no other process locks. @returns its lock timeout and its message while waiting. */
async function waitingOf(args: readonly string[], isTTY = false) {
  const spectool = createTestSpectool({ files: { '.spectool/config.json': '{}' } });
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const opened: (LockWaiting | undefined)[] = [];
  const { code } = await runInProcess(args, {
    stderr,
    open: (_, waiting) => {
      opened.push(waiting);
      return spectool;
    },
  });
  const said = () => String(stderr.read() ?? '');
  return { code, waiting: opened[0], said };
}

describe('a writing command', () => {
  it.each(['', ' '])('refuses a blank actor name in --as=%j', async (name) => {
    const { code, said } = await waitingOf(['compact', `--as=${name}`]);
    expect([code, said()]).toEqual([2, expect.stringContaining('--as needs a name.')]);
  });

  it('prints on a terminal, but not to a pipe, which process it waits for', async () => {
    expect((await waitingOf(['compact'])).waiting?.onLockWait).toBeUndefined();
    const { waiting, said } = await waitingOf(['compact'], true);
    said();
    waiting?.onLockWait?.({ waitedMs: 2_000, owner: { pid: 7, host: 'box' } });
    expect(said()).toBe('note Waiting for process 7 on box to finish changing the project.\n');
  });
});
