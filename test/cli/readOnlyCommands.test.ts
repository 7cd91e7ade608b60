import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../src/adapters/cli/layout/wrapText.js';

const COMMANDS = ['board', 'deps', 'next', 'tokens', 'stats', 'list'];
const document = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('the reading commands', () => {
  let project: MemoryProject;

  beforeEach(() => {
    project = new MemoryProject();
    project.spec('001-first', 'status: complete\ncreated: 2026-01-01\ncompleted: 2026-01-05');
    project.spec('002-second', 'status: planned\ncreated: 2026-01-02\ndepends_on: [001-first]');
    project.spec('003-third', 'status: planned\ncreated: 2026-01-03\ndepends_on: [002-second, 004-fourth]');
    project.spec(
      '004-fourth',
      'status: in-progress\ncreated: 2026-01-03\ndepends_on: [003-third]',
      '# \x1b[2J日本\n',
    );
  });

  it.each([
    ['board', ['columns', 'health']],
    ['deps', ['nodes', 'edges', 'cycles']],
    ['next', ['specs', 'total']],
    ['tokens', ['specs', 'total']],
    ['stats', ['byStatus', 'throughput', 'leadTimeDays', 'cycleTimeDays', 'wip', 'ageing']],
  ])('print one JSON document with --json: %s', async (command, keys) => {
    const { code, stdout } = await project.run([command, '--json']);
    expect(code).toBe(0);
    expect(Object.keys(document(stdout))).toEqual(expect.arrayContaining(keys));
  });

  it.each(COMMANDS)(
    'print no control characters, no colour to a pipe, and no line longer than the terminal: %s',
    async (command) => {
      expect((await project.run([command])).stdout).not.toContain('\x1b');
      for (const columns of [40, 60, 100, 200]) {
        const colourful = { ...PLAIN_TERMINAL, columns, colour: true };
        const { stdout } = await project.run([command], colourful);
        expect(stdout).not.toContain('\x1b[2J');
        for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }
    },
  );

  it('include `deps`, which says so when a spec has no dependencies or dependents', async () => {
    expect((await project.run(['deps', '1'])).stdout).toContain('001 depends on no other spec.');
    expect((await project.run(['deps', '1', '--reverse'])).stdout).not.toContain('No spec depends');
    project.spec('005-fifth', 'status: planned\ncreated: 2026-01-03');
    expect((await project.run(['deps', '5', '--reverse'])).stdout).toContain('No spec depends on 005.');
  });

  it('include `list`, which marks archived specs', async () => {
    await project.run(['archive', '2', '--outcome', 'deferred', '--reason', 'later']);
    await project.run(['archive', '1']);
    const { stdout } = await project.run(['list', '--archived']);
    expect(stdout).toMatch(/002 +⌂ planned/);
    expect(stdout).toMatch(/001 +● complete/);
  });

  it.each(COMMANDS)('succeed in an empty project: %s', async (command) => {
    const { code, stdout, stderr } = await new MemoryProject().run([command]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toBe('');
  });

  it('include `deps`, which warns about dependency cycles and ends with exit code 0', async () => {
    const { code, stderr } = await project.run(['deps']);
    expect(code).toBe(0);
    expect(stderr).toContain('003-third → 004-fourth → 003-third');
  });

  it('include `deps`, which prints Mermaid and dot graphs', async () => {
    expect((await project.run(['deps', '3', '--format', 'mermaid'])).stdout).toMatch(/^flowchart TD\n/);
    expect((await project.run(['deps', '3', '--format', 'dot'])).stdout).toMatch(/^digraph specs \{\n/);
  });

  it.each([
    [['board', '--group-by', 'colour'], 2, 'USAGE'],
    [['deps', '--format', 'png'], 2, 'USAGE'],
    [['deps', '--depth', 'x'], 2, 'USAGE'],
    [['next', '--limit', '0'], 2, 'USAGE'],
    [['history', '--since', 'soon'], 2, 'USAGE'],
    [['history', '--since', 'abcdef'], 1, 'EVENT_NOT_FOUND'],
    [['deps', '99'], 1, 'SPEC_NOT_FOUND'],
    [['tokens', '1', '--file', 'none.md'], 1, 'FILE_NOT_FOUND'],
  ])('fail with the arguments %j', async (args, exit, errorCode) => {
    const { code, stdout, stderr } = await project.run([...args, '--json']);
    expect([code, stdout]).toEqual([exit, '']);
    expect(document(stderr)).toMatchObject({ error: { code: errorCode } });
  });
});
