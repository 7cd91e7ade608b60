import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { agentPlugin } from '../support/agentPlugin.js';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const FOLDER = join(import.meta.dirname, '../../plugin');
const plugin = agentPlugin();
const json = (path: string): unknown => JSON.parse(plugin.get(path) ?? 'null');

/**
 * What both assistants say of the fields of a manifest. Paths begin with `./`, and the name is in kebab case. On 2026-11-27 the
 * files were valid by the schemas `claude-code-plugin-manifest`, `claude-code-marketplace`, `codex-plugin-manifest` and
 * `codex-hooks` of json.schemastore.org, except that the third does not know `hooks`, which Codex reads.
 */
const MANIFEST = {
  type: 'object',
  required: ['name', 'version', 'description', 'author'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    description: { type: 'string', minLength: 1 },
    author: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
    license: { type: 'string' },
    skills: { type: 'string', pattern: '^\\./' },
    hooks: { type: 'string', pattern: '^\\./.*\\.json$' },
    interface: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

describe('the plugin for coding agents', () => {
  it('is generated from the skill, the session hook and the commands (npm run plugin)', () => {
    if (process.env['SPECTOOL_WRITE_PLUGIN'] === '1') {
      rmSync(FOLDER, { recursive: true, force: true });
      for (const [path, text] of plugin) {
        mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
        writeFileSync(join(FOLDER, path), text);
      }
    }
    const there = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(FOLDER, path)).isFile())
      .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')] as const);
    expect(Object.fromEntries(there)).toEqual(Object.fromEntries(plugin));
  });

  it.each(['.claude-plugin/plugin.json', '.codex-plugin/plugin.json'])('has a valid manifest %s', (path) => {
    const ajv = new Ajv();
    expect([ajv.validate(MANIFEST, json(path)), ajv.errorsText()]).toEqual([true, 'No errors']);
  });

  it('names only files that it has', () => {
    const { skills, hooks } = json('.codex-plugin/plugin.json') as Record<string, string>;
    expect(plugin.has((hooks ?? '').slice(2))).toBe(true);
    expect(plugin.has(`${(skills ?? '').slice(2)}spectool-sdd/SKILL.md`)).toBe(true);
    expect(json('.claude-plugin/marketplace.json')).toMatchObject({ plugins: [{ source: './' }] });
  });

  it('has commands with a description, and says how to call the program in a project that contains it', () => {
    const commands = [...plugin].filter(([path]) => path.startsWith('commands/'));
    expect(commands.length).toBeGreaterThan(5);
    for (const [, text] of commands)
      expect(text).toMatch(
        /^---\ndescription: "[A-Z][^]+---\n\nRun `spectool [^]+`npx --no-install spectool`/,
      );
    expect(plugin.get('skills/spectool-sdd/SKILL.md')).toContain('`npx --no-install spectool`');
  });
});

