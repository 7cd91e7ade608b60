import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
const json = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).stdout) as Record<string, never>;
const document = (path: string) => project.files.readText(`specs/${path}/README.md`) ?? '';
const adr = (number: string, name: string, text: string) =>
  project.files.write(`docs/adr/${number}-${name}.md`, text);

beforeEach(() => {
  project = new MemoryProject();
  adr(
    '0003',
    'use-postgres',
    '# Use Postgres\n\nDate: 2019-03-02\n\n## Status\n\nAccepted\n\nSee [logs](0007-log-to-stdout.md#why), [code](../../src/db.ts) and ![a picture](img/db.png).\n',
  );
  adr(
    '0007',
    'log-to-stdout',
    '---\nstatus: rejected\ndate: 2020-05-06\ndeciders: Kim, Lee\n---\n# Log to stdout\n\nAfter [Postgres](./0003-use-postgres.md).\n',
  );
  adr(
    '0009',
    'use-files',
    '# Use files\n\n* Status: superseded by [Postgres](0003-use-postgres.md)\n* Date: 2018-01-01\n',
  );
  project.files.write('docs/adr/img/db.png', new Uint8Array([1, 2, 255, 0]));
  project.files.write('docs/adr/template.md', '# Title\n');
});

describe('import without --apply', () => {
  it('shows what each document would become, and writes nothing', async () => {
    const before = project.files.list('specs').length;
    const { code, stdout } = await run('import');
    expect(code).toBe(0);
    expect(stdout).toMatch(/docs\/adr\/0003-use-postgres.md +0003-use-postgres|003-use-postgres/);
    expect(stdout).toContain('section Status: Accepted');
    expect(stdout).toContain('3 documents of kind flat in .: 3 would be new.');
    expect(stdout).toContain('Nothing was written. To write the specs, add --apply.');
    expect(project.files.list('specs')).toHaveLength(before);
    expect(project.files.list('.spectool/log')).toHaveLength(0);
  });

  it('exits with 1 while a status word is unknown, and says how to map the word', async () => {
    adr('0010', 'odd', '# Odd\n\n## Status\n\nFrobnicated\n');
    adr('0011', 'bare', '# Bare\n');
    const { code, stdout } = await run('import');
    expect(code).toBe(1);
    expect(stdout).toContain('Skipped, because their status is unknown: frobnicated (1), none (1).');
    expect(stdout).toContain('--map frobnicated=… --map none=…');
    const decided = await run('import', '--map', 'frobnicated=in-progress,none=complete');
    expect(decided.code).toBe(0);
  });

  it('refuses invalid mappings, sources and folders', async () => {
    expect((await run('import', '--map', 'a')).stderr).toContain('is not of the form word=status');
    expect((await run('import', '--map', 'a=odd')).stderr).toContain('"a" cannot be mapped to "odd"');
    expect((await run('import', 'flatt')).stderr).toContain('Did you mean flat?');
    expect((await run('import', 'flat', 'nowhere')).stderr).toContain('There is no file or folder nowhere');
    const empty = await run('import', './docs/adr/img');
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain('no documents of another tool');
  });
});

it('A project with documents of another tool and no specs reports these documents in every list of specs, and gives other numbers to those whose number is used', async () => {
  for (const command of [['list'], ['search', 'postgres'], ['init', '-y', '--agent-tools', 'none']])
    expect((await run(...command)).stderr).toContain('3 documents in this project are not specs yet (flat).');
  expect((await run('list')).stderr).toContain(
    'Run `spectool adopt docs/adr` to see them as specs where they are.',
  );
  const { code, stderr } = await run('validate', '--strict');
  expect(code).toBe(0);
  expect(stderr).toContain('3 documents in this project are not specs yet (flat).');
  expect(stderr).toContain('Run `spectool adopt docs/adr`');
  expect((await json('validate'))['notes']).toEqual([
    {
      code: 'NOT_IMPORTED',
      message: '3 documents in this project are not specs yet (flat).',
      hint: 'Run `spectool adopt docs/adr` to see them as specs where they are.',
    },
  ]);
  expect((await run('create', 'own')).stdout).toContain('001-own');
  for (const command of ['list', 'validate'])
    expect((await run(command)).stderr).not.toContain('not specs yet');
  await run('import', '--apply');
  expect((await json('view', 'use-files'))['spec']).toMatchObject({ sequence: 9 });
});

