import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const text = (path: string) => Buffer.from(project.files.read(path) ?? '').toString('utf8');

beforeEach(async () => {
  project = new MemoryProject();
  await project.spectool.createSpec.execute({ name: 'user-logn' });
  await project.spectool.createSpec.execute({
    name: 'b',
    dependsOn: ['1'],
    body: '# B\n\nSee [login](../001-user-logn/README.md).\n',
  });
});

it('a new spec has the problem and criteria of --problem and --criterion in their sections', async () => {
  const flags = ['--problem', 'Users wait.', '--criterion', 'Works, once', '--criterion', 'AC7: seven'];
  await project.run(['create', 'pay', ...flags]);
  const own = text('specs/003-pay/README.md');
  expect(own).toContain('## Problem\n\nUsers wait.\n');
  expect(own).toContain('- [ ] AC1: Works, once\n- [ ] AC7: seven\n');
  await project.spectool.createSpec.execute({
    name: 'c',
    body: '# C\n\nText.\n',
    problem: 'P',
    criteria: ['K'],
  });
  expect(text('specs/004-c/README.md')).toContain(
    'Text.\n\n## Problem\n\nP\n\n## Success Criteria\n\n- [ ] AC1: K\n',
  );
  const { code, stderr } = await project.run(['create', 'd', '--criterion', 'a', '--criterion', 'a']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('already has this criterion, as number 1')]);
});

describe('the name of a folder', () => {
  it('is corrected by update --name, with references and links, and undo brings the old name back', async () => {
    const { code, stdout } = await project.run(['update', '1', '--name', 'User login']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('001-user-login')]);
    const other = text('specs/002-b/README.md');
    expect(other).toContain('001-user-login');
    expect(other).toContain('(../001-user-login/README.md)');
    expect(other).not.toContain('logn');
    const { specs } = await project.spectool.listSpecs.execute();
    expect(specs.map(({ ref, sequence }) => [ref, sequence])).toEqual([
      ['001-user-login', 1],
      ['002-b', 2],
    ]);
    expect((await project.spectool.validateProject.execute()).errors).toBe(0);
    await project.spectool.undoChange.execute();
    expect(text('specs/002-b/README.md')).toContain('(../001-user-logn/README.md)');
  });

  it('and the title get a new name by `rename`; --title and --number change only these', async () => {
    const run = async (line: string[]) => (await project.run(['rename', ...line])).stdout;
    expect(await run(['1', 'sign-in'])).toContain('001-sign-in');
    expect(text('specs/001-sign-in/README.md')).toContain('# Sign in\n');
    expect(text('specs/002-b/README.md')).toContain('(../001-sign-in/README.md)');
    await run(['1', '--title', 'Sign-in of users']);
    await run(['1', '--number', '7']);
    expect(text('specs/007-sign-in/README.md')).toContain('# Sign-in of users\n');
    expect(await run(['2', '--number', 'next'])).toContain('008-b');
  });

  it('stays with a note if it is the same', async () => {
    const { code, stderr } = await project.run(['update', '2', '--name', 'b']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('002-b already has the name')]);
  });

  it.each([
    ['update 1 --name a --priority high', 'no other changes'],
    ['update 1 2 --name a', 'exactly one spec'],
    ['update 1 --name !!', 'has no letters or digits'],
    ['rename 1', 'NEW-NAME is missing'],
    ['rename 1 a --number 3', 'a new number or a new name'],
    ['rename 1 --number many', 'not a whole number'],
  ])('is refused: %s', async (line, why) => {
    const { code, stderr } = await project.run(line.split(' '));
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(why);
    expect((await project.spectool.listSpecs.execute()).specs[0]?.ref).toBe('001-user-logn');
  });

  it('of a spec without a number is refused if another spec has it', async () => {
    for (const name of ['one', 'two'])
      project.spec(name, `status: planned\ncreated: 2026-01-05\nid: ${name}xxxxxxxxxx`);
    await expect(project.spectool.renumberSpec.execute({ spec: 'one', name: 'two' })).rejects.toThrow();
    expect((await project.spectool.renumberSpec.execute({ spec: 'one', name: 'three' })).spec.ref).toBe(
      'three',
    );
  });
});
