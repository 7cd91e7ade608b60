import { expect, it } from '@jest/globals';
import { runInProcess } from '../../support/runInProcess.js';
import { MemoryProject } from '../../support/memoryProject.js';

it.each([[['stats', '--json']], [['export', 'json']]])(
  'command %p fails with a message when its output is too long for one JavaScript string',
  async (args) => {
    const { spectool } = new MemoryProject();
    // JSON.stringify fails on this result as on a huge one, without needing as much memory.
    const execute = () => Promise.resolve({ toJSON: () => ' '.repeat(2 ** 30) } as never);
    const long = Object.create(spectool, {
      showStatistics: { value: { execute } },
      exportProject: { value: { execute } },
    }) as typeof spectool;
    const { code, stdout, stderr } = await runInProcess(args, { open: () => long });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('longer than 512 MB');
    expect(stderr).not.toContain('INTERNAL');
  },
);
