import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { MemoryBranch } from '../support/memoryBranches.js';
import { runOnDisk } from '../support/runInProcess.js';

const INDEX = 'specs/INDEX.md';
const START = '2026-01-05T10:00:00.000Z';
const body = '## Success Criteria\n\n- [x] AC1: one\n- [ ] AC2: two\n';

let branch: MemoryBranch;
const text = (of = branch) => of.tool.files.readText(INDEX) ?? '';
const rows = (of = branch) => text(of).match(/^\| .*/gm) ?? [];
const write = (of = branch) => of.tool.exportIndex.execute({});
const check = () => branch.tool.exportIndex.execute({ check: true });
const complete = (spec: string, of = branch) =>
  of.tool.updateSpec.execute({ spec, status: 'complete', force: true, reason: 'x' });

beforeEach(async () => {
  branch = new MemoryBranch({}, START, 'ada');
  await branch.tool.initProject.execute({ agentTools: 'none' });
  for (const name of ['a', 'b', 'c', 'd'])
    await branch.tool.createSpec.execute({ name, title: `Title ${name}`, body, tags: ['x'] });
});

describe('exportIndex', () => {
  it('lists specs in progress, planned ones, then complete ones, the newest first, and the archive', async () => {
    await complete('1');
    branch.tool.clock.set('2026-01-06T10:00:00.000Z');
    await complete('2');
    await branch.tool.updateSpec.execute({
      spec: '4',
      status: 'in-progress',
      assignee: 'kim',
      priority: 'high',
    });
    await branch.tool.archiveSpecs.execute({ specs: ['1'], outcome: 'superseded', by: '2', reason: 'x' });
    await write();
    expect(rows()).toEqual([
      '| spec | title | status | owner | priority | tags | criteria | completed or replaced |',
      '| 004 | [Title d](004-d/README.md) | in progress | kim | high | x | 1/2 |  |',
      '| 003 | [Title c](003-c/README.md) | planned |  |  | x | 1/2 |  |',
      '| 002 | [Title b](002-b/README.md) | complete |  |  | x | 1/2 | 2026-01-06 |',
      '| spec | title | status | owner | priority | tags | criteria | completed or replaced |',
      '| 001 | [Title a](archived/001-a/README.md) | complete |  |  | x | 1/2 | 2026-01-05, superseded by [002](002-b/README.md) |',
    ]);
    expect((await branch.tool.validateProject.execute({})).findings.map(({ file }) => file)).not.toContain(
      INDEX,
    );
  });

  it('stays the same until a spec changes, which a check reports without writing', async () => {
    const { changed } = await check();
    expect([changed[0]?.path, branch.tool.files.stat(INDEX)]).toEqual([INDEX, undefined]);
    await write();
    branch.tool.clock.set('2026-05-05T10:00:00.000Z');
    const before = text();
    expect([(await check()).changed, (await write()).changed, text()]).toEqual([[], [], before]);
    await branch.tool.checkCriteria.execute({ spec: '3', criteria: ['AC2'] });
    const row = (met: string) => `| 003 | [Title c](003-c/README.md) | planned |  |  | x | ${met} |  |`;
    expect((await check()).changed).toEqual([{ path: INDEX, lines: [`- ${row('1/2')}`, `+ ${row('2/2')}`] }]);
    expect(text()).toBe(before);
  });

  it('keeps other text of the file, and refuses files of specs, of git, outside the project and of other blocks', async () => {
    branch.tool.files.write('docs/list.md', '# Ours\n\nText.\n');
    await branch.tool.exportIndex.execute({ out: 'docs/list.md' });
    const list = branch.tool.files.readText('docs/list.md') ?? '';
    expect(list).toMatch(/^# Ours\n\nText\.\n\n<!-- spectool:begin v1 -->\n/);
    expect(list).toContain('(../specs/001-a/README.md)');
    const refused = [
      'specs/001-a/README.md',
      'specs/001-a/x.md',
      '.git/x.md',
      '../x.md',
      '/x.md',
      'x.json',
      'AGENTS.md',
    ];
    for (const out of refused) await expect(branch.tool.exportIndex.execute({ out })).rejects.toThrow();
  });

  it('shows hostile titles, people and tags as text in their cells', async () => {
    const hostile = [
      'a | b\\| c `d | e` | f',
      '<script>alert(1)</script> `<b>` ``x ` <img src=x> `',
      '[x](javascript:y) \\[z](javascript:y) ![i](https://evil.example/p.png)',
      '<!-- &lt; $x$ \u202e\u200b',
      '<!-- spectool:end -->',
      '\\` a ` <img src=x> ` ` `` ` <img src=x> ` https://a.b www.a.b a@b.c',
    ];
    for (const [i, title] of hostile.entries())
      branch.tool.files.write(
        `specs/${String(10 + i).padStart(3, '0')}-x/README.md`,
        `---\nstatus: planned\ncreated: 2026-01-02\nassignee: ${JSON.stringify(title)}\ntags: [${JSON.stringify(title)}]\n---\n\n# ${title}\n`,
      );
    await write();
    await write();
    const tokens = marked.lexer(text().replace(/^<!-- spectool.*/gm, ''));
    const [table] = tokens.flatMap((token) => (token.type === 'table' ? [token] : []));
    const types: string[] = [];
    const links: string[] = [];
    void marked.walkTokens(tokens, (token) => {
      types.push(token.type);
      if (token.type === 'link') links.push((token as { href: string }).href);
    });
    expect((table as { rows: unknown[] }).rows).toHaveLength(4 + hostile.length);
    expect(types.filter((type) => ['html', 'image', 'def'].includes(type))).toEqual([]);
    expect(links.filter((href) => !/^0\d\d-\w\/README\.md$/.test(href))).toEqual([]);
    expect(text()).toContain('`d \\| e`');
    expect(text().match(/spectool:end -->$/gm)).toHaveLength(1);
  });

  it('is merged by lines, or is right after another run, when two branches each complete a spec', async () => {
    await write();
    const git = new GitSandbox();
    git.write(INDEX, text()).commit();
    for (const [name, spec] of [
      ['one', '1'],
      ['two', '3'],
    ] as const) {
      const other = branch.clone(START, name);
      await complete(spec, other);
      await write(other);
      git.git('checkout', '-q', '-b', name, 'main');
      git.write(INDEX, text(other)).commit();
      branch.takeLogOf(other);
      const path = spec === '1' ? 'specs/001-a/README.md' : 'specs/003-c/README.md';
      branch.tool.files.write(path, other.tool.files.readText(path) ?? '');
    }
    expect(() => git.git('merge', '-q', 'one')).toThrow();
    branch.tool.files.write(INDEX, readFileSync(join(git.root, INDEX), 'utf8'));
    expect(text()).toContain('<<<<<<<');
    await write();
    expect(text()).not.toMatch(/^[<=>]{7}/m);
    expect(rows().filter((row) => row.includes('| complete |'))).toHaveLength(2);
  });

  it('is brought up to date in a commit if git tracks it and it was generated', async () => {
    const staged: string[] = [];
    class Tracked extends NoRepository {
      isTracked = true;
      override lastCommits = () => (this.isTracked ? new Map([[INDEX, 1]]) : new Map()) as never;
      override stage = ((files: readonly { readonly path: string }[]) => {
        staged.push(...files.map(({ path }) => path));
      }) as never;
    }
    const repository = new Tracked();
    branch = branch.clone(START, 'ada', repository.ports);
    const commit = async () => {
      staged.length = 0;
      await branch.tool.updateSpec.execute({
        spec: '3',
        addTags: [`t${String(rows().length)}${text().length}`],
      });
      await branch.tool.stageRecords.execute({});
      return staged;
    };
    expect([await commit(), branch.tool.files.stat(INDEX)]).toEqual([[], undefined]);
    branch.tool.files.write(INDEX, '# Ours\n');
    expect([await commit(), text()]).toEqual([[], '# Ours\n']);
    await write();
    expect(await commit()).toEqual([INDEX]);
    expect((await check()).changed).toEqual([]);
    repository.isTracked = false;
    expect(await commit()).toEqual([]);
  });
});

it('docs/ci.md has a check that fails until the index is written', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/ci.md'), 'utf8');
  const [, line = ''] = /^- run: npx spectool (export index .*)$/m.exec(page) ?? [];
  const { root } = new GitSandbox();
  const run = (words: string) => runOnDisk(root, words.split(' '));
  await run('init -y');
  await run('create a');
  await run('export index');
  expect((await run(line)).code).toBe(0);
  await run('create b');
  const { code, stdout } = await run(line);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/INDEX\.md: out of date\n {2}\+ \| 002 \|/)]);
  await run('export index');
  expect((await run(line)).code).toBe(0);
});
