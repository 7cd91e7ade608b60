import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

/** A project to which each test adds documents in unusual forms, as people write them. */
let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
interface Row {
  readonly from: string;
  readonly number?: number;
  readonly title?: string;
  readonly status?: string;
  readonly archivedAs?: string;
  readonly notes: readonly string[];
}
const rows = async (): Promise<readonly Row[]> => {
  const { stdout } = await run('import', 'flat', 'docs', '--map', 'none=planned', '--json');
  return (JSON.parse(stdout) as { documents: readonly Row[] }).documents;
};
const file = (path: string, text: string | Uint8Array) => {
  project.files.write(`docs/${path}`, text);
};
const spec = (ref: string, name = 'README.md') => project.files.readText(`specs/${ref}/${name}`) ?? '';

beforeEach(() => {
  project = new MemoryProject();
});

describe('The status of an imported document', () => {
  it.each([
    ['# A\n\n| Key | Value |\n|---|---|\n| **Status** | Accepted |\n', 'complete'],
    ['# A\n\n## Status: Accepted\n\n## Context\n', 'complete'],
    ['# A\n\n## Status quo\n\nBad.\n\n## Status\n\nAccepted\n', 'complete'],
    ['# A\n\nStatus\n------\n\naccepted\n\nMore\n----\n', 'complete'],
    ['# A\n\n## Status\n\n- 2020-03-01: Accepted\n- 2020-01-01: Proposed\n', 'complete'],
    ['# A\n\n## Status\n\n2020-01-01 proposed\n2020-02-01 accepted\n\nMore.\n', 'complete'],
    ['# A\n\n## Status\n\n~~Proposed~~ Accepted\n', 'complete'],
    ['# A\n\n## Status\n\nAccepted on 2021-05-06 \u2705\n', 'complete'],
    ['# A\n\n```\nStatus: rejected\n```\n\n**Status:** \u{1F7E2} Done  \n', 'complete'],
    ['\uFEFF---\r\nStatus: ACCEPTED\r\n---\r\n# A\r\n', 'complete'],
    ['# A\n\n## Status\n\n<!-- one of these -->\n\nDraft\n', 'planned'],
  ])('is found in %j', async (text, status) => {
    file('0001-a.md', text);
    expect(await rows()).toMatchObject([{ title: 'A', status }]);
  });

  it('is that of the frontmatter, whatever the text says', async () => {
    file('0001-a.md', '---\nstatus: proposed\n---\n# A\n\n## Status\n\nRejected\n');
    expect(await rows()).toMatchObject([{ status: 'planned', statusFrom: 'frontmatter' }]);
  });
});

it('import finds numbers with letters, spaces and prefixes, and does not read a date as a number', async () => {
  for (const name of [
    'ADR-003 \u00dcber uns.md',
    '0012a-a.md',
    '0012b-b.md',
    'RFC 20 - x.md',
    '2023-13-45-y.md',
    '2023-01-02-z.md',
  ])
    file(name, `# T\n`);
  const found = new Map((await rows()).map(({ from, number }) => [from, number]));
  expect(Object.fromEntries(found)).toEqual({
    'ADR-003 \u00dcber uns.md': 3,
    '0012a-a.md': 12,
    'RFC 20 - x.md': 20,
    '0012b-b.md': 22,
    '2023-13-45-y.md': 23,
    '2023-01-02-z.md': 21,
  });
});

