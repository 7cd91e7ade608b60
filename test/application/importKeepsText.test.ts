import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
interface Row {
  readonly ref?: string;
  readonly notes: readonly string[];
  readonly problem?: string;
}
const imported = async (...args: readonly string[]) => {
  const { stdout } = await run('import', ...args, '--apply', '--json');
  return (JSON.parse(stdout) as { documents: readonly Row[] }).documents;
};
const inJson = (...documents: readonly object[]) => {
  project.files.write('t.jsonl', documents.map((one) => JSON.stringify(one)).join('\n'));
  return imported('json', 't.jsonl');
};

beforeEach(() => {
  project = new MemoryProject();
});

/**
 * Frontmatter with every standard field, with valid and with invalid values, and fields of other tools. Each value is a
 * unique word, so that the test can look for it.
 */
const BLOCKS = [
  {
    assignee: 'w-kim',
    reviewer: 'w-lee',
    priority: 'critical',
    completed: '2022-02-03',
    created: '2021-05-06',
    tags: ['w-tag'],
    depends_on: ['w-needed'],
    related: ['w-related'],
    superseded_by: 'w-better',
    jira: 'w-jira',
    title: 'w-title',
    source: 'w-source',
    id: 'w-identity',
  },
  {
    assignee: { name: 'w-kim' },
    reviewer: ['w-lee'],
    priority: 'w-urgent',
    completed: 'w-spring',
    created: 'w-autumn',
    created_date: 'w-winter',
    date: '2020-07-08',
    tags: { area: 'w-tag' },
    labels: [{ name: 'w-label' }],
    categories: ['w-category'],
    depends_on: [{ ref: 'w-needed' }],
    related: { to: 'w-related' },
    dependencies: { on: 'w-dependency' },
    authors: [['w-author']],
    title: ['w-title'],
  },
  {
    assignee: ['w-kim', 'w-lee', 'w-pat', 'w-sam', 'w-max', 'w-ann'],
    completed: '2022-02-03, w-again 2023-03-04',
    created: '2021-05-06, w-revised 2022-06-07',
    created_date: '2019-08-09 12:00 w-noon',
    date: '2020-07-08 to w-autumn',
    superseded_by: ['w-better', '0002-w-best.md'],
    'owning-sig': 'w-other-sig',
    branch: 'w-branch',
    title: `w-title ${'long '.repeat(60)}`,
  },
];
/** A text that has the same fields as the frontmatter, with other values. */
const HEADER = [
  '# Feature Specification: Login',
  '',
  '**Feature Branch**: `w-header-branch`',
  '**Created**: 2017-01-01',
  '**Author**: w-header-author',
  '',
].join('\n');
/** Further files of each import source that repeat some fields of its document. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kep: {
    'docs/12-login/kep.yaml':
      'status: implemented\nauthors: ["w-author", "w-second"]\nowning-sig: w-sig\ncreation-date: 2018-01-01\n',
  },
  kiro: { '.kiro/specs/login/spec.json': '{"created_at":"2018-01-01T10:00:00Z"}' },
};
const PLACES = {
  flat: 'docs/0007-login.md',
  'spec-kit': 'docs/012-login/spec.md',
  kiro: '.kiro/specs/login/requirements.md',
  openspec: 'openspec/changes/login/proposal.md',
  backlog: 'backlog/tasks/task-7 - Login.md',
  leanspec: 'docs/012-login/README.md',
  kep: 'docs/12-login/README.md',
};

/** Imports one document with the given frontmatter, and returns the text of its spec and the notes of the import. */
const kept = async (source: string, frontmatter: readonly string[], body = '# Login\n\nText.\n') => {
  const path = PLACES[source as keyof typeof PLACES];
  project.files.write(path, `---\n${frontmatter.join('\n')}\n---\n${body}`);
  for (const [name, text] of Object.entries(BESIDE[source] ?? {})) project.files.write(name, text);
  const place = source === 'kiro' ? [] : [path.split('/')[0] ?? ''];
  const [row] = await imported(source, ...place, '--map', 'accepted=planned');
  expect(row).toMatchObject({ ref: expect.stringContaining('login') });
  return { text: project.files.readText(`specs/${row?.ref ?? ''}/README.md`) ?? '', notes: row?.notes ?? [] };
};

