import { describe, expect, it } from '@jest/globals';
import { renderSearch } from '../../src/adapters/cli/commands/read/search.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { expectRefusalOf } from '../support/thrownError.js';

const PIPE = { columns: undefined, colour: false, interactive: false };
const doc = (title: string, body: string, front = '') =>
  `---\nstatus: planned\ncreated: 2026-01-05\n${front}---\n\n# ${title}\n\n${body}\n`;

const FILES = {
  '.spectool/config.json': '{}',
  '.spectool/templates/spec-template.md': '# {title}\n',
  'specs/001-login/README.md': doc(
    'User login',
    '## Problem\n\nPeople must authenticate before they see anything.',
    'tags: [auth]\n',
  ),
  'specs/002-cache/README.md': doc(
    'Response cache',
    'Answers are kept so that pages load in no time.\n\n## Design\n\nA cacheKey per route.',
    'created_at: x\n',
  ),
  'specs/003-export/README.md': doc('Export as CSV', 'Reports leave the program as files.'),
  'specs/003-export/DESIGN.md': '# Details\n\nColumns are quoted when they hold a semicolon.\n',
  'specs/archived/004-old/README.md': doc('Old login form', 'The first form to authenticate with.'),
  'specs/005-cjk/README.md': doc('検索機能', '日本語の全文検索を追加する。'),
};
const refs = async (spectool: TestSpectool, query: string, more: object = {}) =>
  (await spectool.searchSpecs.execute({ query, ...more })).results.map(({ spec }) => spec.ref);

