import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { buildPageData } from '../../../src/adapters/page/buildPageData.js';
import { renderPage } from '../../../src/adapters/page/renderPage.js';
import { MemoryProject } from '../../support/memoryProject.js';

const PARTS = { script: 'const a = 1;', style: 'p{margin:0}' };

async function exported(project: MemoryProject): Promise<ReturnType<typeof buildPageData>> {
  return buildPageData(await project.spectool.exportProject.execute({ scope: 'all' }), 3);
}

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

  it('contains compressed data and allows only its own script and style to run', async () => {
    const { data, texts } = await exported(project);
    const html = renderPage(data, texts, PARTS);
    const block = (id: string) => {
      const letters = new RegExp(`<script type="text/plain" id="${id}">([A-Za-z0-9+/=]+)</script>`).exec(
        html,
      );
      return JSON.parse(
        inflateRawSync(Buffer.from(letters?.[1] ?? '', 'base64')).toString('utf8'),
      ) as unknown;
    };
    expect([block('data'), block('texts')]).toEqual([data, texts]);
    const digest = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(html).toContain(
      `default-src 'none'; script-src 'sha256-${digest(PARTS.script)}'; style-src 'sha256-${digest(PARTS.style)}'`,
    );
    expect(html).not.toContain('alert(1)');
    const again = await exported(project);
    expect(renderPage(again.data, again.texts, PARTS)).toBe(html);
  });

  it('has links between its specs, spec numbers of three digits and proofs in words', async () => {
    const { data, texts } = await exported(project);
    const { specs } = data;
    expect(specs[0]).toMatchObject({ number: '001', state: 'complete' });
    expect(texts[0]).toContain('<a href="#/spec/002-b">b</a> c');
    // The page shows criteria and their proofs above the text, so the text leaves the criteria out.
    expect(texts[1]?.trim()).toBe('');
    expect(specs[1]).toMatchObject({
      needs: ['001-a'],
      waitsFor: [],
      fields: [['team', 'web']],
      criteria: [{ text: 'one', done: true, proof: 'by hand, no proof' }],
    });
  });

  it('shows two specs whose folders have the same name separately', async () => {
    const twins = new MemoryProject();
    twins.spec('a/login', 'status: planned\ncreated: 2026-01-02', '# One\n');
    twins.spec('b/login', 'status: planned\ncreated: 2026-01-02\ndepends_on: [003-c]', '# Other\n');
    twins.spec('003-c', 'status: planned\ncreated: 2026-01-02', '# C\n\n[other](../b/login/README.md)\n');
    const { data, texts } = await exported(twins);
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
    const [spec] = (await exported(turned)).data.specs;
    expect(spec).toMatchObject({ title: '\\u2067a', tags: ['\\u202eb'] });
  });

  it('has a matrix of criteria and tests, the worst first, once a report was recorded', async () => {
    const proved = new MemoryProject();
    const body = '## Success Criteria\n\n- [ ] AC1: one\n- [ ] AC2: two\n- [ ] AC3: three\n- [ ] AC4: four\n';
    await proved.spectool.createSpec.execute({ name: 'a', body });
    await proved.spectool.retireCriterion.execute({ spec: '1', criterion: 'AC4', reason: 'old' });
    expect((await exported(proved)).data).not.toHaveProperty('matrix');
    const cases = Array.from({ length: 7 }, (_, i) => `<testcase name="001/AC1 ${String(i)}"/>`);
    const failing = '<testcase name="001/AC2 \u202e"><failure/></testcase>';
    proved.files.write('r.xml', `<testsuite>${cases.join('')}${failing}</testsuite>`);
    await proved.spectool.proveCriteria.execute({ reports: ['r.xml'], all: true });
    const { matrix = [] } = (await exported(proved)).data;
    expect(matrix.map(({ label, state }) => [label, state])).toEqual([
      ['AC2', 'failing'],
      ['AC3', 'open'],
      ['AC1', 'proven'],
    ]);
    expect(matrix[0]).toEqual({
      ref: '001-a',
      label: 'AC2',
      text: 'two',
      state: 'failing',
      tests: [['001/AC2 \\u202e', 'failed']],
    });
    expect(matrix[2]).toMatchObject({ tests: { length: 5 }, more: 2 });
  });

  it('lists each dependency cycle once', async () => {
    const knot = new MemoryProject();
    knot.spec('001-a', 'status: planned\ncreated: 2026-01-02\ndepends_on: [002-b]');
    knot.spec('002-b', 'status: planned\ncreated: 2026-01-02\ndepends_on: [001-a]');
    expect((await exported(knot)).data.cycles).toEqual([['001-a', '002-b']]);
  });
});
