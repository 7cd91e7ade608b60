import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOnDisk } from '../support/runInProcess.js';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

let project: ScratchProject;
beforeEach(() => {
  project = ScratchProject.initialised();
});

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('the spectool program', () => {
  it('uses no network module of Node.js', () => {
    const folder = join(import.meta.dirname, '../../dist/bin');
    const asked = readdirSync(folder).flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /require\("(?:node:)?(\w+)[^"]*"\)|\b(fetch|WebSocket)\(/g,
      ),
    ]);
    const names = new Set(asked.map(([, module, call]) => module ?? call));
    expect(names).toContain('fs');
    for (const name of ['net', 'http', 'https', 'http2', 'tls', 'dgram', 'dns', 'fetch', 'WebSocket'])
      expect(names).not.toContain(name);
  });

  it('waits for data from a non-blocking standard input, and refuses a folder or an endless file as standard input', async () => {
    const spectool = (input: string | number, ...args: string[]) => {
      const program = join(import.meta.dirname, '../../dist/bin/spectool.cjs');
      const result = spawnSync(process.execPath, [program, ...args], {
        cwd: project.root,
        encoding: 'utf8',
        stdio: [typeof input === 'string' ? openSync(input, 'r') : input, 'pipe', 'pipe'],
      });
      return result.stdout + result.stderr;
    };
    await runOnDisk(project.root, ['create', 'a']);
    const pipe = join(project.root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const waiting = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    spawn('sh', ['-c', 'exec 3>pipe; sleep 1; echo late >&3'], { cwd: project.root, stdio: 'ignore' });
    spawnSync('sleep', ['0.3']);
    expect(spectool(waiting, 'note', '1', '-')).toContain('late');
    expect(spectool(project.root, 'note', '1', '-')).toMatch(/\[READ_FAILED\] Cannot read standard input: /);
    expect(spectool('/dev/zero', 'note', '1', '-')).toContain(
      'standard input: the text is longer than 50 MB',
    );
    expect(spectool('/dev/null', 'create', 'b', '--body', '/dev/zero')).toContain(
      '/dev/zero: the text is longer than 50 MB',
    );
  });

  it('prints its version with --version and its commands with --help', () => {
    const { version } = json(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(run(project.root, ['--version'])).toEqual({
      status: 0,
      stdout: `${String(version)}\n`,
      stderr: '',
    });
    expect(run(project.root, ['--help']).stdout).toMatch(/create a spec with the next number/);
    expect(run(project.root, ['help', 'update']).stdout).toMatch(/--status/);
    expect(run(project.root, ['create', '--help']).stdout).toMatch(/--depends-on/);
  });

  it.each([
    [['lst'], 2, 'USAGE', 'Did you mean `spectool list`?'],
    [['list', '--statu', 'planned'], 2, 'USAGE', 'Did you mean --status?'],
    [['list', '--status', 'complte'], 2, 'FIELD_INVALID', 'Did you mean complete?'],
    [['list', '--limit', 'many'], 2, 'USAGE', undefined],
    [['create'], 2, 'USAGE', undefined],
    [['list', '--help=1'], 2, 'USAGE', 'Run `spectool list --help`.'],
    [['list', '-h=1'], 2, 'USAGE', 'Run `spectool list --help`.'],
    [['init', '--agent-tools', 'gamma'], 2, 'USAGE', undefined],
    [['view', '5'], 1, 'SPEC_NOT_FOUND', undefined],
    [['create', '../..'], 1, 'NAME_INVALID', undefined],
    [['create', 'a', '--template', '../x'], 1, 'TEMPLATE_NOT_FOUND', undefined],
    [['create', 'a', '--template', '__proto__'], 1, 'TEMPLATE_NOT_FOUND', undefined],
    [['create', 'a', '--field', 'status=complete'], 2, 'FIELD_INVALID', undefined],
    [['create', 'a', '--field', 'sprint=5'], 2, 'FIELD_INVALID', 'Declare the field'],
    [['create', 'a', '--field', 'constructor=5'], 2, 'FIELD_INVALID', 'another name'],
    [['create', 'a', '--field', '__proto__=5'], 2, 'FIELD_INVALID', 'another name'],
    [['import', 'flat', '.', '--map', '__proto__=x'], 2, 'USAGE', 'Use WORD=STATUS'],
  ] as const)(
    'ends for the arguments %j with exit code %d and error code %s',
    async (args, code, name, hint) => {
      const before = project.files();
      const text = await runOnDisk(project.root, args);
      expect(text).toMatchObject({ code, stdout: '' });
      if (hint !== undefined) expect(text.stderr).toContain(hint);
      const data = await runOnDisk(project.root, [...args, '--json']);
      expect(data).toMatchObject({ code, stdout: '' });
      expect(json(data.stderr)).toMatchObject({ error: { code: name, message: expect.any(String) } });
      expect(data.stderr + text.stderr).not.toMatch(/\n {4}at /);
      expect(project.files()).toEqual(before);
    },
  );

  it.each([
    [['view', '5'], 1],
    [['lst'], 2],
  ])('ends for the arguments %j with exit code %d, also when run as a process', async (args, status) => {
    const { stdout, stderr } = await runOnDisk(project.root, args);
    expect(run(project.root, args)).toEqual({ status, stdout, stderr });
  });

  it('finds the project from a folder inside the project, and with --cwd', async () => {
    await runOnDisk(project.root, ['create', 'a']);
    project.write('src/deep/x.txt', '');
    expect(run(`${project.root}/src/deep`, ['list']).stdout).toContain('001');
    expect(run('/', ['--cwd', `${project.root}/src`, 'list']).stdout).toContain('001');
    expect(run(`${project.root}/specs`, ['view', '001-a/README.md', '--json']).status).toBe(0);
  });

  it.each(['list --json', '--version'])('ends without error if a reader of %s ends early', async (line) => {
    for (let i = 0; i < 3; i++) await runOnDisk(project.root, ['create', `spec ${i}`]);
    const program = new URL('../../dist/bin/spectool.cjs', import.meta.url).pathname;
    const { stderr, status } = spawnSync(
      'bash',
      ['-o', 'pipefail', '-c', `"${process.execPath}" "${program}" ${line} | true`],
      { cwd: project.root, encoding: 'utf8' },
    );
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  it('creates no spec when the text is read from an empty standard input', () => {
    const { status, stderr } = run(project.root, ['create', 'a', '--body', '-']);

    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^error \[FIELD_INVALID\] Standard input is empty\./),
    });
    expect(readdirSync(join(project.root, 'specs'))).toEqual([]);
  });

  it('reads the text of a spec from standard input', () => {
    run(project.root, ['create', 'a', '--body', '-'], { input: '## Problem\n\nFrom a pipe.\n' });
    expect(project.read('specs/001-a/README.md')).toMatch(/---\n\n# A\n\n## Problem\n\nFrom a pipe\.\n$/);
    expect(run(project.root, ['view', '1', '--raw']).stdout).toBe(project.read('specs/001-a/README.md'));
  });

  it('treats an argument that begins with a dash and contains a space as text, not as a flag', async () => {
    await runOnDisk(project.root, ['create', 'a', '--title', '- A']);
    for (const args of [
      ['note', '1', '- b'],
      ['section', '1', 'Notes', '--append', '- c\n- d'],
      ['update', '1', '--add-tag', '-e f,- g'],
    ])
      expect(await runOnDisk(project.root, args)).toMatchObject({ code: 0, stderr: '' });
    expect(project.read('specs/001-a/README.md')).toMatch(/# - A\n[^]*: - b\n- c\n- d\n$/);
    expect((await runOnDisk(project.root, ['view', '1'])).stdout).toContain('-e f, - g');
    const { stderr } = await runOnDisk(project.root, ['note', '1', 'x', '- y']);
    expect(stderr).toContain('the argument "- y" was not expected.');
    expect((await runOnDisk(project.root, ['note', '1', '-x'])).stderr).toContain('there is no flag -x.');
  });

  it('names the flag at the end that lacks its value, whether the arguments are required or not', async () => {
    for (const args of [
      ['create', 'b', '--field'],
      ['update', '1', '--assignee'],
    ])
      expect((await runOnDisk(project.root, args)).stderr).toContain(`${args[2] ?? ''} needs a value.`);
  });

  it('writes no file when a command only reads', async () => {
    await runOnDisk(project.root, ['create', 'a']);
    const before = project.files();
    for (const command of ['list', 'board', 'deps', 'stats', 'next', 'history', 'tokens'])
      expect((await runOnDisk(project.root, [command])).code).toBe(0);
    expect(project.files()).toEqual(before);
  });
});
