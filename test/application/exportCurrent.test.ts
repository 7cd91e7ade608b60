import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBranch } from '../support/memoryBranches.js';
import { textTokens } from '../../src/domain/value/tokenEstimate.js';

const START = '2026-01-05T10:00:00.000Z';
const body = (criteria: string, solution = 'We *do* `x | y`\nand more.') =>
  `## Solution\n\n<!-- why -->\n${solution}\n\nSecond.\n\n## Success Criteria\n\n${criteria}`;

let branch: MemoryBranch;
const page = async (area?: string) => (await branch.tool.exportCurrent.execute({ area })).text ?? '';
/** Returns the promises on the page: label and proof of each. */
const promised = async (area?: string) =>
  Array.from(
    (await page(area)).matchAll(/^ {2}- \*\*(\S+)\*\* (\w+).* \((.*)\)$/gm),
    ([, label = '', word = '', proof = '']) => [label, word, proof].join(' '),
  );
const write = (path: string, text: string) => branch.tool.files.write(path, text);
const complete = (spec: string) =>
  branch.tool.updateSpec.execute({ spec, status: 'complete', force: true, reason: 'x' });
const prove = (outcome: '' | '<failure/>') => {
  write(
    'r.xml',
    `<testsuite name="all"><testcase name="001/AC1 locks" file="a.test.ts">${outcome}</testcase></testsuite>`,
  );
  return branch.tool.proveCriteria.execute({ reports: ['r.xml'], all: true });
};

beforeEach(async () => {
  branch = new MemoryBranch({ 'a.test.ts': "test('001/AC1 locks')\n" }, START, 'ada');
  const { tool } = branch;
  await tool.initProject.execute({ agentTools: 'none' });
  await tool.createSpec.execute({
    name: 'login',
    title: 'Login',
    tags: ['auth'],
    body: body('- [ ] AC1: locks\n- [ ] AC2: warns | <b>\n- [ ] AC3: open\n'),
  });
  await prove('');
  await tool.checkCriteria.execute({ spec: '1', criteria: ['AC2'], by: 'kim', reason: 'seen' });
  await complete('1');
  await tool.createSpec.execute({
    name: 'shop',
    title: 'Shop',
    body: body('- [x] AC1: sells\n', 'Sell:\n\n- a\n- b'),
  });
  await tool.createSpec.execute({
    name: 'later',
    tags: ['auth'],
    partOf: '2',
    body: body('- [ ] AC1: later\n'),
  });
});

describe('Given a complete spec with a proven and an attested criterion', () => {
  const proven = 'AC1 locks proven by "001/AC1 locks", 2026-01-01';
  const attested = 'AC2 warns attested by @kim, 2026-01-05';

  it('the page has its met criteria with their proof, its decision, and what is in progress', async () => {
    await branch.tool.updateSpec.execute({ spec: '3', status: 'in-progress' });
    expect(await page()).toBe(
      [
        '# What holds today',
        '## Promised and met',
        '- [001 Login](specs/001-login/README.md), completed 2026-01-05\n' +
          '  - **AC1** locks (proven by "001/AC1 locks", 2026-01-01)\n' +
          '  - **AC2** warns \\| &lt;b> (attested by @kim, 2026-01-05)',
        '## Decisions in force',
        '- [001 Login](specs/001-login/README.md): We *do* `x \\| y` and more.',
        '## In progress',
        '- [003 Later](specs/003-later/README.md)',
      ].join('\n\n'),
    );
  });

  it('a criterion moves when it fails, is stale, is retired or restored, and when its spec is superseded', async () => {
    expect(await promised()).toEqual([proven, attested]);
    await prove('<failure/>');
    expect(await promised()).toEqual(['AC1 locks **failing now**: "001/AC1 locks"', attested]);
    await prove('');
    write('a.test.ts', "test('001/AC1 locks') // new\n");
    expect((await promised())[0]).toMatch(/^AC1 locks not proven since/);
    await branch.tool.retireCriterion.execute({ spec: '1', criterion: 'AC1', reason: 'x' });
    expect(await promised()).toEqual([attested]);
    await branch.tool.restoreCriterion.execute({ spec: '1', criterion: 'AC1' });
    expect(await promised()).toHaveLength(2);
    await branch.tool.archiveSpecs.execute({ specs: ['1'], outcome: 'superseded', by: '2', reason: 'x' });
    expect([await promised(), await page()]).toEqual([
      [],
      '# What holds today\n\nNo spec is complete or in progress.',
    ]);
  });

  it('a criterion that replaces one takes its place once met and complete, until it is unticked or undone', async () => {
    const { tool } = branch;
    const add = () => tool.addCriterion.execute({ spec: '3', text: 'locks sooner', replaces: '1/AC2' });
    await tool.updateSpec.execute({ spec: '3', status: 'in-progress' });
    await add();
    expect(await page()).toContain('will replace [001](specs/001-login/README.md) AC2');
    await tool.undoChange.execute({});
    expect(await page()).not.toContain('will replace');
    await tool.undoChange.execute({ redo: true });
    await tool.checkCriteria.execute({ spec: '3', criteria: ['1', '2'] });
    expect(await promised()).toEqual([proven, attested]);
    await complete('3');
    await tool.renumberSpec.execute({ spec: '1', name: 'sign-in' });
    const sooner = 'AC2 locks ticked by @ada, 2026-01-05; replaces [001](specs/001-sign-in/README.md) AC2';
    const own = 'AC1 later ticked by @ada, 2026-01-05';
    expect(await promised()).toEqual([proven, own, sooner]);
    await tool.uncheckCriteria.execute({ spec: '3', criteria: ['AC2'], reason: 'x' });
    expect(await promised()).toEqual([proven, attested, own]);
    await tool.checkCriteria.execute({ spec: '3', criteria: ['AC2'] });
    expect(await promised()).toEqual([proven, own, sooner]);
    const refused = [
      ['1', '1/AC3'],
      ['3', '1'],
      ['3', '1/AC9'],
    ] as const;
    for (const [spec, replaces] of refused)
      await expect(tool.addCriterion.execute({ spec, text: 'new', replaces })).rejects.toThrow();
  });
});

