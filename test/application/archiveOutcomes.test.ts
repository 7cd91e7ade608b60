import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
const json = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).stdout) as Record<string, never>;
const document = (path: string) => project.files.readText(`specs/${path}/README.md`) ?? '';

beforeEach(async () => {
  project = new MemoryProject();
  for (const name of ['login', 'sso', 'faxes', 'pigeons']) await run('create', name, '--priority', 'low');
});

describe('A spec archived without being completed', () => {
  it('loses its claim when it was in progress, and keeps the fields of its document', async () => {
    await run('claim', '1');
    await run('update', '2', '--add-dep', '1');
    expect((await run('deps')).stdout).toMatch(/001 Login {2}@tester/);
    await run('archive', '1', '2', '--outcome', 'deferred', '--reason', 'later');
    expect(document('archived/001-login')).toMatch(/status: in-progress\n(?:.*\n)*assignee: tester/);
    await run('unarchive', '1', '2');
    expect((await run('deps')).stdout).not.toContain('@tester');
  });

  it('needs an outcome when it is in progress', async () => {
    await run('update', '1', '--status', 'in-progress');
    const { code, stderr } = await run('archive', '1', '2');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('[ILLEGAL_TRANSITION] 001-login is in progress'),
    ]);
    expect(stderr).toContain('`spectool archive 001-login --outcome deferred --reason TEXT`');
    expect(document('002-sso')).not.toBe('');
  });

  it('hands the specs that depend on it to its successor, unless they are complete', async () => {
    for (const n of ['2', '3', '4']) await run('update', n, '--depends-on', '1', '--tags', 'x');
    await run('update', '4', '--status', 'complete', '--force', '--reason', 'x');
    const { stdout, stderr } = await run('archive', '1', '--by', '2', '--reason', 'one login for all');
    expect(stdout.trim().split('\n')).toEqual([
      'Archived 001-login  specs/archived/001-login, superseded by 002-sso',
      'Updated 002-sso  depends on -001-login',
      'Updated 003-faxes  depends on +002-sso -001-login',
    ]);
    expect(stderr).not.toContain('still referenced');
    expect(document('004-pigeons')).toContain('001-login');
    await run('undo');
    expect(document('002-sso')).toContain('001-login');
  });

  it('shows its outcome in the document, in its views and in every list of the archive', async () => {
    expect((await run('archive', '1', '--by', '2', '--reason', 'one login for all')).stdout).toContain(
      'Archived 001-login  specs/archived/001-login, superseded by 002-sso',
    );
    await run('archive', '3', '4', '--outcome', 'rejected', '--reason', 'nobody has one');
    expect(document('archived/001-login')).toMatch(
      /^---\nstatus: planned\narchived_as: superseded\nsuperseded_by: 002-sso\ncreated: /,
    );
    expect(await json('view', '1')).toMatchObject({
      spec: { archived: true, archivedAs: 'superseded', supersededBy: '002-sso', status: 'planned' },
      archivedBecause: 'one login for all',
    });
    const view = (await run('view', '1')).stdout;
    expect(view).toMatch(/ended +superseded by 002-sso\nbecause +one login for all/);
    const list = (await run('list', '--status', 'archived')).stdout;
    expect(list).toMatch(/Login +.*superseded by 002-sso/);
    expect(list).toMatch(/Faxes +.*rejected/);
    const rejected = await run('list', '--status', 'archived', '--where', 'archived_as=rejected');
    expect(rejected.stdout).not.toContain('Login');
    const named = await run('list', '--status', 'archived', '--fields', 'number,archived_as,supersededBy');
    expect(named.stdout).toContain('superseded   002-sso');
    expect((await json('board'))['health']).toMatchObject({ ended: { superseded: 1, rejected: 2 } });
    expect((await run('board')).stdout).toMatch(
      /ended +3 +1 superseded, 2 rejected|ended +3 +2 rejected, 1 superseded/,
    );
    expect(await json('stats')).toMatchObject({ ended: { superseded: 1, rejected: 2 } });
    expect((await run('stats')).stdout).toMatch(/ended +3 +archived without being completed/);
    expect((await run('history', '1')).stdout).toContain('archived, because: "one login for all"');
  });

  it('loses its outcome by unarchive, and undo restores both states', async () => {
    await run('archive', '3', '--outcome', 'deferred', '--reason', 'after the summer');
    const ended = document('archived/003-faxes');
    await run('unarchive', '3');
    expect(document('003-faxes')).not.toContain('archived_as');
    await run('undo');
    expect(document('archived/003-faxes')).toBe(ended);
    expect(await json('view', '3')).toMatchObject({
      spec: { archivedAs: 'deferred' },
      archivedBecause: 'after the summer',
    });
    await run('undo');
    expect(document('003-faxes')).not.toBe('');
    await run('undo', '--redo');
    expect(document('003-faxes')).toBe('');
  });

  it('has the new number of its successor in superseded_by, and validate reports a missing successor', async () => {
    await run('archive', '1', '--by', 'sso', '--reason', 'x');
    await run('renumber', '2', '--to', '9');
    expect(document('archived/001-login')).toContain('superseded_by: 009-sso');
    await run('undo');
    expect(document('archived/001-login')).toContain('superseded_by: 002-sso');
    await run('delete', '2', '--reason', 'x', '--force');
    const { stdout, code } = await run('validate');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('superseded_by names 002-sso, but there is no such spec'),
    ]);
  });

  it('cannot be superseded by a spec that is superseded itself, so that none supersede each other', async () => {
    await run('archive', '1', '--by', '2', '--reason', 'x');
    expect((await run('archive', '2', '--by', '1', '--reason', 'x')).stderr).toContain(
      '001-login is superseded by 002-sso itself',
    );
  });

  it('has an outcome that only the command archive can set', async () => {
    const { stderr } = await run('update', '1', '--field', 'archived_as=rejected');
    expect(stderr).toContain('spectool archive SPEC --outcome');
    expect((await run('update', '1', '--status', 'rejected')).stderr).toContain(
      'spectool archive SPEC --outcome rejected --reason TEXT',
    );
  });

  it('gets a hint from validate to use archive when its status comes from another tool', async () => {
    project.spec('007-x', 'status: withdrawn\ncreated: 2025-01-01');
    expect((await run('validate', '7')).stdout).toContain(
      'spectool archive --where status=withdrawn --outcome rejected --reason TEXT',
    );
  });

  it('has a problem in its document when its outcome is unknown', async () => {
    project.spec('008-y', 'status: planned\narchived_as: gone\ncreated: 2025-01-01');
    expect((await json('view', '8'))['spec']).toMatchObject({
      problems: [
        { field: 'archived_as', message: expect.stringContaining('rejected, superseded, deferred') },
      ],
    });
  });
});

it('a project that declared superseded_by as a custom field still works', async () => {
  project.files.write(
    '.spectool/config.json',
    JSON.stringify({ frontmatter: { custom: { superseded_by: 'string' } } }),
  );
  expect((await new MemoryProject({}, project.files).spectool.listSpecs.execute({})).total).toBe(4);
});

it('add-criterion warns that the spec is complete and the new criterion open', async () => {
  await run('update', '1', '--status', 'complete', '--force', '--reason', 'x');
  const { stderr } = await run('add-criterion', '1', 'fast');
  expect(stderr).toContain('001-login is complete, but the new criterion is open.');
  expect(stderr).toContain('spectool update 001-login --status in-progress --force --reason TEXT');
  expect((await run('add-criterion', '2', 'fast')).stderr).toBe('');
});
