import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { projectsAround } from '../../src/adapters/git/gitClone.js';
import { Ajv, type ValidateFunction } from 'ajv';
import { commandTable, allDefinitions } from '../../src/adapters/cli/commandTable.js';
import type { CommandOutput } from '../../src/adapters/cli/commandHelp.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { type Outcome, runOnDisk, runWithGit } from '../support/runInProcess.js';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

const FILE = join(import.meta.dirname, '../../schemas/output.schema.json');
const REAL_SPECS = join(
  process.env['SPECTOOL_TEST_DATA'] ?? join(import.meta.dirname, '../../../shared/data'),
  'specs-305',
);

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const seen = new Set<string>();
let project: ScratchProject;

function shape(name: keyof CommandOutput): ValidateFunction {
  const validate = ajv.getSchema(`output#/definitions/${name}`);
  if (validate === undefined) throw new Error(`The schema has no ${name}.`);
  return validate;
}

/** Runs a command with `--json` and expects that its output matches the schema of that command. */
async function printed<Name extends keyof CommandOutput>(
  name: Name,
  ...args: string[]
): Promise<CommandOutput[Name]> {
  return held(name, args, await runOnDisk(project.root, [...args, '--json']));
}

function held<Name extends keyof CommandOutput>(
  name: Name,
  args: readonly string[],
  { stdout, stderr }: Pick<Outcome, 'stdout' | 'stderr'>,
): CommandOutput[Name] {
  if (name !== 'error' && stdout === '') throw new Error(stderr);
  const document = JSON.parse(name === 'error' ? stderr : stdout) as CommandOutput[Name];
  const validate = shape(name);
  const failed = validate(document) ? {} : { errors: validate.errors, document };
  expect({ args, ...failed }).toEqual({ args });
  seen.add(name);
  return document;
}

beforeAll(() => {
  ajv.addSchema(JSON.parse(readFileSync(FILE, 'utf8')) as object, 'output');
  project = new ScratchProject({ 'package.json': '{ "name": "shop" }' });
});

