import { marked, type Token } from 'marked';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { markdownReport } from '../../src/adapters/presentation/markdownReport.js';
import type { ReportProjectResult } from '../../src/application/queries/project/reportProject.js';
import { MemoryBranch } from '../support/memoryBranches.js';

/** Simulates git: compares the files with those at the time when `mark` was called. */
class MarkedFiles extends NoRepository {
  before: Readonly<Record<string, string>> = {};
  now: () => Readonly<Record<string, string>> = () => ({});

  override changesSince(): never {
    const [was, is] = [this.before, this.now()];
    const specs = (files: object) => Object.keys(files).filter((path) => path.startsWith('specs/'));
    const changed = [...new Set([...specs(was), ...specs(is)])].filter((path) => was[path] !== is[path]);
    // The texts of unchanged files are left empty, as in the real implementation.
    const before = new Map(specs(was).map((path) => [path, was[path] !== is[path] ? was[path] : '']));
    return { commit: 'c'.repeat(40), before, changed: changed.sort() } as never;
  }
}

let branch: MemoryBranch;
let repository: MarkedFiles;
const body = (criteria: string) => `# T\n\n## Problem\n\nOne.\n\n## Success Criteria\n\n${criteria}`;
const report = (since: string | undefined = 'main') => branch.tool.reportProject.execute({ since });
const mark = () => (repository.before = branch.texts);
const options = { linkTo: (path: string) => path, digits: 3 };
const markdown = (result: ReportProjectResult) => markdownReport(result, options);

beforeEach(async () => {
  repository = new MarkedFiles();
  branch = new MemoryBranch({}, '2026-01-05T10:00:00.000Z', 'ada', repository.ports);
  repository.now = () => branch.texts;
  await branch.tool.initProject.execute({ agentTools: 'none' });
  for (const name of ['a', 'b', 'c'])
    await branch.tool.createSpec.execute({
      name,
      title: `Title ${name}`,
      body: body('- [ ] one\n- [x] two\n'),
    });
  mark();
});

