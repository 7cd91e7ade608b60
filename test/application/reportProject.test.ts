import { marked, type Token } from 'marked';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { changesPage } from '../../src/application/projections/changesPage.js';
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
const report = () => branch.tool.reportProject.execute({ since: 'main' });
const mark = () => (repository.before = branch.texts);

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
    await tool.updateSpec.execute({ spec: '1', status: 'in-progress', priority: 'high' });
    await tool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
    await tool.uncheckCriteria.execute({ spec: '1', criteria: ['2'], reason: 'no' });
    await tool.deleteSpec.execute({ spec: '2', reason: 'x', force: true });
    await tool.archiveSpecs.execute({ specs: ['3'] });
    await tool.createSpec.execute({
      name: 'd',
      title: 'Title d',
      body: body('- [ ] three\n'),
      dependsOn: ['1'],
    });
    const { changes, since, text } = await report();
    expect(changes).toMatchObject([
      {
        kind: 'changed',
        spec: { ref: '001-a', status: 'in-progress', criteria: { done: 1, total: 2 } },
        fields: [
          { field: 'status', from: 'planned', to: 'in-progress' },
          { field: 'priority', from: null, to: 'high' },
        ],
        criteria: [
          { kinds: ['ticked'], now: 'one' },
          { kinds: ['unticked'], now: 'two' },
        ],
        sections: [],
      },
      { kind: 'deleted', spec: { ref: '002-b' } },
      { kind: 'changed', spec: { ref: '003-c', archived: true }, movedFrom: 'specs/003-c', sections: [] },
      { kind: 'new', spec: { ref: '004-d', status: 'planned' } },
    ]);
    expect(since).toEqual({ base: 'main', commit: 'c'.repeat(40) });
    expect(text.replace(/\n\n## To correct[^]*/, '')).toBe(
      [
        '<!-- spectool report -->',
        '',
        '4 specs changed since main (`cccccccccc`)',
        '',
        '## Specs',
        '',
        '- [001 T](specs/001-a/README.md): in-progress, 1/2 met',
        '  - field status: planned → in-progress',
        '  - field priority: none → high',
        '  - met: one',
        '  - open again: two',
        '- ~~002 T~~: **deleted**',
        '- [003 T](specs/archived/003-c/README.md): archived, 1/2 met, moved from specs/003-c',
        '- [004 T](specs/004-d/README.md): **new**, planned, 0/1 met',
      ].join('\n'),
    );
  });

  it('lists changed sections, and pairs a moved folder by its id', async () => {
    const { files } = branch.tool;
    const document = files.readText('specs/001-a/README.md') ?? '';
    files.write(
      'specs/001-a/README.md',
      document.replace('One.', 'Two.\nThree.').replace('# T', '# T again'),
    );
    files.move('specs/002-b', 'specs/007-other');
    const { changes, text } = await report();
    expect(changes).toMatchObject([
      {
        spec: { ref: '001-a', title: 'T again' },
        sections: [{ heading: 'T again' }, { heading: 'Problem' }],
      },
      { spec: { ref: '007-other' }, movedFrom: 'specs/002-b', kind: 'changed' },
    ]);
    expect(text).toContain('\n  - text of Problem\n');
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
    const reopened = [{ kinds: ['unticked'], was: 'two', now: 'two' }];
    expect(changes).toMatchObject([
      { spec: { ref: '001-a' }, criteria: [], sections: [] },
      { spec: { ref: '002-b' }, criteria: reopened, sections: [] },
      { spec: { ref: '003-c' }, criteria: reopened, sections: [] },
    ]);
  });

  it('does not depend on the time, and says so when nothing changed', async () => {
    expect((await report()).text).toContain('0 specs changed since main (`cccccccccc`)');
    await branch.tool.claimSpecs.execute({ specs: ['2'] });
    const { text } = await report();
    branch.tool.clock.set('2026-09-05T10:00:00.000Z');
    expect((await report()).text).toBe(text);
  });

  it('has the reason why a spec was completed by force, and links below a given address', async () => {
    const links = 'https://git.example.org/us/shop/blob/4f2c1e/';
    await branch.tool.updateSpec.execute({
      spec: '1',
      status: 'complete',
      force: true,
      reason: 'good enough',
    });
    const { text } = await branch.tool.reportProject.execute({ since: 'main', links });
    expect(text).toContain(
      `- [001 T](${links}specs/001-a/README.md): complete, 1/2 met, completed by force: good enough\n`,
    );
  });

  it('is short, however much changed', async () => {
    const long = 'a title that is a good deal longer than anybody would want to read in a list ';
    const criteria = `- [ ] ${long.repeat(3)}\n`.repeat(30);
    const write = (ticked: string) => {
      for (let i = 100; i < 200; i++)
        branch.tool.files.write(
          `specs/${String(i)}-n/README.md`,
          `---\nstatus: planned\ncreated: 2026-01-02\n---\n\n# ${long.repeat(9)}\n\n## Success Criteria\n\n${ticked}`,
        );
    };
    write(criteria);
    mark();
    write(criteria.replaceAll('[ ]', '[x]'));
    const { text } = await report();
    expect(text.length).toBeLessThan(64_000);
    expect(text).toContain('100 specs changed');
    expect(text).toContain('\n  - … and 20 more\n');
    expect(text).toContain('\n- … and 70 more');
  });

  it('shows hostile texts of specs as text', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<!-- x --> --> <img src=x onerror=alert(1)>',
      '[x](javascript:alert(1)) ![y](https://evil.example/p.png) [z]: https://evil.example',
      '`a` ``b`` | c | $g$ &lt; \\` # h',
      'https://evil.example www.evil.example kim@evil.example',
      '\u202eabc\u202c\u200b\u2066d\u0000\u001b[31m\ud800',
      '- list',
      '# heading',
    ];
    branch.tool.files.write('specs/001-a/README.md', '---\nstatus: planned\n---\n\n# T\n');
    const {
      changes: [change],
      ...base
    } = await report();
    if (change === undefined) throw new Error('Nothing changed.');
    const changes = (['changed', 'deleted'] as const).flatMap((kind) =>
      hostile.map((text) => ({
        ...change,
        kind,
        spec: { ...change.spec, title: text, forced: { reason: text } as never },
        movedFrom: text,
        fields: [{ field: text, from: text, to: [text] }],
        criteria: [{ kinds: ['retired' as const], n: 1, was: text, now: text }],
        sections: [{ heading: text, changes: [] }],
      })),
    );
    const text = changesPage({ ...base, changes }, {
      number: () => '001',
      to: (words: string) => `[${words}](specs/x)`,
    } as never);
    const used: Token[] = [];
    void marked.walkTokens(marked.lexer(text), (token) => {
      used.push(token);
    });
    expect(used.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim())).toEqual([
      '<!-- spectool report -->',
    ]);
    const links = used.flatMap((token) => (token.type === 'link' ? [(token as { href: string }).href] : []));
    expect(new Set(links)).toEqual(new Set(['specs/x']));
    expect(used.filter(({ type }) => ['image', 'table', 'def'].includes(type))).toEqual([]);
    expect(used.filter(({ type }) => type === 'heading').length).toBeLessThanOrEqual(2);
    const html = marked.parse(text, { async: false }).replace(/<code>.*?<\/code>/g, '');
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\0\x1b]/);
  });
});