describe('import', () => {
  it.each(Object.keys(PLACES))('keeps the notation of numbers in documents of %s', async (source) => {
    const { text } = await kept(source, [
      'status: accepted',
      'version: 1.10',
      'serial: 007',
      'mode: 0o17',
      'most: .inf',
      'large: 12345678901234567890',
      'plain: [5, 1.5, -3, 1.0]',
      'within: { release: 2.20 }',
      "quoted: '1.10'",
    ]);
    expect(text).toContain(
      "\nversion: '1.10'\nserial: '007'\nmode: '0o17'\nmost: '.inf'\nlarge: '12345678901234567890'\n" +
        `plain: [5, 1.5, -3, '1.0']\nwithin: {"release":"2.20"}\nquoted: '1.10'\n`,
    );
  });

  it('keeps the notation of numbers in a tag, an id and a status', async () => {
    project.files.write('docs/0001-a.md', '---\nstatus: 1.0\nadr: 0001\ntags: [1.10, 1.1]\n---\n# A\n');
    await imported('flat', 'docs', '--map', '1=planned');
    expect(project.files.readText('specs/001-a/README.md')).toMatch(
      /\ntags: \['1\.10', '1\.1'\]\n[^]*source_id: '0001'\nsource_status: '1\.0'\n/,
    );
  });
});

describe('import, which writes a note about each field that it leaves out,', () => {
  it.each(Object.keys(PLACES).flatMap((source) => BLOCKS.map((block, i) => [source, i, block] as const)))(
    'loses no field of documents of %s (block %d of fields)',
    async (source, _, block) => {
      const lines = Object.entries(block).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      const { text, notes } = await kept(source, ['status: accepted', ...lines], HEADER);
      const words = [...JSON.stringify(block).matchAll(/w-\w+|\d{4}-\d\d-\d\d/g)].map(([word]) => word);
      expect(words.filter((word) => !`${text}${notes.join('\n')}`.includes(word))).toEqual([]);
    },
  );

  it.each([
    ['0002-b.md', []],
    ["'[B](0002-b.md)'", []],
    ['2', []],
    [
      '[0002-b.md, 0003-c.md]',
      ['the field superseded_by was not imported; its value was ["0002-b.md","0003-c.md"]'],
    ],
    ['[0002-b.md, other]', ['the field superseded_by was not imported; its value was ["0002-b.md","other"]']],
  ])('reports each further successor in superseded_by %s', async (by, notes) => {
    for (const name of ['0002-b', '0003-c'])
      project.files.write(`docs/${name}.md`, '---\nstatus: accepted\n---\n# X\n');
    project.files.write(
      'docs/0001-a.md',
      `---\nstatus: superseded by 0002\nsuperseded_by: ${by}\n---\n# A\n`,
    );
    const [row] = await imported('flat', 'docs');
    expect(row?.notes).toEqual(notes);
    expect(project.files.readText('specs/archived/001-a/README.md')).toContain('\nsuperseded_by: 002-b\n');
  });
});