describe('reportProject', () => {
  it('lists what changed in each spec, by number', async () => {
    const { tool } = branch;
    await tool.updateSpec.execute({ spec: '1', status: 'in-progress', priority: 'high', addTags: ['x'] });
    await tool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
    await tool.uncheckCriteria.execute({ spec: '1', criteria: ['2'], reason: 'no' });
    await tool.deleteSpec.execute({ spec: '2', reason: 'x', force: true });
    await tool.archiveSpecs.execute({ specs: ['3'] });
    await tool.createSpec.execute({ name: 'd', body: body('- [ ] three\n'), dependsOn: ['1'] });
    const { changes, open, since, statuses, blocked, archived } = await report();
    expect(changes).toMatchObject([
      {
        kind: 'changed',
        ref: '001-a',
        document: 'specs/001-a/README.md',
        status: { from: 'planned', to: 'in-progress' },
        fields: [
          { field: 'priority', to: 'high' },
          { field: 'tags', to: ['x'] },
        ],
        criteria: { met: ['one'], reopened: ['two'], added: [], removed: [] },
        sections: [],
        files: [],
      },
      { kind: 'deleted', ref: '002-b', document: null },
      { kind: 'changed', ref: '003-c', archived: true, movedFrom: 'specs/003-c', sections: [], files: [] },
      { kind: 'new', ref: '004-d', status: { from: null, to: 'planned' }, criteria: { added: ['three'] } },
    ]);
    expect(open.map(({ ref, openCriteria, waitsFor }) => [ref, openCriteria, waitsFor])).toEqual([
      ['001-a', ['two'], []],
      ['004-d', ['three'], ['001-a']],
    ]);
    expect([since, statuses, blocked, archived]).toEqual([
      { base: 'main', commit: 'c'.repeat(40) },
      { planned: 1, 'in-progress': 1 },
      1,
      1,
    ]);
  });

  it('lists hand edits of text, files and titles, and folders moved with or without an id', async () => {
    const { files } = branch.tool;
    const document = files.readText('specs/001-a/README.md') ?? '';
    files.write('specs/001-a/README.md', document.replace('One.', 'Two.\nThree.').replace('# T', '# U'));
    files.write('specs/001-a/plan.md', 'x\n');
    files.move('specs/002-b', 'specs/007-other');
    for (const [path, text] of [
      ['specs/008-x', 'a'],
      ['specs/009-y', 'b'],
    ] as const)
      files.write(`${path}/README.md`, `---\nstatus: planned\ncreated: 2026-01-02\n---\n\n# ${text}\n`);
    repository.before = {
      ...repository.before,
      'specs/008-x/README.md': branch.texts['specs/008-x/README.md'] ?? '',
    };
    files.move('specs/008-x', 'specs/008-renamed');
    const { changes } = await report();
    expect(changes).toMatchObject([
      {
        ref: '001-a',
        formerTitle: 'T',
        title: 'U',
        sections: [{ heading: 'Problem', added: 2, removed: 1 }],
        files: ['plan.md'],
      },
      { ref: '007-other', movedFrom: 'specs/002-b', kind: 'changed' },
      { ref: '008-renamed', movedFrom: 'specs/008-x', kind: 'changed' },
      { ref: '009-y', kind: 'new' },
    ]);
  });

  it('lists a checkbox that was written in another way as a change of the same criterion', async () => {
    const { files } = branch.tool;
    const boxes = (one: string, two: string) => (text: string) =>
      text.replace('[ ] one', `${one} one`).replace('[x] two', `${two} two`);
    const edit = (path: string, change: (text: string) => string) =>
      files.write(path, change(files.readText(path) ?? ''));
    edit('specs/001-a/README.md', boxes('[~]', '[x]'));
    edit('specs/002-b/README.md', boxes('[]', '[-]'));
    edit('specs/003-c/README.md', (text) => boxes('[ ]', '[ x ]')(text).replaceAll('\n', '\r\n'));
    const { changes } = await report();
    const criteria = { met: [], reopened: [], added: [], removed: [] };
    expect(changes).toMatchObject([
      { ref: '001-a', criteria, sections: [] },
      { ref: '002-b', criteria: { ...criteria, reopened: ['two'] }, sections: [] },
      { ref: '003-c', criteria: { ...criteria, reopened: ['two'] }, sections: [] },
    ]);
  });

  it('lists specs in progress when there is no base to compare with, and does not depend on the time', async () => {
    await branch.tool.claimSpecs.execute({ specs: ['2'] });
    const first = await branch.tool.reportProject.execute({});
    expect(first).toMatchObject({
      changes: [],
      open: [{ ref: '002-b', claimedBy: 'ada', openCriteria: ['one'] }],
    });
    expect(first).not.toHaveProperty('since');
    branch.tool.clock.set('2026-09-05T10:00:00.000Z');
    expect(await branch.tool.reportProject.execute({})).toEqual(first);
  });

  it('lists the reason why a spec was completed by force', async () => {
    await branch.tool.updateSpec.execute({
      spec: '1',
      status: 'complete',
      force: true,
      reason: 'good enough',
    });
    const result = await report();
    expect(result.changes).toMatchObject([{ ref: '001-a', forced: 'good enough' }]);
    expect(markdown(result)).toContain('planned → **complete**; by force: good enough');
  });
});

