import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SelectOptions } from '@clack/prompts';
import { PLAIN_TERMINAL } from '../../../../src/adapters/cli/layout/terminal.js';
import { NoRepository, createTestSpectool } from '../../../../src/composition/testing.js';

const CANCELLED = Symbol('cancelled');
const select = jest.fn<(question: SelectOptions<string>) => Promise<string | symbol>>();
jest.unstable_mockModule('@clack/prompts', () => ({
  select,
  cancel: () => undefined,
  updateSettings: () => undefined,
  isCancel: (answer: unknown) => answer === CANCELLED,
}));
const { runInProcess } = await import('../../../support/inProcess.js');

class Cloned extends NoRepository {
  override publishedFolders() {
    return ['001-second'];
  }
}

/** Two specs with the number 1, of which the later one is published. */
async function given() {
  const spectool = createTestSpectool({ ports: { ...new Cloned().ports } });
  await spectool.initProject.execute();
  await spectool.createSpec.execute({ name: 'first' });
  spectool.clock.set('2026-01-05T11:00:00.000Z');
  await spectool.createSpec.execute({ name: 'second' });
  spectool.files.move('specs/002-second', 'specs/001-second');
  return spectool;
}

async function fixed(flags: readonly string[], interactive: boolean) {
  const spectool = await given();
  const output = { ...PLAIN_TERMINAL, interactive };
  const { stderr } = await runInProcess(['validate', '--fix', ...flags], { output, open: () => spectool });
  const { specs } = await spectool.listSpecs.execute();
  return { stderr, keepsIt: specs.filter(({ sequence }) => sequence === 1).map(({ ref }) => ref) };
}

beforeEach(() => {
  select.mockReset();
});

describe('a number of two specs, of which only the later is published', () => {
  it.each([['001-second'], ['001-first']])('stays with %s if the answer is that', async (answer) => {
    select.mockResolvedValue(answer);
    expect((await fixed([], true)).keepsIt).toEqual([answer]);
    expect(select).toHaveBeenCalledTimes(1);
    expect(select.mock.calls[0]?.[0]).toMatchObject({ initialValue: '001-second' });
  });

  it('stays with both if there is no answer, and nothing is changed', async () => {
    select.mockResolvedValue(CANCELLED);
    expect(await fixed([], true)).toEqual({
      stderr: expect.stringContaining('Nothing was fixed.') as unknown,
      keepsIt: ['001-first', '001-second'],
    });
  });

  it.each<[readonly string[], boolean, string]>([
    [[], false, '001-first'],
    [['-y'], true, '001-first'],
    [['--json'], true, '001-first'],
    [['--keep', 'second'], true, '001-second'],
  ])('is not asked about with %j (in a terminal: %s), and stays with %s', async (flags, isTerminal, ref) => {
    expect((await fixed(flags, isTerminal)).keepsIt).toEqual([ref]);
    expect(select).not.toHaveBeenCalled();
  });
});
