import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token } from 'marked';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { textTokens } from '../../src/domain/value/tokenEstimate.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { MemoryBranch } from '../support/memoryBranches.js';
import { runOnDisk } from '../support/runInProcess.js';

const INDEX = 'specs/INDEX.md';
const START = '2026-01-05T10:00:00.000Z';
const HEAD = '| spec | title | status | owner | priority | tags | criteria | completed or replaced |';
const body = (criteria: string, solution = '<!-- why -->\nWe *do* `x | y`\nand more.') =>
  `## Solution\n\n${solution}\n\nSecond.\n\n## Success Criteria\n\n${criteria}`;

let branch: MemoryBranch;
const text = (of = branch) => of.tool.files.readText(INDEX) ?? '';
const rows = () => text().match(/^\| .*/gm) ?? [];
const writeIndex = (of = branch) => of.tool.exportIndex.execute({});
const write = (path: string, content: string) => branch.tool.files.write(path, content);
const document = (fields: string, content: string) =>
  `---\nstatus: complete\ncreated: 2026-01-02\n${fields}\n---\n\n${content}`;
const complete = (spec: string, of = branch) =>
  of.tool.updateSpec.execute({ spec, status: 'complete', force: true, reason: 'x' });
const supersede = () =>
  branch.tool.archiveSpecs.execute({ specs: ['1'], outcome: 'superseded', by: '2', reason: 'x' });
const page = async (area?: string) => (await branch.tool.exportCurrent.execute({ area })).text ?? '';
/** Returns the promises on the page of an area: label, first word and proof of each. */
const promised = async (area?: string) =>
  Array.from((await page(area)).matchAll(/^ {2}- (\S+ \w+).*? ?(?:\((.*)\))?$/gm), ([, what = '', proof]) =>
    proof === undefined ? what : `${what}: ${proof}`,
  );
const prove = (outcome: '' | '<failure/>') => {
  const test = `<testcase name="001/AC1 locks" file="a.test.ts">${outcome}</testcase>`;
  write('r.xml', `<testsuite name="all">${test}</testsuite>`);
  return branch.tool.proveCriteria.execute({ reports: ['r.xml'], all: true });
};

beforeEach(async () => {
  branch = new MemoryBranch({ 'a.test.ts': "test('001/AC1 locks')\n" }, START, 'ada');
  const { tool } = branch;
  await tool.initProject.execute({ agentTools: 'none' });
  const login = body('- [ ] AC1: locks\n- [ ] AC2: warns | <b>\n- [ ] AC3: open\n');
  await tool.createSpec.execute({ name: 'login', title: 'Login', tags: ['auth'], body: login });
  await prove('');
  await tool.checkCriteria.execute({ spec: '1', criteria: ['AC2'], by: 'kim', reason: 'seen' });
  await complete('1');
  const shop = body('- [x] AC1: sells\n', 'Sell:\n\n- a\n- b');
  await tool.createSpec.execute({ name: 'shop', title: 'Shop', body: shop });
  await tool.createSpec.execute({
    name: 'later',
    tags: ['auth'],
    partOf: '2',
    body: body('- [ ] AC1: later\n'),
  });
});