describe('An area', () => {
  it('is a tag, or a spec with its parts; others are refused with the known ones', async () => {
    await complete('2');
    await complete('3');
    expect(await page('auth')).toMatch(/^# What holds today: auth\n/);
    expect([await promised('auth'), await promised('shop')].map(({ length }) => length)).toEqual([2, 1]);
    expect(await page('2')).toContain('003 Later');
    expect(await page('2')).toContain('): Sell: - a - b\n');
    await expect(page('auht')).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'An area is a tag, or a spec with its parts: auth, 002-shop.',
    });
    await branch.tool.createSpec.execute({ name: 'auth' });
    expect([await promised('auth'), await promised('tag:auth')].map(({ length }) => length)).toEqual([0, 2]);
  });

  it('has a page each in a folder, from which pages of former areas are removed', async () => {
    const run = (check?: true) => branch.tool.exportCurrent.execute({ out: 'docs/now', check });
    write('docs/now/own.md', '# Own\n');
    const { pages } = await run();
    expect(pages).toEqual(['docs/now/README.md', 'docs/now/auth.md', 'docs/now/002-shop.md']);
    expect((await run(true)).changed).toEqual([]);
    expect(branch.tool.files.readText('docs/now/auth.md')).toContain('(../../specs/001-login/README.md)');
    for (const spec of ['1', '3']) await branch.tool.updateSpec.execute({ spec, removeTags: ['auth'] });
    expect((await run(true)).changed.map(({ path }) => path)).toEqual([
      'docs/now/README.md',
      'docs/now/auth.md',
    ]);
    await run();
    expect(branch.tool.files.list('docs/now').map(({ name }) => name)).toEqual([
      '002-shop.md',
      'README.md',
      'own.md',
    ]);
    await expect(branch.tool.exportCurrent.execute({ check: true })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('fits a budget of tokens, however much holds: the newest stays', async () => {
    const list = Array.from(
      { length: 40 },
      (_, i) => `- [x] AC${String(i)}: it ${'does things '.repeat(20)}\n`,
    ).join('');
    for (let i = 0; i < 30; i++) {
      write(
        `specs/${String(i + 10).padStart(3, '0')}-n/README.md`,
        `---\nstatus: complete\ncreated: 2026-01-02\ncompleted: 2026-02-${String((i % 28) + 1).padStart(2, '0')}\ntags: [big]\n---\n\n${body(list, 'word '.repeat(300))}`,
      );
    }
    const { text = '' } = await branch.tool.exportCurrent.execute({ area: 'big', budget: 1500 });
    expect(textTokens(text)).toBeLessThanOrEqual(1500);
    expect(text).toContain('completed 2026-02-28');
    expect(text).toMatch(/- … and \d+ earlier specs\n/);
  });
});