describe('Further files that import copies with a document', () => {
  const write = (folder: string, ...names: readonly string[]) => {
    for (const name of names) project.files.write(`${folder}/${name}`, name);
  };
  const along = (ref: string, folder = '') =>
    Object.fromEntries(
      project.files
        .list(`specs/${ref}${folder}`)
        .filter(({ name, kind }) => (folder !== '' || name !== 'README.md') && kind === 'file')
        .map(({ name }) => [name, project.files.readText(`specs/${ref}${folder}/${name}`)]),
    );

  it.each(['spec-kit', 'kiro', 'openspec'] as const)(
    'get different names when their names clash: %s',
    async (source) => {
      const path = PLACES[source];
      write(
        path.slice(0, path.lastIndexOf('/')),
        'README.md',
        'original-README.md',
        'readme.MD',
        'sub/README.md',
      );
      const { text } = await kept(source, ['status: accepted'], '# Login\n\n[see](readme.MD)\n');
      const ref = project.files.list('specs').map(({ name }) => name)[0] ?? '';
      expect(along(ref)).toMatchObject({
        'README-2.md': 'README.md',
        'original-README.md': 'original-README.md',
        'readme-3.MD': 'readme.MD',
      });
      expect(text).toContain('[see](readme-3.MD)');
      expect(along(ref, '/sub')).toEqual({ 'README.md': 'sub/README.md' });
    },
  );

  it('are those that its text shows, whatever files have one name', async () => {
    write('other', 'x.png', 'X.PNG', 'y.png');
    write('more', 'x.png');
    write('docs/0001-a', 'x.png');
    write('docs', '0001-a.pdf');
    const links = '![1](../other/x.png) ![2](../more/x.png) ![3](../other/X.PNG) <img src="0001-a/x.png">';
    project.files.write('docs/0001-a.md', `# A\n\nStatus: accepted\n\n${links}\n`);
    await imported('flat', '.');
    const text = project.files.readText('specs/001-a/README.md') ?? '';
    const shown = [...text.matchAll(/\((.*?)\)/g)].map(([, name = '']) => along('001-a')[name]);
    expect(shown).toEqual(['x.png', 'x.png', 'X.PNG']);
    expect(Object.keys(along('001-a'))).toHaveLength(3);
    expect(along('001-a', '/0001-a')).toEqual({ 'x.png': 'x.png' });
  });
});

it('A file that two documents show is copied with the first, and the second links to it', async () => {
  for (const name of ['0001-a', '0002-b'])
    project.files.write(`docs/${name}.md`, '# A\n\nStatus: accepted\n\n![1](../img/x.png)\n');
  project.files.write('img/x.png', 'x');
  await imported('flat', '.');
  expect(project.files.list('specs/001-a').map(({ name }) => name)).toEqual(['README.md', 'x.png']);
  expect(project.files.list('specs/002-b').map(({ name }) => name)).toEqual(['README.md']);
  expect(project.files.readText('specs/002-b/README.md')).toContain('![1](../001-a/x.png)');
});

describe('import from the neutral JSON format', () => {
  const good = { id: 1, title: 'A', status: 'planned' };

  it.each([
    ['tags', [{ name: 'x' }], 'the field tags was not imported; its value was [{"name":"x"}]'],
    ['dependsOn', [{ id: 1 }], 'the field depends_on was not imported; its value was [{"id":1}]'],
    ['priority', 'urgent', 'the field priority was not imported; its value was urgent'],
    ['fields', { assignee: 'kim' }, 'the field assignee was not imported; its value was kim'],
    [
      'created',
      '2024-01-02, revised by Kim',
      'the field created was not imported; its value was 2024-01-02, revised by Kim',
    ],
  ])('writes a note about an invalid value of %s: %j', async (name, value, told) => {
    expect((await inJson({ ...good, [name]: value }))[0]?.notes).toEqual([told]);
  });

  it.each([
    ['body', ['x']],
    ['number', '1.5'],
    ['archived', 'true'],
    ['fields', ['x']],
    ['history', {}],
  ])('leaves out a document with the %s %j', async (name, value) => {
    const [row] = await inJson({ ...good, [name]: value });
    expect(row?.problem).toBe(`the \`${name}\` of "1" has a wrong type`);
  });

  it('accepts a number in a string, and keeps members that it does not know as fields', async () => {
    const [row] = await inJson({ ...good, number: '77', effort: 3 });
    expect(row).toMatchObject({ ref: '077-a', notes: [] });
    expect(project.files.readText('specs/077-a/README.md')).toContain('\neffort: 3\n');
  });

  it('recognises a document by tool and id, even when these contain colons', async () => {
    const lines = [
      { ...good, tool: 'x:a', id: 'b', title: 'One' },
      { ...good, tool: 'x', id: 'a:b', title: 'Two' },
    ];
    for (const line of [...lines, ...lines]) {
      project.files.write('t.jsonl', JSON.stringify(line));
      await run('import', 'json', 't.jsonl', '--apply');
    }
    const specs = project.files.list('specs').map(({ name }) => name.slice(4));
    expect(specs.filter((name) => ['one', 'two'].includes(name))).toEqual(['one', 'two']);
  });
});
