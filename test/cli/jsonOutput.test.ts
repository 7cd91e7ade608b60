import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import { commandTable } from '../../src/adapters/cli/commandTable.js';
import type { CommandOutput } from '../../src/adapters/cli/commandOutput.js';
import { git, run } from '../support/program.js';
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

/** Runs a command with `--json` and holds what it prints to the schema. */
function printed<Name extends keyof CommandOutput>(name: Name, ...args: string[]): CommandOutput[Name] {
  const { stdout, stderr } = run(project.root, [...args, '--json']);
  const document = JSON.parse(name === 'error' ? stderr : stdout) as CommandOutput[Name];
  const validate = shape(name);
  expect({ args, errors: validate(document) ? [] : validate.errors, document }).toMatchObject({ errors: [] });
  seen.add(name);
  return document;
}

beforeAll(() => {
  ajv.addSchema(JSON.parse(readFileSync(FILE, 'utf8')) as object, 'output');
  project = new ScratchProject({ 'package.json': '{ "name": "shop" }' });
  git(project.root, 'init', '-q');
});

afterAll(() => project.remove());

describe('what the program prints with --json has the shape the schema tells', () => {
  it('setting up', () => {
    printed('init', 'init', '-y', '--agent-tools', 'all');
    printed('init', 'init', '-y');
    expect(printed('skill-install', 'skill', 'install').action).toBe('created');
    project.write('.github/skills/spectool-sdd/SKILL.md', 'mine');
    expect(printed('skill-install', 'skill', 'install').edited).toHaveLength(1);
    printed('skill-install', 'skill', 'install', '--force');
  });

  it('writing', () => {
    printed('create', 'create', 'user-login', '--tags', 'auth', '--priority', 'high', '--assignee', 'kim');
    expect(printed('create', 'create', 'user-logins').warnings).toHaveLength(1);
    printed('create', 'create', 'reset', '--depends-on', '1', '--related', '2', '--reviewer', 'lee');
    printed('create', 'create', 'old');
    printed('update', 'update', '1', '--status', 'in-progress', '--add-tag', 'web');
    expect(printed('update', 'update', '1', '--status', 'in-progress').events).toEqual([]);
    printed('update', 'update', '1', '--status', 'complete', '--force', '--reason', 'done elsewhere');
    printed('undo', 'undo');
    printed('archive', 'archive', '4', '2');
    printed('unarchive', 'unarchive', '4');
    printed('renumber', 'renumber', '4', '--to', '9');
    printed('compact', 'compact');
    printed('resolve', 'resolve');
  });

  it('reading', () => {
    project.write('specs/020-broken/README.md', '---\nstatus: [\n---\n# Broken\n');
    project.write(
      'specs/021-odd/README.md',
      '---\nstatus: nonsense\ncreated: 2026-02-30\ndepends_on: [404-gone, 022-ring]\n---\n# Odd\n',
    );
    project.write(
      'specs/022-ring/README.md',
      '---\nstatus: planned\ncreated: 2026-02-03\ndepends_on: [021-odd]\n---\n# Ring\n',
    );
    expect(printed('list', 'list', '--all').specs.some(({ broken }) => broken === true)).toBe(true);
    printed('list', 'list', '--limit', '1');
    printed('board', 'board');
    printed('board', 'board', '--group-by', 'tag', '--as-of', new Date().toISOString());
    printed('next', 'next');
    expect(printed('search', 'search', 'user login', '--explain').results).not.toEqual([]);
    printed('search', 'search', 'zzzz qqqq');
    printed('view', 'view', '1');
    printed('view', 'view', '1', '--section', 'Success Criteria');
    expect(printed('deps', 'deps').cycles).toHaveLength(1);
    printed('deps', 'deps', '3', '--depth', '1');
    printed('deps', 'deps', '1', '--reverse');
    printed('tokens', 'tokens', '--sections');
    printed('stats', 'stats');
    expect(printed('validate', 'validate').errors).toBeGreaterThan(0);
    printed('history', 'history');
    printed('history', 'history', '1', '--limit', '2');
  });

  it('help, version and completion', () => {
    printed('help', '--help');
    printed('help', 'help');
    for (const { name } of commandTable) printed('command-help', ...name.split(' '), '--help');
    printed('command-help', 'help', 'list');
    printed('version', '--version');
    printed('completion', 'completion', 'bash');
  });

  it('merging', () => {
    for (const [name, body] of Object.entries({ base: 'a', ours: 'b', theirs: 'c' }))
      project.write(`merge/${name}.md`, `---\nstatus: planned\n---\n# T\n\n${body}\n`);
    const document = printed(
      'merge-driver',
      'merge-driver',
      'merge/base.md',
      'merge/ours.md',
      'merge/theirs.md',
      'specs/001-user-login/README.md',
    );
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
  ])('an error: %s %s', (...args: string[]) => {
    expect(printed('error', ...args).error.message).not.toBe('');
  });

  it('and none of them was left out', () => {
    const { definitions } = JSON.parse(readFileSync(FILE, 'utf8')) as { definitions: Record<string, object> };
    const commands = Object.keys(definitions).filter((name) => /^[a-z-]+$/.test(name));
    expect(commands.filter((name) => !seen.has(name))).toEqual([]);
    expect(commandTable.map(({ name }) => name.replace(' ', '-')).filter((name) => !seen.has(name))).toEqual(
      [],
    );
  });
});

(existsSync(REAL_SPECS) ? it : it.skip)('and so it is with 305 real specs', () => {
  const scratch = project;
  project = ScratchProject.initialised();
  try {
    cpSync(REAL_SPECS, join(project.root, 'specs'), { recursive: true });
    for (const name of ['list', 'board', 'next', 'deps', 'stats', 'tokens', 'validate', 'history'] as const)
      printed(name, name);
    printed('search', 'search', 'agent sessions', '--explain', '--limit', '50');
    printed('view', 'view', '5');
  } finally {
    project.remove();
    project = scratch;
  }
});
