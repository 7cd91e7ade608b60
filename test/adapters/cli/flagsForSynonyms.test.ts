import { beforeEach, expect, it } from '@jest/globals';
import { MemoryProject } from '../../support/memoryProject.js';

let project: MemoryProject;
beforeEach(async () => {
  project = new MemoryProject();
  await project.run(['init', '-y']);
  await project.spectool.createSpec.execute({
    name: 'login',
    body: '## Success Criteria\n\n- [ ] AC1: fast\n- [ ] AC2: safe\n',
  });
});

const run = (line: string) => project.run(line.split(' '));
const events = async () =>
  (await project.spectool.showHistory.execute({ spec: '1' })).events.map(({ type }) => type);

it.each([
  ['check 1 AC1', 'check --undo 1 AC1 --reason slow', 'uncheck 1 AC1', 'CriterionUnchecked'],
  ['retire 1 AC2 --reason x', 'retire 1 AC2 --undo', 'restore 1 AC2', 'CriterionRestored'],
  ['archive 1', 'archive 1 --undo', 'unarchive 1', 'SpecUnarchived'],
])('%s is taken back by %s, and by the former command %s', async (line, undone, synonym, type) => {
  for (const back of [undone, synonym]) {
    expect((await run(`${line} --json`)).code).toBe(0);
    expect(await run(back)).toMatchObject({ code: 0, stderr: '' });
    expect((await events())[0]).toBe(type);
  }
});

it('approve --code records that the spec is still right, as accept does', async () => {
  await run('approve 1 --code --reason moved');
  expect(await events()).toContain('SpecAccepted');
  expect((await run('accept 1 --reason again')).code).toBe(0);
});

it.each(['check 1 AC1 --undo --test abc', 'retire 1 AC2 --undo --by 1', 'archive 1 --undo --reason x'])(
  'refuses a flag that --undo has no use for: %s',
  async (line) => {
    const { code, stderr } = await run(line);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--undo cannot be used with --(?:test|by|reason)\./);
  },
);
