import { beforeEach, describe, expect, it } from '@jest/globals';
import { commandTable } from '../../../src/adapters/cli/commandTable.js';
import { renderProgramHelp } from '../../../src/adapters/cli/commandHelp.js';
import { PLAIN_TERMINAL } from '../../../src/adapters/cli/layout/terminalStyle.js';
import { fitLines } from '../../../src/adapters/cli/layout/terminalText.js';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import { NoRepository } from '../../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../../src/composition/createSpectool.js';
import { runInProcess } from '../../support/runInProcess.js';
import { MemoryProject } from '../../support/memoryProject.js';

let project: MemoryProject;
beforeEach(() => {
  project = new MemoryProject();
});

const printed = async (...args: string[]) => (await project.run(args)).stdout;

describe('the help of the program', () => {
  it('fits on a screen of 24 rows and 80 columns, and names at most 30 commands', () => {
    const text = renderProgramHelp('10.20.30', PLAIN_TERMINAL);
    expect(fitLines(text, 80).split('\n').length).toBeLessThan(24);
    const listed = commandTable.filter(({ usedBy }) => usedBy === undefined || usedBy === 'everyone');
    const families = new Set(listed.map(({ name }) => name.split(' ')[0] ?? ''));
    for (const name of families) expect(text).toContain(name);
    expect(families.size).toBeLessThanOrEqual(30);
    expect(text).toMatch(/^Review review, approve$/m);
    for (const name of ['uncheck', 'unarchive', 'restore', 'renumber', 'accept', 'label', 'compact'])
      expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('describes all commands with --all', async () => {
    const text = await printed('help', '--all');
    for (const { name, purpose } of commandTable)
      expect(text).toMatch(new RegExp(`^  ${name} +${purpose}`, 'm'));
    expect(await printed('--help', '--all')).toBe(text);
  });
});

it('the help of a command has flags that few people need only with --all', async () => {
  const [short, full] = [await printed('help', 'create'), await printed('create', '--help', '--all')];
  expect(short).not.toMatch(/--no-cache|--project/);
  expect(short).toContain('spectool help create --all');
  expect(full).toMatch(/--no-cache[^]*--project/);
  expect(await printed('help', 'create', '--all')).toBe(full);
});

describe('the program without a command', () => {
  it('says in three lines outside a project what it is and how to begin', async () => {
    const outside = createSpectool({
      ports: { ...new NoRepository().ports, fileSystem: new MemoryFileSystem() },
    });
    const { stdout: text } = await runInProcess([], { open: () => outside });
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(text).toContain('spectool init');
  });

  it('says in a project what the actor holds, what is next and what needs attention', async () => {
    await project.run(['init', '-y']);
    for (const title of ['Login', 'Reset'])
      await project.spectool.createSpec.execute({ name: title, body: 'Text.\n' });
    expect(await printed()).toMatch(/^you hold +nothing\nnext +001 Login$/m);
    await project.run(['claim', '1']);
    const text = await printed();
    expect(text).toMatch(
      /^specs +1 planned, 1 in-progress, 0 complete\nyou hold +001 Login \(until \d\d:\d\d\)\nnext +002 Reset$/m,
    );
    expect(text).not.toContain('attention');
    expect(text.match(/^spectool /gm)).toHaveLength(5);
    project.spec('003-odd', 'status: bogus\ncreated: 2026-01-05');
    expect(await printed()).toContain('attention  1 with problems: 003-odd');
  });
});