describe('exportIndex', () => {
  it('lists specs in progress, planned ones, then complete ones, the newest first, and the archive', async () => {
    branch.tool.clock.set('2026-01-06T10:00:00.000Z');
    await branch.tool.updateSpec.execute({
      spec: '3',
      status: 'in-progress',
      assignee: 'kim',
      priority: 'high',
    });
    await branch.tool.createSpec.execute({ name: 'new' });
    await complete('2');
    await prove('<failure/>');
    await writeIndex();
    const [, , , sold = '', login = ''] = rows();
    expect(rows()).toEqual([
      HEAD,
      '| 003 | [Later](003-later/README.md) | in progress | kim | high | auth | 0/1 |  |',
      expect.stringMatching(/^\| 004 \| \[New\]\(004-new\/README\.md\) \| planned \|/),
      '| 002 | [Shop](002-shop/README.md) | complete |  |  |  | 1/1 | 2026-01-06 |',
      '| 001 | [Login](001-login/README.md) | complete |  |  | auth | 2/3, **1 failing** | 2026-01-05 |',
    ]);
    await supersede();
    await writeIndex();
    const archived = login
      .replace('(001', '(archived/001')
      .replace('05 |', '05, superseded by [002](002-shop/README.md) |');
    expect(rows().slice(-3)).toEqual([sold, HEAD, archived]);
    const { findings } = await branch.tool.validateProject.execute({});
    expect(findings.map(({ file }) => file)).not.toContain(INDEX);
  });

  it('shows the word of a status that is not one of its own', async () => {
    write('specs/009-old/README.md', document('', '').replace('complete', 'archived | done'));
    await writeIndex();
    expect(rows().at(-1)).toMatch(/^\| 009 \| .* \| unknown \(archived \\\| done\) \|/);
  });

  it('stays the same until a spec changes, which a check reports without writing', async () => {
    const check = async () => (await branch.tool.exportIndex.execute({ check: true })).changed;
    expect([(await check())[0]?.path, branch.tool.files.stat(INDEX)]).toEqual([INDEX, undefined]);
    await writeIndex();
    branch.tool.clock.set('2026-05-05T10:00:00.000Z');
    const before = text();
    expect([await check(), (await writeIndex()).changed, text()]).toEqual([[], [], before]);
    await branch.tool.checkCriteria.execute({ spec: '3', criteria: ['AC1'] });
    const row = (met: string) => `| 003 | [Later](003-later/README.md) | planned |  |  | auth | ${met} |  |`;
    expect(await check()).toEqual([{ path: INDEX, lines: [`- ${row('0/1')}`, `+ ${row('1/1')}`] }]);
    expect(text()).toBe(before);
  });

  it('keeps other text of the file, however long, and refuses files that are not Markdown of this project', async () => {
    write('docs/list.md', `# Ours${'.'.repeat(1024 ** 2)}\n`);
    await branch.tool.exportIndex.execute({
      out: `${branch.tool.files.root.replace(/\/$/, '')}/docs/list.md`,
    });
    expect(branch.tool.files.readText('docs/list.md')).toMatch(
      /^# Ours\.+\n\n<!-- spectool:begin v1 -->\n[^]*\(\.\.\/specs\/001/,
    );
    for (const out of 'specs/001-login/README.md specs/001-login/x.md .git/x.md ../x.md /x.md x.json AGENTS.md'.split(
      ' ',
    ))
      await expect(branch.tool.exportIndex.execute({ out })).rejects.toThrow();
  });

  it('shows hostile titles, people and tags as text in their cells', async () => {
    const hostile = [
      'a | b\\| c `d | e` | f',
      '<script>alert(1)</script> `<b>` ``x ` <img src=x> `',
      '[x](javascript:y) \\[z](javascript:y) ![i](https://evil.example/p.png)',
      '<!-- &lt; $x$ \u202e\u200b',
      '<!-- spectool:end -->',
      '\\` a ` <img src=x> ` ` `` ` <img src=x> ` https://a.b www.a.b a@b.c',
    ].map((one) => [one, JSON.stringify(one)] as const);
    for (const [i, [title, json]] of hostile.entries())
      write(
        `specs/01${String(i)}-x/README.md`,
        document(`assignee: ${json}\ntags: [${json}]`, `# ${title}\n`),
      );
    await writeIndex();
    await writeIndex();
    const used: Token[] = [];
    void marked.walkTokens(
      marked.lexer(text().replace(/^<!-- spectool.*/gm, '')),
      (token) => void used.push(token),
    );
    const [table] = used.filter(({ type }) => type === 'table');
    expect((table as unknown as { rows: unknown[] }).rows).toHaveLength(3 + hostile.length);
    expect(used.filter(({ type }) => ['html', 'image', 'def'].includes(type))).toEqual([]);
    const links = used.flatMap((token) => (token.type === 'link' ? [(token as { href: string }).href] : []));
    expect(links.filter((href) => !/^0\d\d-\w+\/README\.md$/.test(href))).toEqual([]);
    expect([text().includes('`d \\| e`'), text().match(/spectool:end -->$/gm)]).toMatchObject([
      true,
      { length: 1 },
    ]);
  });

  it('is right after another run when two branches that each completed a spec are in conflict', async () => {
    await writeIndex();
    const git = new GitSandbox();
    git.write(INDEX, text()).commit();
    for (const [name, spec, path] of [
      ['one', '2', 'specs/002-shop/README.md'],
      ['two', '3', 'specs/003-later/README.md'],
    ] as const) {
      const other = branch.clone(START, name);
      await complete(spec, other);
      await writeIndex(other);
      git.git('checkout', '-q', '-b', name, 'main');
      git.write(INDEX, text(other)).commit();
      branch.takeLogOf(other);
      write(path, other.tool.files.readText(path) ?? '');
    }
    expect(() => git.git('merge', '-q', 'one')).toThrow();
    write(INDEX, readFileSync(join(git.root, INDEX), 'utf8'));
    expect(text()).toContain('<<<<<<<');
    await writeIndex();
    expect(text()).not.toMatch(/^[<=>]{7}/m);
    expect(rows().filter((row) => row.includes('| complete |'))).toHaveLength(3);
  });

  it('is brought up to date in a commit if git tracks it and it was generated', async () => {
    const staged: string[] = [];
    class Tracked extends NoRepository {
      override lastCommits = () => new Map([[INDEX, 1]]) as never;
      override stage = ((files: readonly { readonly path: string }[]) => {
        staged.push(...files.map(({ path }) => path));
      }) as never;
    }
    branch = branch.clone(START, 'ada', new Tracked().ports);
    write(INDEX, '# Ours\n');
    await branch.tool.stageRecords.execute({});
    expect([staged, text()]).toEqual([[], '# Ours\n']);
    await writeIndex();
    await branch.tool.updateSpec.execute({ spec: '3', addTags: ['x'] });
    await branch.tool.stageRecords.execute({});
    expect([staged, text().includes('auth, x')]).toEqual([[INDEX], true]);
  });

  it('is checked by the command in docs/ci.md, which fails until the index is written again', async () => {
    const docs = readFileSync(join(import.meta.dirname, '../../docs/ci.md'), 'utf8');
    const [, check = ''] = /^- run: npx spectool (export index .*)$/m.exec(docs) ?? [];
    const { root } = new GitSandbox();
    const run = (words: string) => runOnDisk(root, words.split(' '));
    for (const words of ['init -y', 'create a', 'export index']) await run(words);
    expect((await run(check)).code).toBe(0);
    await run('create b');
    const { code, stdout } = await run(check);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/INDEX\.md: out of date\n {2}\+ \| 002 \|/)]);
  });
});

