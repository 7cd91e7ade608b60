import { beforeEach, describe, expect, it } from '@jest/globals';
import { PLAIN_TERMINAL } from '../../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../../src/adapters/cli/layout/terminalText.js';
import { FixedActor } from '../../../src/adapters/memory/testDoubles.js';
import { SPEC_ACTIONS } from '../../../src/adapters/cli/ui/uiActions.js';
import { FakeWatching, type Step } from '../../support/fakeWatchTerminal.js';
import { MemoryProject } from '../../support/memoryProject.js';
import { runInProcess } from '../../support/runInProcess.js';

let project: MemoryProject;

/** Presses keys: each character of a text, and each name in angle brackets, such as `<enter>`. */
function keys(text: string): readonly Step[] {
  return [...text.matchAll(/<([^>]+)>|(.)/gsu)].map(([, name, character = '']) => ({
    key: name ?? character,
  }));
}

/** Runs `ui` with these events until Ctrl-C, and returns the screens; lines are without the blanks at their ends. */
async function screens(steps: readonly Step[], columns = 60, rows = 16): Promise<readonly string[]> {
  const terminal = new FakeWatching([...steps, 'interrupted'], rows);
  terminal.columns = columns;
  const { code, stderr } = await runInProcess(['ui'], {
    open: () => project.spectool,
    output: { ...PLAIN_TERMINAL, columns, interactive: true },
    watching: () => Promise.resolve(terminal),
  });
  expect([code, stderr, terminal.ended]).toEqual([130, '', 1]);
  for (const screen of terminal.screens) {
    expect(screen).toHaveLength(rows);
    for (const line of screen) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
  return terminal.screens.map((screen) => screen.map((line) => line.trimEnd()).join('\n'));
}

const last = async (...given: Parameters<typeof screens>) => (await screens(...given)).at(-1) ?? '';
const spec = async () => (await project.spectool.viewSpec.execute({ spec: '1' })).spec;

beforeEach(async () => {
  project = new MemoryProject();
  const body = '## Problem\n\nIt is slow.\n\n## Success Criteria\n\n- [ ] AC1: fast\n- [ ] AC2: safe\n';
  await project.spectool.createSpec.execute({ name: 'User login', body, tags: ['web'] });
  await project.spectool.createSpec.execute({ name: 'Refunds 返金の処理', dependsOn: ['1'] });
});

describe('ui', () => {
  it('is refused without a terminal, with the command that prints the board', async () => {
    const { code, stderr } = await runInProcess(['ui'], { open: () => project.spectool });
    expect(code).toBe(1);
    expect(stderr).toContain('spectool board');
  });

  it('shows the columns, and the text of another spec when no key is pressed for a moment', async () => {
    const [first = '', second = '', third = ''] = await screens([...keys('j'), 'idle'], 120, 30);
    expect(first).toContain('planned 2');
    expect(first).toMatch(/> 001 User login/u);
    expect(first).toContain('It is slow.');
    expect(second).toMatch(/> 002 Refunds[\s\S]*It is slow/u);
    expect(third).not.toContain('It is slow.');
    expect(third).toContain('specs/002-refunds');
    expect(await last(['idle'], 60, 16)).not.toContain('It is slow.');
  });

  it('moves the selection, and follows a spec that another process changes', async () => {
    expect(await last(keys('j'))).toMatch(/> 002 Refunds/u);
    const changed = async () => {
      await project.spectool.updateSpec.execute({ spec: '2', title: 'Money back', status: 'in-progress' });
      return 'changed' as const;
    };
    expect(await last([...keys('j'), changed], 80)).toMatch(/> 002 Money back/u);
  });

  it('keeps showing the text that fills the screen while another process changes it', async () => {
    const changed = async () => {
      await project.spectool.addNote.execute({ spec: '1', text: 'Seen by lee' });
      return 'changed' as const;
    };
    expect(await last([...keys('<enter>'), changed], 80, 40)).toContain('Seen by lee');
  });

  it('sets the next status, and shows the command that it ran', async () => {
    const screen = await last(keys('s'));
    expect(screen).toContain('$ spectool update 001-user-login --status in-progress');
    expect(screen).toMatch(/in-progress 1[\s\S]*> 001 User login/u);
    expect((await spec()).status).toBe('in-progress');
  });

  it('ticks criteria from a list, with a proof', async () => {
    await screens(keys('x <down> <enter><down><enter>login works<enter>'));
    const { criteria } = await project.spectool.listCriteria.execute({ spec: '1' });
    expect(criteria.map(({ done, proof }) => [done, proof])).toEqual([
      [true, { test: 'login works' }],
      [true, { test: 'login works' }],
    ]);
  });

  it('picks dependencies and people from lists, and shows them on the cards', async () => {
    await project.spectool.createSpec.execute({ name: 'Mail', assignee: 'kim' });
    await project.spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    await screens(keys('d<down> <enter>w<down><enter>'));
    expect(await spec()).toMatchObject({ dependsOn: ['003-mail'], assignee: 'kim' });
    expect(await last([], 160)).toMatch(/001 User login .* high 0\/2 @kim #web[\s\S]*003 Mail .* @kim/u);
  });

  it('shows the error of a refused change, and runs the suggested command by its number', async () => {
    const screen = await last(keys('ss'), 100, 40);
    await project.spectool.updateSpec.execute({ spec: '1', status: 'planned', reason: 'again' });
    expect(screen).toContain('001-user-login cannot be completed');
    expect(screen).toContain('1 types: spectool check 001-user-login 1 2');
    await screens(keys('ss1<enter>'));
    expect((await spec()).criteria).toMatchObject({ done: 2, total: 2 });
  });

  it.each(['criterion', 'name of the holder', 'title'])('suggests no command of a %s', async (place) => {
    const evil = 'x `spectool delete 1`';
    await project.spectool.addCriterion.execute({ spec: '1', text: place === 'criterion' ? evil : 'x' });
    if (place === 'title') await project.spectool.updateSpec.execute({ spec: '1', title: evil });
    const holder = new FixedActor(place === 'name of the holder' ? evil : 'bob');
    const other = new MemoryProject({ actors: holder }, project.files);
    await other.spectool.claimSpecs.execute({ specs: ['1'] });
    for (const line of ['criteria 1', 'claim 1', 'update 1 --status complete', 'validate', 'history 1'])
      for (const screen of (await screens(keys(`:${line}<enter>1`), 300, 80)).slice(-2))
        expect(screen).not.toMatch(/^> delete|^\d types: spectool delete/mu);
  });

  it('asks for the values that a suggested command lacks, and refuses a placeholder', async () => {
    const bob = new MemoryProject({ actors: new FixedActor('bob') }, project.files);
    await bob.spectool.claimSpecs.execute({ specs: ['1'] });
    const refused = await last(keys(':claim 1<enter>'), 200, 40);
    const [, digit = ''] = /^(\d) types: spectool claim \S+ --steal --reason TEXT/mu.exec(refused) ?? [];
    expect(await last(keys(`:claim 1<enter>${digit}bob is ill<enter>`), 200, 40)).toMatch(
      /> claim \S+ --steal --reason "bob is ill"_/u,
    );
    for (const line of [`:claim 1<enter>${digit}TEXT<enter><enter>`, ':claim 1 --steal --reason TEXT<enter>'])
      expect(await last(keys(line), 200, 40)).toContain('TEXT is a placeholder.');
    expect((await spec()).claim?.by).toBe('bob');
    await screens(keys(`:claim 1<enter>${digit}bob is ill<enter><enter>`));
    expect((await spec()).claim?.by).not.toBe('bob');
  });

  it('filters by words while the filter is typed', async () => {
    expect(await last(keys('/refu'))).not.toContain('User login');
    expect(await last(keys('/refu<escape>'))).toContain('User login');
  });

  it('clears the filter with Escape, and says how many specs it leaves', async () => {
    expect(await last(keys('/refu<enter>'))).toContain('1 of 2 specs · filter: refu');
    expect(await last(keys('/refu<enter><escape>'))).toContain('· 2 specs\n');
  });

  it('brings earlier command lines back with the arrow keys', async () => {
    expect(await last(keys(':list<enter>:view 1<enter>:<up><up>'))).toContain('> list_');
    expect(await last(keys(':list<enter>:<up><down>'))).toContain('> _');
  });

  it('chooses a status, rather than setting one, for a spec that another actor holds', async () => {
    const bob = new MemoryProject({ actors: new FixedActor('bob') }, project.files);
    await bob.spectool.claimSpecs.execute({ specs: ['1'] });
    expect(await last(keys('ls'))).toContain('Status (@bob works on this spec)');
  });

  it('says what to do in a project without specs, and for a spec without criteria', async () => {
    project = new MemoryProject();
    expect(await last([])).toContain('There are no specs. Press N to create one.');
    await project.spectool.createSpec.execute({ name: 'Empty', body: '## Problem\n' });
    expect(await last(keys('x'))).toContain('There are no criteria. Press a to add one.');
  });

  it('runs any command, completes it, and shows its output in full', async () => {
    expect(await last(keys(':list<enter>'))).toContain('$ spectool list');
    expect(await last(keys(':crit<tab>'))).toContain('> criteria _');
    expect(await last(keys(':view 1<enter>o'), 80, 24)).toContain('It is slow.');
  });

  it('creates a spec, adds notes and criteria, and undoes after a question', async () => {
    await screens(keys('NSearch page<enter><enter>'));
    expect((await project.spectool.viewSpec.execute({ spec: '3' })).spec.title).toBe('Search page');
    await screens(keys('nSeen<enter>aworks<enter>'));
    expect((await project.spectool.viewSpec.execute({ spec: '1' })).content).toMatch(/works[\s\S]*Seen/u);
    await screens(keys('u<down><enter>'));
    expect((await spec()).criteria?.total).toBe(3);
    await screens(keys('u<enter>'));
    expect((await spec()).criteria?.total).toBe(2);
  });

  it.each(SPEC_ACTIONS.filter(({ key }) => key !== 'e').map(({ key, words }) => [key, words]))(
    'accepts the key %s (%s), and Escape in each of its questions, on any size of terminal',
    async (key) => {
      for (const [columns, rows] of [
        [60, 16],
        [300, 80],
      ] as const)
        await screens(
          [...keys(`${key}<escape><escape>?q${key}`), 'idle', 'resized', ...keys('<escape>')],
          columns,
          rows,
        );
    },
  );

  it('runs every command as the actor and in the folder that it was given, also commands of two words', async () => {
    const terminal = new FakeWatching([...keys('c:config get specsDir<enter>'), 'interrupted'], 30);
    const opened: unknown[] = [];
    await runInProcess(['ui', '--as', 'bob', '--cwd', 'web'], {
      open: (...given) => {
        opened.push(given);
        return project.spectool;
      },
      output: { ...PLAIN_TERMINAL, columns: 90, interactive: true },
      watching: () => Promise.resolve(terminal),
    });
    expect(opened.length).toBeGreaterThan(3);
    for (const one of opened) expect(one).toEqual(['web', expect.objectContaining({ actor: 'bob' })]);
    expect(terminal.screens.at(-1)?.join('\n')).toMatch(/config get specsDir *\n *specs/u);
  });

  it('draws no escape sequences of a title or a criterion', async () => {
    project.spec(
      '009-evil',
      'status: planned\ntitle: "a\\e[2Jb"',
      '# a\u001b[2Jb\n\n## Success Criteria\n\n- [ ] \u001b]0;x\u0007\n',
    );
    for (const screen of await screens([...keys('jjx'), 'idle', ...keys('<escape><enter>')], 120, 30))
      expect(screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
  });
});
