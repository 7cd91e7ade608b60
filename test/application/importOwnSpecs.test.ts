import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
const json = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).stdout) as {
    source: string;
    documents: readonly { from: string; action: string }[];
    total: number;
    warnings?: readonly { code: string; hint?: string }[];
  };
const text = (path: string) => project.files.readText(path) ?? '';

beforeEach(async () => {
  project = new MemoryProject();
  await run('create', 'one');
  await run('create', 'two');
  await run('claim', '2');
});

describe('Specs left in the old specs folder after specsDir changed', () => {
  beforeEach(async () => {
    await run('archive', '1', '--reason', 'over');
    project.files.write('specs/002-two/01-notes.md', '# Notes\n\nStatus: accepted\n');
    project.files.write('specs/002-two/kep.yaml', 'title: Two\nstatus: implemented\n');
    await run('config', 'set', 'specsDir', 'work');
  });

  it.each(['list', 'validate', 'search x', 'init -y --agent-tools none'])(
    'are not offered for import by %s',
    async (line) => {
      expect((await run(...line.split(' '))).stderr).not.toContain('spectool import');
    },
  );

  it.each([['import'], ['import', 'leanspec'], ['import', 'kep', 'specs'], ['import', 'flat', 'specs']])(
    'are not copied by the command %s %s %s',
    async (...args) => {
      const { stdout, stderr } = await run(...args, '--apply');
      expect(`${stdout}${stderr}`).toMatch(/no documents of (?:another tool|kind)/);
      expect(project.files.list('work')).toEqual([]);
    },
  );

  it('are skipped by import when documents of another tool are beside them', async () => {
    project.files.write('specs/0003-rule.md', '# Rule\n\nStatus: accepted\n');
    project.files.write('specs/0004-rule.md', '# Rule too\n\nStatus: accepted\n');
    expect((await run('list')).stderr).toContain('2 documents in this project are not specs yet (flat).');
    const { source, documents } = await json('import', '--apply');
    expect(source).toBe('flat');
    expect(documents.map(({ from, action }) => `${from} ${action}`)).toEqual([
      'specs/0003-rule.md new',
      'specs/0004-rule.md new',
    ]);
    expect(project.files.list('work').map(({ name }) => name)).toEqual(['003-rule', '004-rule']);
  });

  it('are found again after they are moved to the new specs folder', async () => {
    project.files.move('specs/archived/001-one', 'work/archived/001-one');
    project.files.move('specs/002-two', 'work/002-two');
    expect((await json('list', '--all')).total).toBe(2);
    expect((await run('validate', '--severity', 'error')).code).toBe(0);
  });
});

it('list shows how to move an archived spec from the old specs folder into the archive', async () => {
  await run('archive', '1-2', '--outcome', 'abandoned', '--reason', 'over');
  await run('config', 'set', 'specsDir', 'work');
  expect((await run('list')).stderr).toContain(
    '`mkdir -p work/archived && mv specs/archived/001-one work/archived/`',
  );
});

describe('Documents of several tools in one folder', () => {
  beforeEach(() => {
    project = new MemoryProject();
    project.files.write('backlog/config.yml', 'statuses: [To Do, Done]\n');
    const task = '---\nid: task-1\ntitle: One\nstatus: To Do\n---\n';
    project.files.write('backlog/tasks/task-1 - One.md', task);
    project.files.write('backlog/archive/tasks/task-2 - Two.md', task.replaceAll('1', '2'));
    project.files.write('docs/adr/0001-rule.md', '# Rule\n\nStatus: accepted\n');
  });

  it('are reported with one command per tool that imports the documents of that tool only', async () => {
    const command = 'Run `spectool import flat` to see the documents of kind flat.';
    const adopt = 'Run `spectool adopt docs/adr` to see them as specs where they are.';
    for (const args of [['list'], ['validate'], ['init', '-y', '--agent-tools', 'none']]) {
      const { stderr } = await run(...args);
      expect(stderr).toContain('2 documents in this project are not specs yet (backlog), 1 more (flat).');
      expect(stderr).toContain(adopt);
      expect(stderr).toContain('`spectool import backlog`');
    }
    const { source, warnings } = await json('import', '--apply');
    expect([source, warnings]).toEqual([
      'backlog',
      [
        {
          code: 'OTHER_KINDS',
          message: 'There are also documents of other kinds: 1 of flat (docs/adr/0001-rule.md).',
          hint: command,
        },
      ],
    ]);
    expect(text('specs/archived/002-two/README.md')).toContain('status: planned');
    const { documents } = await json('import', 'flat', '--apply');
    expect(documents.map(({ from, action }) => [from, action])).toEqual([['docs/adr/0001-rule.md', 'new']]);
  });

  it('are not reported when import names one tool', async () => {
    expect((await run('import', 'backlog')).stderr).toBe('');
  });
});

describe('Folders of another tool in the specs folder', () => {
  beforeEach(() => {
    project = new MemoryProject();
    project.files.write('specs/001-login/spec.md', '# Feature Specification: Login\n');
    project.files.write('specs/001-login/tasks.md', '- [x] T1 Form\n- [ ] T2 Mail\n');
    project.files.write('specs/002-pay/spec.md', '# Pay\n');
  });

  it('are named with the command that adopts them, and no command calls them broken', async () => {
    const offer =
      /Not specs yet: 2 folders of another tool in specs \(spec-kit\)\.[^]*`spectool adopt specs`/;
    for (const command of ['list', 'validate']) {
      const { code, stdout, stderr } = await run(command);
      expect([code, stderr]).toEqual([0, expect.stringMatching(offer)]);
      expect(stdout).not.toMatch(/broken|DOCUMENT_BROKEN/);
    }
    expect((await run()).stdout).toMatch(offer);
    for (const command of ['board', 'next', 'stats'])
      expect((await run(command)).stdout).not.toMatch(/broken|unreadable/);
    expect((await run('create', 'own')).stdout).toContain('003-own');
    await run('adopt', 'specs', '--apply');
    const { stdout, stderr } = await run('list');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/001 +◐ in-progress +Login[^]*003 +○ planned +Own/);
  });

  it('are not copied by import', async () => {
    for (const args of [['specs'], ['flat', 'specs'], []])
      expect((await run('import', ...args)).stderr).toContain('`spectool adopt specs`');
    expect((await run('import', 'spec-kit', '--in-place')).stderr).toContain('`spectool adopt PATH`');
  });

  it('count as broken if they have a log, so that a lost document is not forgotten', async () => {
    await run('create', 'own');
    project.files.remove('specs/003-own/README.md');
    project.files.write('specs/003-own/spec.md', '# Own\n');
    expect((await run('list')).stdout).toMatch(/003 +✗ broken/);
  });
});

it('import from OpenSpec does not read features of spec-kit as capabilities of OpenSpec', async () => {
  project = new MemoryProject();
  await run('config', 'set', 'specsDir', 'work');
  project.files.write('openspec/changes/add-x/proposal.md', '# Add X\n');
  project.files.write('openspec/specs/x/spec.md', '# X\n');
  project.files.write('specs/001-login/spec.md', '# Login\n');
  const { source, documents, warnings } = await json('import');
  expect([source, documents.map(({ from }) => from)]).toEqual([
    'openspec',
    ['openspec/changes/add-x/proposal.md', 'openspec/specs/x/spec.md'],
  ]);
  expect(warnings?.[0]?.hint).toContain('`spectool import spec-kit`');
});