describe('the session hook of the plugin', () => {
  const { hooks } = json('hooks/hooks.json') as {
    hooks: { SessionStart: { hooks: { command: string }[] }[] };
  };
  const line = hooks.SessionStart[0]?.hooks[0]?.command ?? 'exit 9';
  const begins = (cwd: string, path: string) =>
    spawnSync('sh', ['-c', line], { cwd, env: { PATH: `${path}:/usr/bin:/bin` }, encoding: 'utf8' });
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'spectool'), '#!/bin/sh\necho "ran $*"\n');
  chmodSync(join(bin, 'spectool'), 0o755);

  it('prints nothing in a folder without a project', () => {
    expect(begins(temporaryFolder(), bin)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('runs prime in a project and in a folder below it, and says how to install a missing program', () => {
    const project = temporaryFolder();
    mkdirSync(join(project, '.spectool'));
    mkdirSync(join(project, 'src/deep'), { recursive: true });
    writeFileSync(join(project, '.spectool/config.json'), '{}');
    for (const folder of [project, join(project, 'src/deep')])
      expect(begins(folder, bin)).toMatchObject({ status: 0, stdout: 'ran prime\n' });
    expect(begins(project, '/nonexistent').stdout).toContain('`npm install`');
  });
});

describe('guard', () => {
  const project = new ScratchProject({});
  const DOCUMENT = 'specs/001-login/README.md';
  const text = (criteria: readonly string[], lines: number) =>
    `# Login\n\n## Success Criteria\n\n${criteria.map((one) => `- [ ] ${one}\n`).join('')}\n## Notes of design\n\n${Array.from({ length: lines }, (_, i) => `Line ${String(i)}.\n\n`).join('')}`;
  const FULL = text(['AC1: opens', 'AC2: closes'], 20);
  const path = (name: string) => join(project.root, name);
  const frontmatter = () => /^---\n[^]*?\n---\n/.exec(readFileSync(path(DOCUMENT), 'utf8'))?.[0] ?? '';
  const asked = (input: string) =>
    runOnDisk(project.root, ['guard'], { readInput: () => Buffer.from(input) });
  const write = (content: string, file = path(DOCUMENT)) =>
    asked(JSON.stringify({ tool_name: 'Write', tool_input: { file_path: file, content } }));

  beforeAll(async () => {
    await runOnDisk(project.root, ['init', '-y']);
    await runOnDisk(project.root, ['create', 'login']);
    // The template may be replaced.
    expect(await write(frontmatter() + FULL)).toEqual({ code: 0, stdout: '', stderr: '' });
    writeFileSync(path(DOCUMENT), frontmatter() + FULL);
    await runOnDisk(project.root, ['check', '1', '1']);
    await runOnDisk(project.root, ['note', '1', 'Seen.']);
  });
  afterAll(() => project.remove());

  it.each<[lost: string, content: (whole: string) => string, told: string]>([
    ['fields', (whole) => whole.replace(/^---[^]*?\n---\n/, ''), 'the fields status'],
    ['a tick', (whole) => whole.replace('[x]', '[ ]'), 'the tick of "AC1: opens"'],
    ['a note', (whole) => whole.replace(/^.*Seen\..*$/m, ''), 'the note "Seen."'],
    ['a criterion', (whole) => whole.replace('- [ ] AC2: closes\n', ''), 'the criterion "AC2: closes"'],
    ['most lines', (whole) => whole.replace(/^Line \d+\.\n\n/gm, ''), '20 of 2'],
  ])('refuses a write that loses %s, with the command to use', async (_lost, content, told) => {
    const { code, stdout, stderr } = await write(content(readFileSync(path(DOCUMENT), 'utf8')));
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(told)]);
    expect(stderr).toContain('`spectool section 001-login HEADING --set -`');
  });

  it('is silent for every other input', async () => {
    const silent = { code: 0, stdout: '', stderr: '' };
    const whole = readFileSync(path(DOCUMENT), 'utf8');
    expect(await write(whole.replaceAll('Line', 'Row').replace('closes', 'closes soon'))).toEqual(silent);
    for (const file of ['src/a.ts', 'specs/001-login/DESIGN.md', 'specs/002-new/README.md', '../x.md'])
      expect(await write('', path(file))).toEqual(silent);
    expect(await write('', join(temporaryFolder(), 'README.md'))).toEqual(silent);
    for (const input of [
      '',
      '{broken',
      'null',
      '[]',
      '{"tool_input": {"command": "ls"}}',
      `"${'x'.repeat(5_000_000)}`,
    ])
      expect(await asked(input)).toEqual(silent);
  });

  it('refuses through the hook of an assistant, which ignores a spectool without guard', async () => {
    await runOnDisk(project.root, ['init', '-y', '--agent-tools', 'claude', '--hooks']);
    const settings = JSON.parse(readFileSync(path('.claude/settings.json'), 'utf8')) as {
      hooks: { PreToolUse: [{ matcher: string; hooks: [{ command: string }] }] };
    };
    const [{ matcher, hooks }] = settings.hooks.PreToolUse;
    expect(matcher).toBe('Write');
    const bin = temporaryFolder();
    const answers = (says: string) => {
      writeFileSync(join(bin, 'spectool'), `#!/bin/sh\necho "${says}" >&2\nexit 2\n`, { mode: 0o755 });
      const options = { cwd: project.root, env: { PATH: `${bin}:/usr/bin:/bin` }, encoding: 'utf8' } as const;
      const { status, stderr } = spawnSync('sh', ['-c', hooks[0].command], options);
      return [status, stderr];
    };
    expect(answers('spectool guard: no')).toEqual([2, 'spectool guard: no\n']);
    expect(answers('There is no command guard.')).toEqual([0, '']);
  });
});