describe('import --apply', () => {
  it('makes specs with numbers, dates, people and outcomes', async () => {
    expect((await run('import', '--apply')).code).toBe(0);
    expect(document('003-use-postgres')).toMatch(
      /^---\nstatus: complete\ncreated: 2019-03-02\nid: i[0-9a-f]{15}\nsource: flat:docs\/adr\/0003-use-postgres.md\nsource_id: '0003'\nsource_status: Accepted\n---\n\n# Use Postgres\n/,
    );
    expect(document('archived/007-log-to-stdout')).toMatch(
      /status: planned\narchived_as: rejected\nassignee: Kim\ncreated: 2020-05-06/,
    );
    expect(document('archived/009-use-files')).toContain('superseded_by: 003-use-postgres');
    const listed = await json('list', '--all');
    expect(listed['total']).toBe(3);
  });

  it('updates links to copied files and to files that stay', async () => {
    await run('import', '--apply');
    const text = document('003-use-postgres');
    expect(text).toContain('[logs](../archived/007-log-to-stdout/README.md#why)');
    expect(text).toContain('[code](../../src/db.ts)');
    expect(text).toContain('![a picture](img/db.png)');
    expect([...(project.files.read('specs/003-use-postgres/img/db.png') ?? [])]).toEqual([1, 2, 255, 0]);
    expect(document('archived/007-log-to-stdout')).toContain('[Postgres](../../003-use-postgres/README.md)');
  });

  it('imports the history, and declares the fields that it writes', async () => {
    await run('import', '--apply', '--map', 'odd=planned');
    expect((await run('history', '--limit', '20')).stdout).toContain('3 specs imported from flat');
    expect(project.files.readText('.spectool/config.json')).toContain('"source_status": "string"');
    expect((await run('config', 'get', 'import.map.odd')).stdout).toContain('planned');
    const { findings } = await json('validate');
    const errors = (findings as unknown as readonly { severity: string }[]).filter(
      ({ severity }) => severity === 'error',
    );
    // The import reports no error for the link to a missing source file, because that link was broken before.
    expect(errors).toEqual([]);
  });

  it('writes one log file for each document, the same whoever imports', async () => {
    await run('import', '--apply', '--as', 'kim');
    const other = new MemoryProject();
    for (const name of project.files.list('docs/adr'))
      if (name.kind === 'file')
        other.files.write(`docs/adr/${name.name}`, project.files.readText(`docs/adr/${name.name}`) ?? '');
    other.files.write('docs/adr/img/db.png', new Uint8Array([1]));
    await other.run(['import', '--apply', '--as', 'lee']);
    const packs = (one: MemoryProject) =>
      one.files
        .list('.spectool/log')
        .filter(({ name }) => name !== 'project')
        .flatMap(({ name }) => one.files.list(`.spectool/log/${name}`).map((file) => `${name}/${file.name}`));
    expect(packs(project)).toHaveLength(3);
    expect(packs(project)).toEqual(packs(other));
    expect(
      packs(project).every((name) => /^i[0-9a-f]{15}\/pack-0000000\d-[0-9a-f]{16}\.jsonl$/.test(name)),
    ).toBe(true);
  });

  it('leaves out undecided and unreadable documents, and imports the others', async () => {
    adr('0010', 'odd', '# Odd\n\n## Status\n\nFrobnicated\n');
    adr('0011', 'broken', '---\nstatus: [a\n---\n# Broken\n');
    project.files.write('docs/adr/0012-bytes.md', new Uint8Array([0xff, 0xfe, 0x00, 0xd8]));
    const { code, stdout } = await run('import', '--apply');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'Skipped 2 documents that cannot be read or placed in a folder; the table shows why.',
    );
    expect((await json('list', '--all'))['total']).toBe(3);
    const second = await run('import', '--apply', '--map', 'frobnicated=planned');
    expect(second.stdout).toContain('1 new.');
    expect((await json('list', '--all'))['total']).toBe(4);
  });

  it('gives a new number to the newer of two documents with one number, and to a document whose number is taken', async () => {
    await run('create', 'first');
    await run('renumber', 'first', '--to', '1');
    adr('0001', 'taken', '# Taken\n\nStatus: accepted\n\nDate: 2017-01-01\n');
    project.files.write('docs/adr/0003-younger.md', '# Younger\n\nStatus: accepted\n\nDate: 2024-01-01\n');
    const { stdout } = await run('import', '--apply');
    expect((await json('view', 'taken'))['spec']).toMatchObject({ sequence: 10 });
    expect((await json('view', 'younger'))['spec']).toMatchObject({ sequence: 11 });
    expect((await json('view', 'use-postgres'))['spec']).toMatchObject({ sequence: 3 });
    expect(stdout).toContain('5 documents of kind flat');
    expect(stdout).toContain('number 3 is used by another spec, so this spec has a different number');
  });
});

