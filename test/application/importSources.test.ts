import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
const json = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).stdout) as Record<string, never>;
const document = (path: string) => project.files.readText(`specs/${path}/README.md`) ?? '';
const write = (path: string, ...lines: readonly string[]) =>
  project.files.write(path, `${lines.join('\n')}\n`);
const errors = async () =>
  ((await json('validate'))['findings'] as unknown as readonly { severity: string; message: string }[])
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

beforeEach(() => {
  project = new MemoryProject();
});

/**
 * Imports and expects that `source` is detected, that `count` specs are new without errors, and that a second import has
 * nothing to do.
 */
async function imported(source: string, count: number, ...flags: readonly string[]): Promise<void> {
  const { code, stdout } = await run('import', '--apply', ...flags);
  expect(stdout).toContain(`documents of kind ${source} in .: ${String(count)} new.`);
  expect(code).toBe(0);
  expect(await errors()).toEqual([]);
  expect((await run('import')).stdout).toContain('Nothing to do');
}

it('import from kep reads number, people, group and relations in kep.yaml, a README in any case, and all files', async () => {
  write(
    'keps/sig-cli/859-headers/kep.yaml',
    'title: Headers',
    'kep-number: 859',
    'authors:',
    '  - "@kim"',
    '  - "@lee"',
    'owning-sig: sig-cli',
    'status: implemented',
    'creation-date: 2019-02-22',
    'see-also:',
    '  - "/keps/sig-cli/12-apply"',
  );
  write(
    'keps/sig-cli/859-headers/README.md',
    '# KEP-859: Headers',
    '',
    '[apply](/keps/sig-cli/12-apply/readme.md)',
    '![](pic.png)',
  );
  write('keps/sig-cli/859-headers/pic.png', 'x');
  write('keps/sig-cli/12-apply/kep.yaml', 'title: Apply', 'status: withdrawn', 'creation-date: 2018-01-01');
  write('keps/sig-cli/12-apply/readme.md', '## Summary', '', 'Text.');
  await imported('kep', 2);
  expect(document('859-headers')).toMatch(
    /status: complete\nassignee: kim\ncreated: 2019-02-22\nid: .*\nrelated: \[012-apply\]/,
  );
  expect(document('859-headers')).toContain('[apply](/specs/archived/012-apply/README.md)');
  expect(document('859-headers')).toContain('owning-sig: sig-cli');
  expect(project.files.readText('specs/859-headers/kep.yaml')).toContain('implemented');
  expect(document('archived/012-apply')).toMatch(/archived_as: rejected[^]*# Apply\n/);
});

it('import from spec-kit derives the status from ticked tasks, and copies the plan', async () => {
  write(
    'features/012-login/spec.md',
    '# Feature Specification: Login',
    '',
    '**Feature Branch**: `012-login`',
    '**Created**: 2026-01-25',
    '**Status**: Draft',
    '',
    'See [the plan](plan.md).',
  );
  write('features/012-login/plan.md', 'Back to [the spec](spec.md).');
  write('features/012-login/tasks.md', '- [x] T1', '- [ ] T2', '```', '- [ ] no task', '```');
  write('features/013-logout/spec.md', '# Logout', '', '**Status**: Draft');
  write('features/014-more/plan.md', 'No spec yet.');
  const { stderr } = await run('import');
  expect(stderr).toContain('These documents are not specs and were not imported: features/014-more/plan.md.');
  await imported('spec-kit', 2);
  expect(document('012-login')).toMatch(
    /status: in-progress\ncreated: 2026-01-25[^]*branch: 012-login[^]*# Login\n/,
  );
  expect(project.files.readText('specs/012-login/plan.md')).toContain('[the spec](README.md)');
  expect(document('012-login')).not.toContain('Feature Specification');
  expect(document('013-logout')).toContain('status: planned');
});

it('import from kiro uses requirements as the document, copies design and tasks, and completes a spec with all tasks ticked', async () => {
  write(
    '.kiro/specs/photo-albums/requirements.md',
    '# Requirements Document',
    '',
    '## Introduction',
    '',
    'Photos.',
  );
  write('.kiro/specs/photo-albums/design.md', '# Design');
  write('.kiro/specs/photo-albums/tasks.md', '- [x] 1. One', '- [x] 2. Two');
  write('.kiro/specs/photo-albums/spec.json', '{"created_at": "2025-09-07T10:00:00Z"}');
  write('.kiro/specs/other/requirements.md', '# Other');
  write('.kiro/steering/tech.md', '# Tech');
  await imported('kiro', 2);
  expect(document('001-photo-albums')).toMatch(/status: complete\ncreated: 2025-09-07[^]*# Photo albums\n/);
  expect(project.files.readText('specs/001-photo-albums/design.md')).toBe('# Design\n');
  expect(document('002-other')).toContain('status: planned');
});

it.each([
  ['kiro', '[-]', 'in-progress', 0],
  ['kiro', '[~]', 'planned', 0],
  ['openspec', '[~]', 'planned', 0],
  ['openspec', '[-]', 'planned', 0],
  ['spec-kit', '[~]', 'planned', 0],
  ['spec-kit', '[X]', 'complete', 1],
])('import from %s: a task with the checkbox %s makes the spec %s', async (source, box, status, done) => {
  const [folder, file] = {
    kiro: ['.kiro/specs/login', 'requirements.md'],
    openspec: ['openspec/changes/login', 'proposal.md'],
    'spec-kit': ['features/012-login', 'spec.md'],
  }[source] as [string, string];
  write(`${folder}/${file}`, '# Login', '', 'People sign in.');
  write(`${folder}/tasks.md`, `- ${box} 1. One`, '- [ ]* 1.1 Optional', '- [ ]', '- [a](b)');
  expect(await json('import')).toMatchObject({
    source,
    documents: [{ status, statusFrom: `tasks ${done}/1` }],
  });
});

it('import from openspec reads changes, archived changes with their date, and capabilities', async () => {
  write('openspec/changes/add-x/proposal.md', '## Why', '', 'Because.');
  write('openspec/changes/add-x/tasks.md', '- [x] 1', '- [ ] 2');
  write('openspec/changes/add-x/specs/login/spec.md', '## ADDED Requirements');
  write('openspec/changes/archive/2025-08-05-old/proposal.md', '# Old one');
  write('openspec/changes/archive/2025-08-05-old/README.md', 'Notes.');
  write('openspec/specs/login/spec.md', '# login Specification', '', '## Purpose');
  await imported('openspec', 3);
  expect(document('archived/001-old')).toMatch(
    /status: complete\ncompleted: 2025-08-05\ncreated: 2025-08-05/,
  );
  expect(project.files.readText('specs/archived/001-old/README-2.md')).toBe('Notes.\n');
  expect((await json('view', 'add-x'))['spec']).toMatchObject({ status: 'in-progress', title: 'Add x' });
  expect((await json('view', 'login'))['spec']).toMatchObject({ status: 'complete', tags: ['capability'] });
  const { ref } = (await json('view', 'add-x'))['spec'] as unknown as { ref: string };
  expect(project.files.readText(`specs/${ref}/specs/login/spec.md`)).toContain('ADDED');
});

it('import from backlog reads configured statuses, parents, priorities, drafts and archived tasks', async () => {
  write('backlog/config.yml', 'statuses: ["To Do", "Cooking", "Served"]');
  write(
    'backlog/tasks/back-7 - Boil.md',
    '---',
    'id: BACK-7',
    'title: Boil water',
    'status: Cooking',
    "assignee: ['@kim']",
    "created_date: '2026-07-08 20:30'",
    'labels: [hot]',
    'dependencies: [BACK-3]',
    'priority: High',
    'ordinal: 5',
    '---',
    '',
    '## Acceptance Criteria',
    '- [ ] #1 It boils',
  );
  write(
    'backlog/completed/back-3 - Fill.md',
    '---',
    'id: BACK-3',
    'title: Fill pot',
    'status: Served',
    'assignee: @lee',
    "created_date: '2026-07-01'",
    '---',
    'Water.',
    'assignee: @nobody',
  );
  write(
    'backlog/tasks/back-7.1 - Lid.md',
    '---',
    'id: BACK-7.1',
    'title: Lid',
    "status: Won't Do",
    'parent_task_id: BACK-7',
    "created_date: '2026-07-09'",
    '---',
    'Lid.',
  );
  write(
    'backlog/drafts/draft-1 - Salt.md',
    '---',
    'id: DRAFT-1',
    'title: Salt',
    'status: Draft',
    "created_date: '2026-07-02'",
    '---',
    'Salt.',
  );
  write(
    'backlog/archive/tasks/back-9 - Oven.md',
    '---',
    'id: BACK-9',
    'title: Oven',
    'status: To Do',
    "created_date: '2026-07-03'",
    '---',
    'Oven.',
  );
  await imported('backlog', 5);
  expect(document('007-boil')).toMatch(
    /status: in-progress\nassignee: kim\ncreated: 2026-07-08\npriority: high\ntags: \[hot\]\nid: .*\ndepends_on: \[003-fill\]/,
  );
  expect(document('007-boil')).toMatch(/ordinal: 5[^]*# Boil water\n[^]*## Acceptance Criteria/);
  expect((await json('view', 'fill'))['spec']).toMatchObject({ status: 'complete', assignee: 'lee' });
  expect(document('003-fill')).toContain('\nassignee: @nobody\n');
  expect((await json('view', 'lid'))['spec']).toMatchObject({ archivedAs: 'rejected', partOf: '007-boil' });
  expect((await json('view', 'oven'))['spec']).toMatchObject({ archived: true, status: 'planned' });
});

describe('import from leanspec', () => {
  const spec = (ref: string, ...lines: readonly string[]) =>
    write(
      `specs/${ref}/README.md`,
      '---',
      ...lines,
      '---',
      '',
      `# ${ref}`,
      '',
      '[other](../002-b/README.md)',
    );

  beforeEach(() => {
    spec(
      '001-a',
      'status: complete # done',
      'created: 2025-01-02',
      'parent: x',
      'completed_at: 2025-03-04T10:00:00.123456789Z',
    );
    spec('002-b', 'status: archived', 'created: 2025-01-03', 'completed: 2025-01-20');
  });

  it('takes days, parents and archived specs of another folder', async () => {
    spec('003-c', 'status: planned', 'created: 2025-01-04', 'parent: 001-a');
    project.files.move('specs', 'old');
    await imported('leanspec', 3);
    expect(document('archived/002-b')).toContain('source: leanspec:old/002-b/README.md');
    expect(document('001-a')).toContain('[other](../archived/002-b/README.md)');
    expect(document('archived/002-b')).toMatch(/status: complete\n[^]*completed: 2025-01-20/);
    expect((await json('view', '3'))['spec']).toMatchObject({ partOf: '001-a' });
  });
});

it('import of a named kind shows documents that are only in the specs folder, and copies none of them', async () => {
  write('specs/001-login/spec.md', '# Feature Specification: Login', '', '## Problem', '', 'None.');
  write('specs/001-login/tasks.md', '# Tasks: Login', '', '- [x] T001 Write it');
  const { stdout, stderr } = await run('import', 'spec-kit');
  expect(stdout).toMatch(/complete .*[^]*Nothing was written\.\s*$/);
  expect(stderr).toContain('spectool adopt specs');
  expect(await run('import', 'spec-kit', '--apply')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('of which no copy is made'),
  });
});

it('import copies a picture with the new document that shows it, if an earlier import left it out', async () => {
  const record = (title: string) => ['# ' + title, '', '## Status', '', 'Accepted', '', '![b](img/b.png)'];
  write('docs/adr/0001-first.md', ...record('First').slice(0, -1));
  await run('import', '--apply');
  write('docs/adr/img/b.png', 'x');
  write('docs/adr/0001-first.md', ...record('First'));
  write('docs/adr/0002-second.md', ...record('Second'));
  await run('import', '--apply');
  expect(project.files.readText('specs/002-second/img/b.png')).toBe('x\n');
  expect(document('002-second')).toContain('](img/b.png)');
});