describe('the output of commands with --json', () => {
  it('matches the output schema for commands that set up a project', async () => {
    await printed('init', 'init', '-y', '--agent-tools', 'all');
    await printed('init', 'init', '-y');
    expect((await printed('skill-install', 'skill', 'install')).action).toBe('created');
    project.write('.github/skills/spectool-sdd/SKILL.md', 'mine');
    expect((await printed('skill-install', 'skill', 'install')).edited).toHaveLength(1);
    await printed('skill-install', 'skill', 'install', '--force');
  });

  it('matches the output schema for commands that write', async () => {
    await printed('create', ...'create user-login --tags auth --priority high --assignee kim'.split(' '));
    expect((await printed('create', 'create', 'user-logins')).warnings).toHaveLength(1);
    await printed('create', 'create', 'reset', '--depends-on', '1', '--related', '2', '--reviewer', 'lee');
    await printed('create', 'create', 'old');
    await printed('update', 'update', '1', '--status', 'in-progress', '--add-tag', 'web');
    expect((await printed('update', 'update', '1', '--status', 'in-progress')).events).toEqual([]);
    await printed('update', 'update', '1', '--status', 'complete', '--force', '--reason', 'done elsewhere');
    await printed('undo', 'undo');
    await printed('add-criterion', 'add-criterion', '4', 'It is fast');
    await printed('check', 'check', '4', '1', '--test', 'speed');
    await printed('criteria', 'criteria', '4');
    await printed('uncheck', 'uncheck', '4', '1');
    await printed('retire', 'retire', '4', '1', '--reason', 'not sold');
    await printed('restore', 'restore', '4', '1');
    await printed('approve', 'approve', '4');
    await printed('review', 'review', '4');
    await printed('label', 'label', '4');
    project.write('a.test.ts', '');
    project.write(
      'report.xml',
      '<testsuite name="a"><testcase name="004/AC1 is fast" file="a.test.ts"/><testcase name="004/AC9"/></testsuite>',
    );
    expect((await printed('prove', 'prove', 'report.xml', '--all')).specs).toHaveLength(1);
    await printed('prove', 'prove', 'report.xml', '--dry-run', '--strict');
    await printed('note', 'note', '4', 'Measured: 20 ms');
    await printed('accept', 'accept', '4', '--reason', 'read again');
    await printed('section', 'section', '4', 'Problem');
    await printed('section', 'section', '4', 'Problem', '--set', 'It is slow.');
    await printed('claim', 'claim', '4');
    await printed('prime', 'prime');
    await printed('config-set', 'config', 'set', 'criteria.sections', '["Success Criteria"]');
    await printed('config-get', 'config', 'get', 'criteria.sections');
    await printed('config-list', 'config', 'list');
    await printed('config-unset', 'config', 'unset', 'criteria.sections');
    await printed('release', 'release', '4', '--status', 'planned');
    await printed('next', 'next', '--claim');
    await printed('undo', 'undo');
    await printed('archive', 'archive', '4', '2');
    await printed('unarchive', 'unarchive', '4');
    await printed('renumber', 'renumber', '4', '--to', '9');
    await printed('rename', 'rename', '9', 'renamed');
    await printed('delete', 'delete', '9', '--reason', 'made twice', '--force');
    await printed('compact', 'compact');
    mkdirSync(join(project.root, 'adr'));
    writeFileSync(join(project.root, 'adr', '0077-x.md'), '# X\n\nStatus: accepted\n');
    await printed('import', 'import', './adr', '--apply');
    await printed('resolve', 'resolve');
  });

  it('matches the output schema for commands that read', async () => {
    project.write('specs/020-broken/README.md', '---\nstatus: [\n---\n# Broken\n');
    project.write(
      'specs/021-odd/README.md',
      '---\nstatus: nonsense\ncreated: 2026-02-30\ndepends_on: [404-gone, 022-ring]\n---\n# Odd\n',
    );
    project.write(
      'specs/022-ring/README.md',
      '---\nstatus: planned\ncreated: 2026-02-03\ndepends_on: [021-odd]\n---\n# Ring\n',
    );
    expect((await printed('list', 'list', '--all')).specs.some((spec) => 'broken' in spec)).toBe(true);
    await printed('list', 'list', '--limit', '1');
    await printed('board', 'board');
    await printed('board', 'board', '--group-by', 'tag');
    await printed('next', 'next');
    expect((await printed('search', 'search', 'user login', '--full')).results).not.toEqual([]);
    await printed('search', 'search', 'zzzz qqqq');
    await printed('view', 'view', '1');
    await printed('view', 'view', '1', '--section', 'Success Criteria');
    expect((await printed('deps', 'deps')).cycles).toHaveLength(1);
    await printed('deps', 'deps', '3');
    await printed('deps', 'deps', '1', '--reverse');
    await printed('tokens', 'tokens', '3');
    await printed('stats', 'stats');
    await printed('trace', 'trace');
    await printed('trace', 'trace', '--overlap');
    await printed('why', 'why', 'src/a.ts');
    await printed('commit-spec', 'commit-spec');
    expect((await printed('validate', 'validate')).errors).toBeGreaterThan(0);
    await printed('history', 'history');
    await printed('history', 'history', '1', '--limit', '2');
    project.write('old/0001-use-tea.md', '# Use tea\n\n## Status\n\nAccepted\n');
    await printed('import', 'import', 'flat', 'old');
    await printed('export-json', 'export', 'json', '--all');
    const { root } = new GitSandbox().commit();
    for (const args of [
      ['init', '-y'],
      ['create', 'new'],
    ])
      await runOnDisk(root, args);
    const report = ['export', 'markdown', '--since', 'HEAD', '--json'];
    expect(held('export-markdown', report, await runWithGit(root, report)).changes).toHaveLength(1);
    await printed('export-html', 'export', 'html');
  });

  it('matches the output schema for help, version and completion', async () => {
    await printed('help', '--help');
    await printed('help', 'help');
    for (const { name } of commandTable) await printed('command-help', ...name.split(' '), '--help');
    await printed('command-help', 'help', 'list');
    await printed('version', '--version');
    await printed('completion', 'completion', 'bash');
  });

  it('matches the output schema for stage-records and merge-driver', async () => {
    for (const [name, body] of Object.entries({ base: 'a', ours: 'b', theirs: 'c' }))
      project.write(`merge/${name}.md`, `---\nstatus: planned\n---\n# T\n\n${body}\n`);
    await printed('stage-records', 'stage-records');
    const args = ['merge-driver', ...['base', 'ours', 'theirs'].map((name) => `merge/${name}.md`)];
    args.push('specs/001-user-login/README.md', '--json');
    const document = held('merge-driver', args, run(project.root, args));
    expect(document.conflicts).toBe(1);
  });

  it.each([
    ['view', '404'],
    ['view', '0'],
    ['update', '9', '--status', 'complete'],
    ['list', '--status', 'nonsense'],
    ['lst'],
    ['create', '...'],
    ['init', '-y', '--agent-tools', 'gamma'],
    ['--cwd', '/', 'list'],
  ])('matches the output schema for an error of `%s %s`', async (...args: string[]) => {
    expect((await printed('error', ...args)).error.message).not.toBe('');
  });

  it('of several projects is one document', async () => {
    const args = ['list', '--all-projects', '--json'];
    const context = { projects: () => projectsAround(project.root) };
    const { projects } = held('all-projects', args, await runOnDisk(project.root, args, context));
    expect(projects).toHaveLength(1);
  });

  it('matches the output schema for every command, as in the first example of its help', async () => {
    const { definitions } = JSON.parse(readFileSync(FILE, 'utf8')) as { definitions: Record<string, object> };
    const commands = Object.keys(definitions).filter((name) => /^[a-z-]+$/.test(name));
    // Not run in this file: the editor of `edit` needs a terminal; `ui` and `guard` print no document.
    seen.add('edit').add('ui').add('guard');
    await printed('adopt', 'adopt', 'specs', '--kind', 'plans');
    const others = (await allDefinitions()).filter(({ name }) => !seen.has(name.replace(' ', '-')));
    for (const {
      name,
      examples: [example],
    } of others) {
      const [, ...words] = (example?.[1] ?? `spectool ${name}`).split(' ');
      await printed(name.replace(' ', '-') as keyof CommandOutput, ...words);
    }
    expect(commands.filter((name) => !seen.has(name))).toEqual([]);
  });
});

(existsSync(REAL_SPECS) ? it : it.skip)(
  'output with --json matches the schema for 305 real specs',
  async () => {
    const scratch = project;
    project = ScratchProject.initialised();
    try {
      cpSync(REAL_SPECS, join(project.root, 'specs'), { recursive: true });
      for (const name of ['list', 'board', 'next', 'deps', 'stats', 'tokens', 'validate', 'history'] as const)
        await printed(name, name);
      await printed('search', 'search', 'agent sessions', '--full', '--limit', '50');
      await printed('view', 'view', '5');
    } finally {
      project = scratch;
    }
  },
);