describe('search', () => {
  it('warns when a spec cannot be read, because that spec could be a result', async () => {
    const spectool = createTestSpectool({ files: { ...FILES, 'specs/006-odd/README.md': '# Odd\n\0' } });
    const { results, warnings } = await spectool.searchSpecs.execute({ query: 'zebra' });
    expect(results).toEqual([]);
    expect(warnings).toMatchObject([
      {
        code: 'SPECS_BROKEN',
        message: 'A spec cannot be read: 006-odd. Text that cannot be read was not searched.',
      },
    ]);
  });

  it.each([
    ['login', ['001-login']],
    ['semicolon', ['003-export']],
    ['全文検索', ['005-cjk']],
    ['3', ['003-export']],
    ['tag:auth', ['001-login']],
    ['status:complete login', []],
    ['created:2026-02.. login', []],
    ['authenticate -people', []],
    ['"pages load" cache', ['002-cache']],
    ['"load pages" cache', []],
    ['volcanic eruptions', []],
  ])('finds for the query %j the specs %j', async (query, expected) => {
    expect(await refs(createTestSpectool({ files: FILES }), query)).toEqual(expected);
  });

  describe('for words in further files and fields', () => {
    const beside = createTestSpectool({
      files: {
        ...FILES,
        'specs/001-login/README.md': doc(
          'User login',
          'People sign in.',
          'reviewer: kim\nteam:\n  - red\n  - okapis # of the zoo\ntags: [auth]\n',
        ),
        'specs/003-export/schema.yaml': '# Columns\ntype: object\nproperties:\n  zeppelinSize: 1\n',
        'specs/003-export/notes.txt': 'Ask the walrus about the reports.\n',
        'specs/003-export/src/handler.ts': 'export function handleNarwhal() {}\n',
        'specs/003-export/data.json': '{"pangolin": true}\n',
        'specs/003-export/blob.dat': 'quokka\0',
        'specs/003-export/picture.png': 'quokka\n',
        'specs/003-export/large.txt': `quokka\n${'a '.repeat(200_000)}`,
        'specs/003-export/.env': 'quokka\n',
        'specs/003-export/node_modules/a/index.js': 'quokka\n',
      },
    });
    it.each([
      ['zeppelin', 'specs/003-export/schema.yaml', 4, 'zeppelinSize: 1'],
      ['walrus', 'specs/003-export/notes.txt', 1, 'Ask the walrus about the reports.'],
      ['narwhal', 'specs/003-export/src/handler.ts', 1, 'export function handleNarwhal() {}'],
      ['pangolin', 'specs/003-export/data.json', 1, '{"pangolin": true}'],
      ['kim', 'specs/001-login/README.md', 4, 'reviewer: kim'],
      ['okapis', 'specs/001-login/README.md', 7, '- okapis # of the zoo'],
    ])('finds %s, with file and line', async (query, file, line, snippet) => {
      const { total, results } = await beside.searchSpecs.execute({ query });
      expect(total).toBe(1);
      const [match] = results[0]?.matches ?? [];
      expect({ ...match, snippet: match?.snippet.trim() }).toMatchObject({ file, line, snippet });
      expect(match).not.toHaveProperty('heading');
    });

    it('skips binary, large, hidden and installed files', async () => {
      expect(await refs(beside, 'quokka')).toEqual([]);
    });

    it('finds a field of a document with a long text', async () => {
      const long = doc('Long', 'words of all kinds '.repeat(2000), 'assignee: robin\n');
      const spectool = createTestSpectool({ files: { ...FILES, 'specs/006-long/README.md': long } });
      expect(await refs(spectool, 'robin')).toEqual(['006-long']);
    });
  });

  it('finds archived specs when asked to', async () => {
    expect(await refs(createTestSpectool({ files: FILES }), 'login', { all: true })).toEqual([
      '001-login',
      '004-old',
    ]);
  });

  it.each([
    ['login', {}, ['004-old']],
    ['"first form"', {}, ['004-old']],
    ['login', { all: true }, []],
    ['login', { status: ['complete'] as const }, []],
    ['semicolon', {}, []],
  ])('names archived specs that match %j: %j', async (query, more, expected) => {
    const spectool = createTestSpectool({ files: FILES });
    const { archived } = await spectool.searchSpecs.execute({ query, ...more });
    expect(archived.map(({ ref }) => ref)).toEqual(expected);
  });

  it('reports that archived specs match, and how to show them', async () => {
    const spectool = createTestSpectool({ files: FILES });
    const shown = async (query: string) =>
      renderSearch(await spectool.searchSpecs.execute({ query }), PIPE, 3).split('\n');
    expect((await shown('login')).at(-1)).toBe(
      'Archived specs that match too: 004 Old login form; --all shows them',
    );
    expect(await shown('"first form"')).toEqual([
      'No active spec matches.',
      'Try other words, or fewer filters.',
      '',
      'Archived specs that match too: 004 Old login form; --all shows them',
    ]);
  });

  it('shows the line of a match', async () => {
    const { results } = await createTestSpectool({ files: FILES }).searchSpecs.execute({
      query: 'semicolon columns',
    });
    expect(results[0]?.matches[0]).toEqual({
      file: 'specs/003-export/DESIGN.md',
      line: 3,
      heading: 'Details',
      snippet: 'Columns are quoted when they hold a semicolon.',
      terms: ['Columns', 'semicolon'],
      relatedTerms: expect.any(Array),
    });
  });

  it('writes an index only with the search model, and no index in a project in memory', async () => {
    const kept = async (meaning: boolean) => {
      const spectool = createTestSpectool({ files: FILES, meaning });
      await spectool.searchSpecs.execute({ query: 'login' });
      return spectool.files.stat('.spectool/cache/search') !== undefined;
    };
    expect([await kept(false), await kept(true)]).toEqual([false, true]);
  });

  it('finds text written a moment ago', async () => {
    const spectool = createTestSpectool({ files: FILES, now: '2030-01-01T00:00:00.000Z' });
    expect(await refs(spectool, 'zebra')).toEqual([]);
    spectool.files.write('specs/003-export/DESIGN.md', '# Details\n\nA zebra.\n');
    expect(await refs(spectool, 'zebra')).toEqual(['003-export']);
  });

  const work = (more: Record<string, string> = {}) =>
    createTestSpectool({
      files: {
        ...FILES,
        '.spectool/config.json':
          '{"frontmatter": {"custom": {"sprint": "number", "teams": "array", "risk_level": "string"}}}',
        'specs/006-paths/README.md': doc(
          'Tidy the folders',
          'The form moves. First `packages/web/src/login/form.ts`, then forms of the login.\n\nGPS of src and login.',
          'sprint: 14\nteams: [web, api]\nrisk_level: High\n',
        ),
        'specs/007-other/README.md': doc('Login form', 'Another `src/form.ts`, and a login.', 'sprint: 15\n'),
        ...more,
      },
    });

  it.each([
    ['sprint:14', ['006-paths']],
    ['sprint:14,15 form', ['007-other', '006-paths']],
    ['-sprint:14 form', ['007-other']],
    ['teams:api', ['006-paths']],
    ['risk_level:high', ['006-paths']],
    ['sprint:99', []],
    ['status:planned sprint:15', ['007-other']],
  ])('filters by declared fields: %j finds %j', async (query, expected) => {
    expect(await refs(work(), query)).toEqual(expected);
  });

  it.each([
    ['packages/web/src/login/form.ts', ['006-paths']],
    ['src/login/form.ts', ['006-paths']],
    ['elsewhere/packages/web/src/login/form.ts', ['006-paths']],
    ['src/form.ts', ['007-other']],
    ['form.ts', ['007-other', '006-paths']],
  ])('finds specs that name the file whose path is the query: %j finds %j', async (query, expected) => {
    expect(await refs(work(), query)).toEqual(expected);
  });

  it('prints three lines for each spec into a pipe, and more with --full', async () => {
    const long = doc('A long one', `Intro.\n\n## Part\n\n${'The zeppelin flies on and on.\n'.repeat(40)}`);
    const found = await work({ 'specs/008-long/README.md': long }).searchSpecs.execute({ query: 'zeppelin' });
    const [head, place, passage, ...rest] = renderSearch(found, PIPE, 3).split('\n');
    expect(head).toBe('008 A long one');
    expect(place).toMatch(/planned {2}specs\/008-long\/README\.md:12 {2}contains zeppelin$/);
    expect(passage).toMatch(/The \*zeppelin\* flies/);
    expect(passage!.length).toBeLessThan(200);
    expect(rest).toEqual([]);
    expect(renderSearch(found, PIPE, 3, 'full').split('\n').length).toBeGreaterThan(5);
  });

  it('lists a spec with the same meaning but no common word after the others, as similar', async () => {
    const filler = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `specs/${i + 20}-plain/README.md`,
        doc(`Chart ${i}`, 'Draw an axis.'),
      ]),
    );
    const picture = doc('Thumbnails', 'Pictures are scaled down before they are shown.');
    const spectool = createTestSpectool({
      files: { ...FILES, ...filler, 'specs/008-small/README.md': picture },
      meaning: true,
    });
    const { results } = await spectool.searchSpecs.execute({ query: 'login avatar' });
    expect(results.map(({ spec }) => spec.ref)).toEqual(['001-login', '008-small']);
    expect(results[1]).toMatchObject({ similar: true, terms: [], relatedTerms: [] });
    expect(results[1]?.matches[0]).toMatchObject({
      line: 8,
      snippet: 'Pictures are scaled down before they are shown.',
      terms: [],
    });
    expect(results[0]).not.toHaveProperty('similar');
  });

  it('says so when a query has only small words', async () => {
    const spectool = createTestSpectool({ files: FILES });
    const nothing = await spectool.searchSpecs.execute({ query: 'what is it' });
    expect(nothing).toMatchObject({ results: [], nearest: [], onlySmallWords: true });
    expect(renderSearch(nothing, PIPE, 3)).toMatch(/^The query has only common words/);
    const other = await spectool.searchSpecs.execute({ query: 'volcanic' });
    expect(other).not.toHaveProperty('onlySmallWords');
  });

  it('shows the line of a word written with a hyphen', async () => {
    const files = { ...FILES, 'specs/006-av/README.md': doc('Scan', 'Later.\n\nThe anti-virus looks.') };
    const { results } = await createTestSpectool({ files }).searchSpecs.execute({ query: 'antivirus' });
    expect(results[0]?.matches[0]).toMatchObject({ snippet: 'The anti-virus looks.', terms: ['anti-virus'] });
  });

  it('refuses an empty query', async () => {
    await expectRefusalOf(
      () => createTestSpectool({ files: FILES }).searchSpecs.execute({ query: '  ' }),
      'USAGE',
    );
  });
});