it('import updates links with spaces and umlauts to copied files, and keeps links to code valid', async () => {
  file(
    '0001-a.md',
    '# A\n\n![one](./bilder/\u00fcber%20sicht.png) ![two](<bilder/b c.png> "t") <img src="img/d.svg">\n' +
      '[b](<sub/0002 b.md#ziel>) [b](sub/0002%20b.md) [code](../src/x.ts#L3)\n\n[ref]: <sub/0002 b.md> "B"\n',
  );
  file('sub/0002 b.md', '# B\n\n[a](../0001-a.md)\n');
  for (const name of ['bilder/\u00fcber sicht.png', 'bilder/b c.png', 'img/d.svg'])
    file(name, new Uint8Array([1]));
  project.files.write('src/x.ts', '//\n');
  await run('import', 'flat', 'docs', '--apply', '--map', 'none=planned');
  expect(spec('001-a')).toContain(
    '![one](./bilder/\u00fcber%20sicht.png) ![two](<bilder/b c.png> "t") <img src="img/d.svg">\n' +
      '[b](<../002-b/README.md#ziel>) [b](../002-b/README.md) [code](../../src/x.ts#L3)\n\n[ref]: <../002-b/README.md> "B"\n',
  );
  expect(project.files.list('specs/001-a').map(({ name }) => name)).toEqual(['README.md', 'bilder', 'img']);
  expect(spec('002-b')).toContain('[a](../001-a/README.md)');
  const { findings } = JSON.parse((await run('validate', '--json')).stdout) as {
    findings: { code: string }[];
  };
  expect(findings.filter(({ code }) => code === 'LINK_BROKEN')).toEqual([]);
});

const NOT_ONE = 'the reference was not imported, because no other document has this name, or several have it';

it('import reports a document that names itself as dependency, relation or successor', async () => {
  const one = {
    id: 'a',
    title: 'A',
    status: 'superseded',
    dependsOn: ['a'],
    related: ['A'],
    supersededBy: 'a',
  };
  project.files.write('t.jsonl', JSON.stringify(one));
  const { stdout } = await run('import', 'json', 't.jsonl', '--json');
  const { documents } = JSON.parse(stdout) as { documents: readonly Row[] };
  expect(documents[0]?.notes).toEqual([
    `depends on a; ${NOT_ONE}`,
    `is related to A; ${NOT_ONE}`,
    `is superseded by a; ${NOT_ONE}`,
  ]);
});

it('import writes a note about a dependency on a document that is left out', async () => {
  const one = (id: number, more: object) =>
    JSON.stringify({ id, title: String.fromCharCode(64 + id), status: 'done', ...more });
  project.files.write(
    't.jsonl',
    [
      one(1, { status: 'odd' }),
      one(2, { dependsOn: [1] }),
      one(3, { dependsOn: [2, 5] }),
      one(4, { related: [1] }),
      // This document is left out, because its fields are larger than 64 KiB.
      one(5, { fields: { long: 'x'.repeat(70_000) } }),
    ].join('\n'),
  );
  const { stdout } = await run('import', 'json', 't.jsonl', '--apply', '--json');
  const { documents } = JSON.parse(stdout) as { documents: readonly Row[] };
  expect(documents[4]).toMatchObject({ problem: expect.stringContaining('larger than 64 KiB') });
  const notes = documents.map(({ notes: told }) =>
    told.filter((note) => note.includes('the reference was not imported')),
  );
  expect(notes.slice(1, 4)).toEqual([
    [`depends on 1; ${NOT_ONE}`],
    [`depends on 5; ${NOT_ONE}`],
    [`is related to 1; ${NOT_ONE}`],
  ]);
  expect((await run('validate', '--severity', 'error')).stdout).not.toContain('DEPENDENCY_MISSING');
  const again = async () => {
    const told = await run('import', 'json', 't.jsonl', '--map', 'odd=planned', '--apply', '--json');
    return (JSON.parse(told.stdout) as { documents: readonly { action: string }[] }).documents.map(
      ({ action }) => action,
    );
  };
  expect(await again()).toEqual(['new', 'imported', 'imported', 'imported', 'failed']);
});

it('import leaves out documents with forbidden names, and imports the others', async () => {
  const odd: object[] = [{ constructor: 'x' }, { ['__proto__']: 'y' }, { within: [{ prototype: 1 }] }];
  const lines = [...odd, { toString: 'z', kept: 5 }].map((fields, id) =>
    JSON.stringify({ id, title: 'A', status: 'constructor', fields }),
  );
  project.files.write('t.jsonl', lines.join('\n'));
  const flags = ['--map', 'constructor=complete', '--map', '__proto__=planned', '--apply', '--json'];
  const { stdout } = await run('import', 'json', 't.jsonl', ...flags);
  const problems = ['constructor', '__proto__', 'prototype'].map((name) => ({
    problem: `the name ${name} is not allowed`,
  }));
  expect(JSON.parse(stdout)).toMatchObject({
    documents: [...problems, { action: 'new', status: 'complete' }],
  });
  expect(spec('001-a')).toMatch(/\ntoString: z\nkept: 5\n/);
  expect((await run('validate', '--severity', 'error')).code).toBe(0);
});

