import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { exportedPage } from '../../support/exportedPage.js';
import { MemoryProject } from '../../support/memoryProject.js';

const PARTS = { script: 'const a = 1;', style: 'p{margin:0}' };

describe('the page of `export html`', () => {
  const project = new MemoryProject();
  project.spec(
    '001-a',
    'status: complete\ncreated: 2026-01-02\ntags: [x]',
    '# A </script><script>alert(1)</script>\n\n[b](../002-b/README.md#x) [c](../../c.md)\n',
  );
  project.spec(
    '002-b',
    'status: planned\ncreated: 2026-01-03\ndepends_on: [a]\nteam: web',
    '# B\n\n## Success Criteria\n\n- [x] one\n',
  );

  it('allows only its own script and style to run, and is the same for the same specs', async () => {
    const { html } = await exportedPage(project.spectool, 'all', PARTS);
    const digest = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(html).toContain(
      `default-src 'none'; script-src 'sha256-${digest(PARTS.script)}'; style-src 'sha256-${digest(PARTS.style)}'`,
    );
    expect(html).not.toContain('alert(1)');
    expect((await exportedPage(project.spectool, 'all', PARTS)).html).toBe(html);
  });

  it('has the data of all specs, also if they are compressed in several parts, or there are none', async () => {
    const none = await exportedPage(new MemoryProject().spectool);
    expect([none.data.specs, none.data.cycles, none.texts]).toEqual([[], [], []]);
    const many = new MemoryProject();
    const word = (n: number) => `\u00fc${String(n)} `.repeat(40_000);
    for (let n = 1; n < 20; n++)
      many.spec(
        `${String(n).padStart(3, '0')}-s`,
        'status: planned\ncreated: 2026-01-02',
        `# S\n\n${word(n)}\n`,
      );
    const { data, texts } = await exportedPage(many.spectool);
    expect(data.specs.map(({ number }) => Number(number))).toEqual(texts.map((_, i) => i + 1));
    expect(texts.every((text, i) => text.includes(word(i + 1).trim()))).toBe(true);
  });

  it('has links between its specs, spec numbers of three digits and proofs in words', async () => {
    const { data, texts } = await exportedPage(project.spectool);
    const { specs } = data;
    expect(specs[0]).toMatchObject({ number: '001', state: 'complete' });
    expect(texts[0]).toContain('<a href="#/spec/002-b">b</a> c');
    expect(texts[1]).toContain('one<small class="proof">unverified, ticked by hand</small>');
    expect(specs[1]).toMatchObject({
      needs: ['001-a'],
      waitsFor: [],
      fields: [['team', 'web']],
      met: [1, 1],
    });
  });

  it('shows two specs whose folders have the same name separately', async () => {
    const twins = new MemoryProject();
    twins.spec('a/login', 'status: planned\ncreated: 2026-01-02', '# One\n');
    twins.spec('b/login', 'status: planned\ncreated: 2026-01-02\ndepends_on: [003-c]', '# Other\n');
    twins.spec('003-c', 'status: planned\ncreated: 2026-01-02', '# C\n\n[other](../b/login/README.md)\n');
    const { data, texts } = await exportedPage(twins.spectool);
    const refs = data.specs.map(({ ref }) => ref);
    expect(refs.toSorted()).toEqual(['003-c', 'specs/a/login', 'specs/b/login']);
    expect(data.specs.find(({ title }) => title === 'Other')).toMatchObject({
      ref: 'specs/b/login',
      needs: ['003-c'],
      waitsFor: ['003-c'],
    });
    expect(texts[refs.indexOf('003-c')]).toContain('href="#/spec/specs%2Fb%2Flogin"');
  });

  it('escapes characters that change the direction of writing', async () => {
    const turned = new MemoryProject();
    turned.spec('001-a', 'status: planned\ncreated: 2026-01-02\ntags: ["\u202eb"]', '# \u2067a\n');
    const [spec] = (await exportedPage(turned.spectool)).data.specs;
    expect(spec).toMatchObject({ title: '\\u2067a', tags: ['\\u202eb'] });
  });

  it('has a matrix of criteria and tests, the worst first, once a report was recorded', async () => {
    const proved = new MemoryProject();
    const body = '## Success Criteria\n\n- [ ] AC1: one\n- [ ] AC2: two\n- [ ] AC3: three\n- [ ] AC4: four\n';
    await proved.spectool.createSpec.execute({ name: 'a', body });
    await proved.spectool.createSpec.execute({ name: 'b', body: '## Success Criteria\n\n- [ ] five\n' });
    await proved.spectool.retireCriterion.execute({ spec: '1', criterion: 'AC4', reason: 'old' });
    expect((await exportedPage(proved.spectool)).data).not.toHaveProperty('matrix');
    const cases = Array.from({ length: 7 }, (_, i) => `<testcase name="001/AC1 ${String(i)}"/>`);
    const failing = '<testcase name="001/AC2 \u202e"><failure/></testcase>';
    proved.files.write('r.xml', `<testsuite>${cases.join('')}${failing}</testsuite>`);
    await proved.spectool.proveCriteria.execute({ reports: ['r.xml'], all: true });
    const { matrix = [], specs } = (await exportedPage(proved.spectool)).data;
    expect(specs[0]).toMatchObject({ doubts: ['1 failing'] });
    expect(matrix.map(({ label, state }) => [label, state])).toEqual([
      ['AC2', 'failing'],
      ['AC3', 'open'],
      ['1', 'open'],
      ['AC1', 'proven'],
      ['AC4', 'retired'],
    ]);
    expect(matrix[0]).toEqual({
      ref: '001-a',
      label: 'AC2',
      text: 'two',
      state: 'failing',
      tests: [['001/AC2 \\u202e', 'failed']],
    });
    expect(matrix[3]).toMatchObject({ tests: { length: 5 }, more: 2 });
  });

  it('lists each dependency cycle once', async () => {
    const knot = new MemoryProject();
    knot.spec('001-a', 'status: planned\ncreated: 2026-01-02\ndepends_on: [002-b]');
    knot.spec('002-b', 'status: planned\ncreated: 2026-01-02\ndepends_on: [001-a]');
    expect((await exportedPage(knot.spectool)).data.cycles).toEqual([['001-a', '002-b']]);
  });
});