describe('The report in Markdown', () => {
  it('lists changed specs, open work and totals', async () => {
    await branch.tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    await branch.tool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
    await branch.tool.deleteSpec.execute({ spec: '2', reason: 'x', force: true });
    expect(markdown(await report()).replace(/### To correct\n\n[\s\S]*?\n\n/, '')).toBe(
      [
        '<!-- spectool report -->',
        '## Specs of project',
        '**2 specs changed** since main (`cccccccccc`): 1 deleted, 1 criterion met.',
        '### Changed',
        '- [001 T](specs/001-a/README.md): planned → **in-progress**; criteria: 1 met\n  - met: one\n- ~~002 T~~: **deleted**',
        '### Left open',
        '- [001 T](specs/001-a/README.md): in-progress, 2/2 met, claimed by ada',
        'The project has 2 active specs: 1 planned, 1 in-progress.',
      ].join('\n\n'),
    );
  });

  it('says so when nothing changed', async () => {
    expect(markdown(await report())).toContain('No spec changed since main (`cccccccccc`).');
  });

  it('is short, however much changed', async () => {
    const long = 'a title that is a good deal longer than anybody would want to read in a list ';
    const criteria = `- [ ] ${long.repeat(3)}\n`.repeat(30);
    for (let i = 100; i < 200; i++)
      branch.tool.files.write(
        `specs/${String(i)}-n/README.md`,
        `---\nstatus: planned\ncreated: 2026-01-02\n---\n\n# ${long.repeat(9)}\n\n## Success Criteria\n\n${criteria}`,
      );
    const text = markdown(await report());
    expect(text.length).toBeLessThan(32_000);
    expect(text).toContain('**100 specs changed**');
    expect(text.match(/… and \d+ more/g)?.slice(-2)).toEqual(['… and 85 more', '… and 90 more']);
  });

  it('escapes special characters of Markdown in texts of specs', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<!-- x --> --> <img src=x onerror=alert(1)>',
      '[x](javascript:alert(1)) ![y](https://evil.example/p.png) [z]: https://evil.example',
      '`a` ``b`` | c | ~~d~~ **e** _f_ $g$ &lt; \\` # h',
      '@kim @us/team #12 us/shop#13 GH-14 https://evil.example www.evil.example kim@evil.example',
      '\u202eabc\u202c\u200b\u2066d\u0000\u001b[31m\ud800',
      '1. list',
      '- list',
      '# heading',
    ];
    for (const [i, text] of hostile.entries())
      branch.tool.files.write(
        `specs/${String(10 + i).padStart(3, '0')}-x/README.md`,
        `---\nstatus: ${JSON.stringify(text)}\nassignee: ${JSON.stringify(text)}\ncreated: 2026-01-02\n---\n\n# T\n\n## Success Criteria\n\n- [ ] ${text}\n`,
      );
    const base = await report();
    const fields = hostile.map((text) => ({ field: text, from: text, to: [text] }));
    const changes = hostile.map((text) => ({
      ...(base.changes[0] as ReportProjectResult['changes'][number]),
      kind: 'changed' as const,
      title: text,
      formerTitle: text,
      movedFrom: text,
      status: { from: text, to: text },
      forced: text,
      fields,
      criteria: {
        met: [text],
        reopened: [text],
        added: [],
        removed: [],
        reworded: [{ from: text, to: text }],
        retired: [text],
      },
      sections: [{ heading: text, added: 1, removed: 0 }],
      files: [text],
      archived: true,
    }));
    const nameless = changes.map((change) => ({
      ...change,
      kind: 'deleted' as const,
      sequence: null,
      document: null,
    }));
    for (const changed of [changes, nameless]) {
      const text = markdownReport({ ...base, changes: changed, project: hostile[0] ?? '' }, options);
      const used: Token[] = [];
      void marked.walkTokens(marked.lexer(text), (token) => {
        used.push(token);
      });
      expect(used.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim())).toEqual([
        '<!-- spectool report -->',
      ]);
      expect(
        new Set(
          used.flatMap((token) =>
            token.type === 'link' ? [(token as { href: string }).href.slice(0, 6)] : [],
          ),
        ),
      ).toEqual(new Set(['specs/']));
      expect(
        used.filter(({ type }) => ['image', 'table', 'def', 'em', 'escape_html'].includes(type)),
      ).toEqual([]);
      expect(used.filter(({ type }) => type === 'heading').length).toBeLessThanOrEqual(4);
      expect(
        used.filter((token) => token.type === 'list' && (token as { ordered: boolean }).ordered),
      ).toEqual([]);
      // Sites such as GitHub also turn mentions and URLs outside code into links, so the text may contain none.
      const html = marked.parse(text, { async: false }).replace(/<code>.*?<\/code>/g, '');
      const words = html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&#8288;', '\u2060')
        .replace(/&#\d+;/g, '');
      expect(words).not.toMatch(/@\w|#\d|GH-\d|:\/\/|www\./i);
      expect(words).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\0\x1b]/);
    }
  });
});