it.each([
  ['flat', { '0001-a.md': '# The title\n\nStatus: accepted\n' }],
  ['flat', { '0001-a.md': '---\nstatus: accepted\ntitle: The title\n---\nText.\n' }],
  ['kep', { '1-a/kep.yaml': 'title: The title\nstatus: provisional\n', '1-a/README.md': '# The title\n' }],
  ['spec-kit', { '001-a/spec.md': '# Feature Specification: The title\n', '001-a/tasks.md': '- [x] T1\n' }],
  ['kiro', { 'specs/a/requirements.md': '# The title\n', 'specs/a/tasks.md': '- [x] 1\n' }],
  ['openspec', { 'changes/a/proposal.md': '# The title\n', 'changes/a/tasks.md': '- [x] 1\n' }],
  ['backlog', { 'tasks/task-1 - a.md': '---\nid: task-1\ntitle: The title\nassignee: @kim\n---\nText.\n' }],
  ['leanspec', { '001-a/README.md': '---\nstatus: planned\n---\n\n# The title\n' }],
  ['json', { 'a.jsonl': '{"id":1,"title":"The title","body":"# The title"}\n' }],
])(
  'A byte order mark in imported files does not change the imported specs: in files of %s',
  async (source, files) => {
    const specs = [];
    for (const mark of ['', '\uFEFF']) {
      project = new MemoryProject();
      for (const [path, text] of Object.entries(files)) file(path, mark + text);
      await run('import', source, 'docs', '--map', 'none=planned', '--apply');
      const { stdout } = await run('view', '1', '--json');
      expect(JSON.parse(stdout)).toMatchObject({ spec: { title: 'The title' } });
      specs.push(project.files.list('specs').map(({ name }) => [name, spec(name)]));
    }
    expect(specs[1]).toEqual(specs[0]);
  },
);

describe('Characters that no text file can contain', () => {
  it.each([
    ['a NUL', { body: 'x\0y' }],
    ['half a surrogate pair', { title: 'a\ud800' }],
  ])('are reported in a document for import, and the document is left out: %s', async (_, more) => {
    const good = { id: 1, title: 'good', status: 'planned' };
    const lines = [good, { id: 2, title: 'bad', status: 'planned', ...more }];
    project.files.write('x.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    const { code, stdout } = await run('import', 'json', 'x.jsonl', '--apply');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/2 +contains (?:a NUL|a character)/)]);
    expect(project.files.readText('specs/002-bad/README.md') !== undefined).toBe(false);
    expect(spec('001-good')).toContain('good');
  });
});

it('import resolves a name to the nearest document, and a link to its target', async () => {
  for (const folder of ['a', 'b']) {
    file(`${folder}/0001-one.md`, `# ${folder} One\n\nStatus: superseded by 0002\n`);
    file(`${folder}/0002-two.md`, `# ${folder} Two\n\nStatus: accepted\n`);
    file(`${folder}/0003-three.md`, '# Three\n\nStatus: superseded by [two](../a/0002-two.md)\n');
  }
  file('0004-top.md', '# Top\n\nStatus: superseded by 0002\n');
  const told = (await rows()).find(({ from }) => from.endsWith('0004-top.md'));
  expect(told?.notes).toContainEqual(`is superseded by #2; ${NOT_ONE}`);
  await run('import', 'flat', 'docs', '--apply');
  const next = (ref: string) => /^superseded_by: (.*)$/m.exec(spec(`archived/${ref}`))?.[1];
  const refs = ['001-one', '003-three', '005-one', '007-three'];
  expect(refs.map(next)).toEqual(['002-two', '002-two', '006-two', '002-two']);
});
