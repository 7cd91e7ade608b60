import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../src/adapters/cli/layout/terminalText.js';

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

  it.each(COMMANDS)('print no control characters, no colour to a pipe, no long line: %s', async (command) => {
    expect((await project.run([command])).stdout).not.toContain('\x1b');
    for (const columns of [40, 60, 100, 200]) {
      const colourful = { ...PLAIN_TERMINAL, columns, colour: true };
      const { stdout } = await project.run([command], colourful);
      expect(stdout).not.toContain('\x1b[2J');
      for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  it.each(COMMANDS)('succeed in an empty project: %s', async (command) => {
    const { code, stdout, stderr } = await new MemoryProject().run([command]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toBe('');
  });

  it.each([
    [['board', '--group-by', 'colour'], 2, 'USAGE'],
    [['deps', '--format', 'png'], 2, 'USAGE'],
    [['next', '--limit', '0'], 2, 'USAGE'],
    [['history', '--since', 'soon'], 2, 'USAGE'],
    [['history', '--since', 'abcdef'], 1, 'EVENT_NOT_FOUND'],
    [['deps', '99'], 1, 'SPEC_NOT_FOUND'],
    [['view', '1', '--file', 'none.md'], 1, 'FILE_NOT_FOUND'],
  ])('fail with the arguments %j', async (args, exit, errorCode) => {
    const { code, stdout, stderr } = await project.run([...args, '--json']);
    expect([code, stdout]).toEqual([exit, '']);
    expect(document(stderr)).toMatchObject({ error: { code: errorCode } });
  });
});
