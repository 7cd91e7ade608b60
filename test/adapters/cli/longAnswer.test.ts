import { expect, it } from '@jest/globals';
import { runInProcess } from '../../support/inProcess.js';
import { MemoryProject } from '../../support/memoryProject.js';

it.each([[['stats', '--json']], [['export', 'json']]])(
  'a command fails with a message when its result is too long for one string: %p',
  async (args) => {
    const { spectool } = new MemoryProject();
    // Fails as JSON.stringify of a huge result does, without using that memory.
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
