import { describe, expect, it } from '@jest/globals';
import { PLAIN_TERMINAL } from '../../../src/adapters/cli/layout/describeTerminal.js';
import type { Spectool } from '../../../src/application/spectool.js';
import { SpectoolError } from '../../../src/domain/errors/spectoolError.js';
import { FakeWatching } from '../../support/fakeWatchTerminal.js';
import { runInProcess } from '../../support/runInProcess.js';
import { MemoryProject } from '../../support/memoryProject.js';

const TERMINAL = { ...PLAIN_TERMINAL, columns: 60, interactive: true };

function aProject(): MemoryProject {
  const project = new MemoryProject();
  for (let i = 1; i <= 9; i++)
    project.spec(
      `00${String(i)}-s${String(i)}`,
      'status: planned\ncreated: 2026-01-02',
      `# Spec ${String(i)}\n`,
    );
  return project;
}

async function watch(watching: FakeWatching, open: () => Spectool, args: readonly string[] = ['list']) {
  const places: unknown[] = [];
  const outcome = await runInProcess([...args, '--watch'], {
    open,
    output: TERMINAL,
    watching: (...place) => {
      places.push(place);
      return Promise.resolve(watching);
    },
  });
  return { ...outcome, places };
}

describe('--watch', () => {
  it('shows a change by another process, fills the screen and prints nothing to standard output', async () => {
    const project = aProject();
    const watching = new FakeWatching([
      async () => {
        await project.spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
        return 'changed' as const;
      },
    ]);
    const { code, stdout, stderr, places } = await watch(watching, () => project.spectool);
    expect([code, stdout, stderr, watching.ended, places]).toEqual([0, '', '', 1, [['/project', 'specs']]]);
    expect(watching.screens.map((screen) => [screen.length, screen[1]])).toEqual([
      [8, '001  ○ planned  Spec 1'],
      [8, expect.stringContaining('001  ◐ in-progress')],
    ]);
    expect(watching.screens[0]?.at(-1)).toBe(
      'lines 1 to 7 of 10, j and k scroll; watching for changes; q quits',
    );
  });

  it('scrolls only within output that is longer than the screen', async () => {
    const watching = new FakeWatching([
      { key: 'down' },
      { key: 'up' },
      { key: 'up' },
      { key: 'page down' },
      { key: 'page down' },
      { key: 'page up' },
      { key: 'g' },
      'interrupted',
    ]);
    const project = aProject();
    const { code } = await watch(watching, () => project.spectool);
    expect(code).toBe(130);
    expect(watching.screens.map((screen) => screen[0]?.slice(0, 3))).toEqual([
      '  #',
      '001',
      '  #',
      '  #',
      '003',
      '003',
      '  #',
      '  #',
    ]);
  });

  it('redraws the output with the new width when the terminal is resized', async () => {
    const project = aProject();
    const watching = new FakeWatching(
      [
        () => {
          watching.columns = 20;
          return 'resized';
        },
      ],
      40,
    );
    await watch(watching, () => project.spectool, ['board']);
    const widest = watching.screens.map((screen) =>
      Math.max(...screen.slice(0, -1).map(({ length }) => length)),
    );
    expect(widest[0]).toBeGreaterThan(40);
    expect(widest[1]).toBeLessThanOrEqual(20);
  });

  it('shows an error above the last output and continues', async () => {
    const project = aProject();
    let broken = false;
    const open = () => {
      if (broken)
        throw new SpectoolError('CONFIG_INVALID', 'the file is not valid JSON.', { hint: 'Correct it.' });
      return project.spectool;
    };
    const set = (to: boolean) => () => {
      broken = to;
      return 'changed' as const;
    };
    const watching = new FakeWatching([set(true), set(false)], 40);
    const { code } = await watch(watching, open);
    expect([code, watching.ended]).toEqual([0, 1]);
    const [first = [], second = [], third = []] = watching.screens;
    expect(second.slice(0, 4)).toEqual([
      'error [CONFIG_INVALID] the file is not valid JSON.',
      'hint  Correct it.',
      '',
      first[0],
    ]);
    expect(third).toEqual(first);
  });

  it('exits with the error of the command, without using the terminal, when the first run fails', async () => {
    const watching = new FakeWatching([]);
    const project = aProject();
    const { code, stderr, places } = await watch(watching, () => project.spectool, [
      'list',
      '--sort',
      'nonsense',
    ]);
    expect([code, places, watching.screens]).toEqual([2, [], []]);
    expect(stderr).toContain('[USAGE]');
  });

  it('restores the terminal after an unexpected error', async () => {
    const watching = new FakeWatching([
      () => {
        throw new TypeError('a mistake');
      },
    ]);
    const project = aProject();
    expect((await watch(watching, () => project.spectool)).code).toBe(1);
    expect(watching.ended).toBe(1);
  });

  it('fails without a terminal and with --json', async () => {
    const project = aProject();
    const open = () => project.spectool;
    expect((await runInProcess(['list', '--watch'], { open })).stderr).toContain('[NO_TERMINAL]');
    const { code, stderr } = await runInProcess(['board', '--watch', '--json'], { open, output: TERMINAL });
    expect([code, stderr]).toEqual([2, expect.stringContaining('"USAGE"')]);
  });
});