describe('exportCurrent', () => {
  const proven = '**AC1** locks: proven by "001/AC1 locks", 2026-01-01';
  const attested = '**AC2** warns: attested by @kim, 2026-01-05';
  const begin = () => branch.tool.updateSpec.execute({ spec: '3', status: 'in-progress' });

  it('has decisions and met criteria of complete specs with their proof, and links to what may come', async () => {
    await begin();
    expect(await page()).toBe(
      [
        '# What holds today',
        '## In force',
        '- [001 Login](specs/001-login/README.md), completed 2026-01-05, 2 of 3 criteria met: We *do* `x \\| y` and more. Second.\n' +
          '  - **AC1** locks (proven by "001/AC1 locks", 2026-01-01)\n' +
          '  - **AC2** warns \\| &lt;b> (attested by @kim, 2026-01-05)',
        '## In progress',
        '- [003 Later](specs/003-later/README.md)',
        '## Planned',
        '- [002 Shop](specs/002-shop/README.md)',
      ].join('\n\n'),
    );
  });

  it('moves a criterion that fails, is stale, is retired or restored, or whose spec is superseded', async () => {
    const { tool } = branch;
    await prove('<failure/>');
    expect(await promised()).toEqual(['**AC1** locks: **failing now**: "001/AC1 locks"', attested]);
    await prove('');
    write('a.test.ts', "test('001/AC1 locks') // new\n");
    expect(await promised()).toEqual(['**AC1** locks: not proven since 2026-01-01', attested]);
    await tool.retireCriterion.execute({ spec: '1', criterion: 'AC1', reason: 'x' });
    expect(await promised()).toEqual([attested]);
    await tool.restoreCriterion.execute({ spec: '1', criterion: 'AC1' });
    expect(await promised()).toHaveLength(2);
    await supersede();
    expect(await promised()).toEqual([]);
    expect(await page()).toMatch(
      /^## No longer in force\n\n- \[001 Login\]\(.*archived.*\), superseded by \[002\]\(specs.*\)$/m,
    );
  });

  it('shows a replacement in place of the old criterion while it is met and its spec complete', async () => {
    const { tool } = branch;
    const add = (spec: string, replaces: string) =>
      tool.addCriterion.execute({ spec, text: 'sooner', replaces });
    await begin();
    await add('3', '1/AC2');
    expect(await page()).toContain('will replace [001](specs/001-login/README.md) AC2');
    expect(await page('1')).toContain('003 Later');
    await tool.undoChange.execute({});
    expect(await page()).not.toContain('will replace');
    await tool.undoChange.execute({ redo: true });
    await tool.checkCriteria.execute({ spec: '3', criteria: ['1', '2'] });
    expect(await promised()).toEqual([proven, attested]);
    await complete('3');
    await tool.renumberSpec.execute({ spec: '1', name: 'sign-in' });
    // What all criteria of a spec have in common is said once.
    expect(await page()).toMatch(/^- \[003 .*, completed 2026-01-05, all ticked by @ada, 2026-01-05:/m);
    const replaced = ['**AC1** later', '**AC2** sooner: replaces [001](specs/001-sign-in/README.md) AC2'];
    expect(await promised()).toEqual([proven, ...replaced]);
    await tool.uncheckCriteria.execute({ spec: '3', criteria: ['AC2'], reason: 'x' });
    expect(await promised()).toEqual([proven, attested, '**AC1** later: ticked by @ada, 2026-01-05']);
    for (const [spec, replaces] of [
      ['1', '1/AC3'],
      ['3', '1'],
      ['3', '1/AC9'],
    ] as const)
      await expect(add(spec, replaces)).rejects.toThrow();
  });

  it('takes a tag or a spec with its parts as area, and refuses others with the known ones', async () => {
    for (const spec of ['2', '3']) await complete(spec);
    const sizes = async (...areas: readonly string[]) =>
      (await Promise.all(areas.map(promised))).map(({ length }) => length);
    expect(await sizes('auth', '2', 'shop')).toEqual([2, 1, 1]);
    expect(await page('2')).toMatch(
      /^# What holds today: 002-shop\n[^]*: Sell: - a - b Second\.\n[^]*003 Later/,
    );
    const hint = 'An area is a tag, or a spec with its parts: auth, 002-shop.';
    await expect(page('auht')).rejects.toMatchObject({ code: 'USAGE', hint });
    await branch.tool.createSpec.execute({ name: 'auth' });
    expect(await sizes('auth', 'tag:auth')).toEqual([0, 2]);
  });

  it('shows the day of a decision, or when its document was created if no day of completion is known', async () => {
    write('specs/009-old/README.md', document('tags: [old]', body('- [x] AC1: a', 'We dig.')));
    expect(await page('old')).toMatch(/^- \[009 .*\), created 2026-01-02: We dig\. Second\.$/m);
  });

  it.each([
    ['## Overview\n\n**Problem**: Slow.\n\n**Goals**: Be\nfast.\n\n**Note**: x', 'Goals**: Be fast.'],
    [
      '## Design\n\n**Current:**\n\nOld.\n\n**New:** [Fast](a.md "b").\n\n**Why?** It is.\n\n### More\n\n![a](b.png) Much.',
      'New:** Fast. **More**: Much.',
    ],
    [
      '## Design\n\n### Current state\n\nOld.\n\n### Tills\n\n```sh\nrun\n```\n\n- [one](x.md)\n- two',
      'Tills**: - one - two',
    ],
    ['## Overview\n\nTill.\n\n## Decision: tills\n\n| a |\n|---|\n\nDo it.', 'Do it.'],
    [
      '## Problem\n\n### Solution\n\nA.\n\n## Decision\n\n### Option 1: A\n\nNo.\n\n### Option 2: B (chosen)\n\nYes.',
      '**Option 2: B (chosen)**: Yes.',
    ],
    ['## Overview\n\nTill.\n\n## Requirements\n\n### Core\n\n- [ ] a\n', 'Till.'],
    ['## Why\n\nA.\n\n## What Changes\n\n- **B**: c\n', '- **B**: c'],
    ['## Overview\n\nTill.\n\n### Functional Requirements\n\n- **FR-001**: rings', '- **FR-001**: rings'],
    [
      '## Design\n\n### Solution Options\n\nMany.\n\n### Sorting\n\n**Sort options**: two.',
      '**Sorting**: **Sort options**: two.',
    ],
    ['## Design\n\n### Option A\n\nNo.\n\n**Decision**: Both.', '**Decision**: Both.'],
    ['## Summary\n\nIn short.\n\n## Notes\n\nLong.', 'In short.'],
  ])('takes the decision from %j', async (content, decision) => {
    write('specs/009-till/README.md', document('tags: [till]', content));
    expect(await page('till')).toMatch(/, created 2026-01-02.*: /);
    expect(`${await page('till')}\n`).toContain(`${decision}\n`);
  });

  it.each(['Solution (second try)', 'Decision', 'Decision Outcome', '🎯 Design', 'Approach'])(
    'takes the decision from a section "%s"',
    async (heading) => {
      const content = body('- [x] AC1: sells').replace('Solution', heading);
      await branch.tool.createSpec.execute({ name: 'till', tags: ['till'], body: content });
      await complete('till');
      expect(await page('till')).toContain('We *do* `x \\| y` and more.');
    },
  );

  it('shows what was ticked as tested in a spec without criteria, and of how much', async () => {
    const content = '## Plan\n\n- [x] dig\n\n## Test\n\n### By hand\n\n- [x] AC1: digs\n- [ ] deep\n';
    write('specs/009-till/README.md', document('tags: [till]', content));
    expect(await page('till')).toMatch(/, 1 of 2 criteria met\n {2}- \*\*AC1\*\* digs \(ticked by hand\)$/m);
  });

  it('leaves out tasks of plans of other tools unless something proves them', async () => {
    const plan =
      '# Till plan\n\nStatus: shipped\n\n- [x] AC1: dig\n- [x] AC2: rings\n\n## Acceptance\n\n- [x] works\n';
    write('docs/plans/2026-01-02-till.md', plan);
    await branch.tool.adoptFolders.execute({ paths: ['docs/plans'], apply: true });
    const inTill = async () => (await page()).split('- [').find((one) => one.startsWith('Till'));
    expect(await inTill()).toMatch(
      /^Till(?: plan)?\S+, created 2026-01-02\n {2}- works \(ticked by hand\)\s/,
    );
    await branch.tool.checkCriteria.execute({ spec: 'till', criteria: ['AC2'], by: 'kim', reason: 'heard' });
    expect(await inTill()).toMatch(/\n {2}- \*\*AC2\*\* rings \(attested by @kim, [-0-9]+\)\n {2}- works/);
  });

  it('names later complete specs that depend on a spec or mention it', async () => {
    await branch.tool.updateSpec.execute({ spec: '2', addDependencies: ['1'] });
    branch.tool.clock.set('2026-01-06T10:00:00.000Z');
    expect(await page()).not.toContain('see also');
    await complete('2');
    write(
      'specs/008-till/README.md',
      document(
        'completed: 2026-01-07',
        '## Notes\n\nEnds [login](../001-login/README.md), after specs 2 and 9.\n',
      ),
    );
    expect(await page()).toMatch(
      /^- \[001 Login\].*, see also the later \[002\]\(specs\/002-shop\/README\.md\), \[008\]\(.*\), 2 of 3/m,
    );
  });

  it('writes a page for each area of five complete specs, and the others to README.md', async () => {
    const run = (check?: true) => branch.tool.exportCurrent.execute({ out: 'docs/now', check });
    const files = () => branch.tool.files.list('docs/now').map(({ name }) => name);
    const read = (name: string) => branch.tool.files.readText(`docs/now/${name}`) ?? '';
    write('docs/now/own.md', '# Own\n');
    for (const n of [4, 5, 6, 7])
      write(`specs/00${String(n)}-n/README.md`, document('tags: [auth]', body('- [x] AC1: opens\n')));
    await run();
    expect(files()).toEqual(['README.md', 'auth.md', 'own.md']);
    expect(read('README.md')).toMatch(
      /^## Areas\n\n- \[auth\]\(auth\.md\): 5 complete\n\n## Planned\n\n- \[002 /m,
    );
    expect([read('README.md').includes('001 '), read('auth.md').includes('001 Login')]).toEqual([
      false,
      true,
    ]);
    expect((await run(true)).changed).toEqual([]);
    await branch.tool.updateSpec.execute({ spec: '1', removeTags: ['auth'] });
    const { changed } = await run(true);
    expect(changed.map(({ path }) => path)).toEqual(['docs/now/README.md', 'docs/now/auth.md']);
    await run();
    expect(files()).toEqual(['README.md', 'own.md']);
    expect(read('README.md')).toContain('001 Login');
  });

  it('shows which decision records amend or supersede others, as the accepted ones say', async () => {
    const record = (n: number, ...status: readonly string[]) =>
      write(
        `docs/adr/000${String(n)}-r.md`,
        `# ${String(n)}. R${String(n)}\n\nDate: 2026-01-0${String(n)}\n\n## Status\n\n${status.join('\n\n')}\n\n## Decision\n\nDo ${String(n)}.\n`,
      );
    record(1, 'Amended by [4. R4](0004-r.md)');
    record(2, 'Superseded by [3. R3](0003-r.md)');
    record(3, 'Accepted', 'Supersedes [2. R2](0002-r.md)');
    record(4, 'Accepted', 'Amends [1. R1](0001-r.md)', 'Supersedes ADR-0005');
    record(5, 'Accepted');
    record(6, 'Proposed', 'Supersedes [3. R3](0003-r.md)', 'Amends [4. R4](0004-r.md)');
    await branch.tool.adoptFolders.execute({ paths: ['docs/adr'], apply: true });
    const records = async () =>
      (await page()).match(/^- \[00\d R.*/gm)?.map((line) => line.replace(/\(docs[^)]*\)/g, ''));
    const now = [
      '- [001 R1], created 2026-01-01, **amended by [004]**: Do 1.',
      '- [003 R3], created 2026-01-03: Do 3.',
      '- [004 R4], created 2026-01-04: Do 4.',
      '- [006 R6]',
      '- [005 R5], superseded by [004]',
      '- [002 R2], superseded by [003]',
    ];
    expect(await records()).toEqual(now);
    const { findings } = await branch.tool.validateProject.execute({});
    expect(findings.filter(({ file }) => file.startsWith('docs'))).toEqual([]);
    await branch.tool.updateSpec.execute({ spec: '0001-r', priority: 'high' });
    expect(await records()).toEqual(now);
    record(1, 'Accepted');
    record(4, 'Accepted');
    expect((await records())?.slice(0, 2)).toEqual([now[0]?.replace(', **amended by [004]**', ''), now[1]]);
  });

  it('fits a budget of tokens: the newest stays', async () => {
    const list = '- [x] it does things that a page of this size can never have all of\n'.repeat(40);
    for (let i = 10; i < 40; i++)
      write(
        `specs/0${String(i)}-n/README.md`,
        document(
          `completed: 2026-02-${String(i % 28).padStart(2, '0')}\ntags: [big]`,
          body(list, 'word '.repeat(300)),
        ),
      );
    const { text: big = '' } = await branch.tool.exportCurrent.execute({ area: 'big', budget: 1500 });
    expect(textTokens(big)).toBeLessThanOrEqual(1500);
    expect(big).toMatch(/- earlier: 0\d\d N, 0\d\d N[^]*completed 2026-02-27/);
  });
});