describe('A second import', () => {
  beforeEach(async () => {
    await run('import', '--apply');
  });

  it('has nothing to do when no document changed', async () => {
    const before = project.files.list('.spectool/log/project').length;
    const { code, stdout } = await run('import', '--apply');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to do: 3 documents of kind flat in ., all of them imported.');
    expect(project.files.list('.spectool/log/project')).toHaveLength(before);
  });

  it('names the specs of documents that were imported before and leaves them alone, whatever changed', async () => {
    adr('0003', 'use-postgres', '# Use Postgres\n\nDate: 2019-03-02\n\n## Status\n\nDeprecated\n');
    await run('update', '9', '--priority', 'low');
    const was = document('003-use-postgres');
    adr('0012', 'use-redis', '# Use Redis\n\nDate: 2020-03-02\n\n## Status\n\nAccepted\n');
    const { stdout } = await run('import', '--apply');
    expect(stdout).toContain('4 documents of kind flat in .: 1 new.');
    expect(stdout).toContain(
      'Already imported, and skipped: 3 (003-use-postgres, 007-log-to-stdout, 009-use-files).',
    );
    expect(document('003-use-postgres')).toBe(was);
  });
});

describe('undo of an import', () => {
  it('removes all imported specs, and allows another import with other mappings', async () => {
    await run('create', 'own');
    await run('import', '--apply');
    const undone = await run('undo');
    expect(undone.code).toBe(0);
    expect((await json('list', '--all'))['total']).toBe(1);
    await run('import', '--apply', '--map', 'accepted=in-progress');
    expect((await json('view', 'use-postgres'))['spec']).toMatchObject({
      status: 'in-progress',
      sequence: 3,
    });
    expect((await run('validate')).code).toBe(0);
  });

  it('leaves AGENTS.md up to date, as the import does', async () => {
    await run('init', '-y', '--agent-tools', 'none');
    const stale = async () => {
      const { findings } = await json('validate');
      return (findings as unknown as readonly { code: string }[]).some(({ code }) => code === 'AGENTS_STALE');
    };
    expect(project.files.readText('AGENTS.md')).toContain('spectool');
    await run('import', '--apply');
    expect(await stale()).toBe(false);
    await run('undo');
    expect(await stale()).toBe(false);
    await run('config', 'set', 'frontmatter.custom.team', 'string');
    expect(await stale()).toBe(true);
  });

  it('is refused while a change of one of the imported specs stands', async () => {
    await run('import', '--apply');
    const { events } = await json('history', '--limit', '50');
    const record = (events as unknown as readonly { type: string; id: string }[]).find(
      ({ type }) => type === 'SpecsImported',
    );
    await run('update', '3', '--priority', 'low');
    const refused = await run('undo', record?.id ?? '');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('A later change depends on this change (import of 003-use-postgres');
    await run('undo');
    await run('undo', record?.id ?? '');
    expect((await json('list', '--all'))['total']).toBe(0);
  });

  it('can be undone, and does not treat imported history as a change of today', async () => {
    await run('import', '--apply');
    await run('undo');
    expect((await run('undo', '--redo')).code).toBe(0);
    expect((await json('list', '--all'))['total']).toBe(3);
  });
});

it('import from the neutral JSON format reads the history, fields and references in the file', async () => {
  const lines = [
    {
      id: 'T-1',
      number: 4,
      title: 'Login',
      status: 'done',
      created: '2024-01-02',
      tags: ['auth'],
      priority: 'high',
      body: '## Problem\n\nNobody can log in.\n',
      fields: { points: 3 },
      history: [
        { at: '2024-01-02T08:00:00Z', actor: 'kim', status: 'open' },
        { at: '2024-02-03T09:00:00Z', actor: 'lee', status: 'done' },
      ],
    },
    {
      id: 'T-2',
      title: 'Logout',
      status: 'open',
      created: '2024-03-04',
      dependsOn: ['T-1', 'T-99'],
      weird: 1,
    },
    { id: 'T-2', title: 'Twice', status: 'open' },
    { title: 'No id' },
  ];
  project.files.write('tasks.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\nno json\n`);
  const { code, stdout } = await run('import', 'json', 'tasks.jsonl', '--apply');
  expect(code).toBe(1);
  expect(stdout).toContain('the id "T-2" is also on an earlier line');
  expect(stdout).toContain('the line has no `id`');
  expect(stdout).toContain('the line is not JSON');
  expect(document('004-login')).toMatch(
    /status: complete\ncompleted: 2024-02-03\ncreated: 2024-01-02\npriority: high\ntags: \[auth\]/,
  );
  expect(document('005-logout')).toContain('depends_on: [004-login]');
  expect((await run('history', '4')).stdout).toMatch(/status planned → complete · @lee/);
});
