import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const PROGRAM = join(import.meta.dirname, '../../dist/bin/spectool.cjs');
const bin = temporaryFolder();
let project: ScratchProject;

beforeAll(() => {
  symlinkSync(PROGRAM, join(bin, 'spectool'));
  project = ScratchProject.initialised();
  project.write(
    'specs/001-user-login/README.md',
    '---\nstatus: planned\ntags: [auth]\n---\n# T\n\n## Definition of Done\n\n- [x] a\n- [ ] AC2: b\n',
  );
  project.write(
    'specs/002-$(touch pwned)/README.md',
    '---\nstatus: planned\ntags: ["$(touch pwned)"]\n---\n',
  );
});

function shell(name: string, ...args: readonly string[]) {
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: temporaryFolder() };
  return spawnSync(name, [...args], { cwd: project.root, env, encoding: 'utf8' });
}

const has = (name: string) => spawnSync(name, ['--version']).error === undefined;

const LINES: readonly (readonly [line: string, expected: readonly string[]])[] = [
  ['spectool boa', ['board']],
  ['spectool view u', ['user-login']],
  ['spectool update 1 --status c', ['complete']],
  ['spectool list --tag ', ['auth']],
  ['spectool view ', ['001-user-login']],
  ['spectool check 1 ', ['2', 'AC2', '1']],
  ['spectool check 1 2 --test x A', ['AC2']],
];

(has('bash') ? describe : describe.skip)('in bash', () => {
  it('bash completion escapes the spaces in a suggested heading', () => {
    const script = `eval "$(spectool completion bash)"; COMP_WORDS=(spectool section 1 D); COMP_CWORD=3; _spectool; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(shell('bash', '--norc', '-c', script).stdout).toBe('Definition\\ of\\ Done\n');
  });

  // The script is written to a file once, so that not every test starts a process that prints it.
  const functions = join(bin, 'functions.bash');
  beforeAll(() => writeFileSync(functions, run(project.root, ['completion', 'bash']).stdout));

  it.each(LINES)('bash completion suggests for the command line %j the words %j', (line, expected) => {
    const words = line.split(' ').map((word) => `"${word}"`);
    const script = `. '${functions}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${String(words.length - 1)}; _spectool; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = shell('bash', '--norc', '-c', script);
    expect(stdout.trim().split('\n')).toEqual(expected);
    expect(project.files().has('pwned')).toBe(false);
  });
});

/** Runs a shell script in a project that has spectool in node_modules but not on the PATH. */
function installed(name: string, script: string) {
  const { root } = ScratchProject.initialised();
  const here = join(root, 'node_modules/.bin');
  mkdirSync(here, { recursive: true });
  symlinkSync(PROGRAM, join(here, 'spectool'));
  // Prevents npm from using the network and from printing that a newer version of npm exists.
  const quiet = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const env = { ...process.env, HOME: temporaryFolder(), ...quiet };
  return spawnSync(name, ['-c', script], { cwd: root, env, encoding: 'utf8' });
}

(has('bash') && has('npx') ? describe : describe.skip)('through npx', () => {
  it('the completion script defines a shell function spectool that runs npx, and completes its arguments', () => {
    const script = `eval "$(npx --no-install spectool completion bash)"; spectool create one >/dev/null
      COMP_WORDS=(spectool view ""); COMP_CWORD=2; _spectool; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = installed('bash', script);
    expect([stdout, stderr]).toEqual(['001-one\n', '']);
  });

  it('the completion script defines no shell function spectool when spectool is on the PATH', () => {
    const script = `script=$(npx --no-install spectool completion bash); PATH="${bin}:$PATH"; eval "$script"; type -t spectool`;
    expect(installed('bash', script).stdout).toBe('file\n');
  });

  it.each(['zsh', 'fish'])('the script for %s runs npx in a project that depends on spectool', (name) => {
    const { stdout } = installed('bash', `npx --no-install spectool completion ${name}`);
    expect(stdout).toMatch(/^(?:#compdef spectool\n)?.*npx --no-install spectool /);
  });
});

(has('fish') ? describe : describe.skip)('in fish', () => {
  it.each(LINES)('fish completion suggests for the command line %j the words %j', (line, expected) => {
    const { stdout } = shell(
      'fish',
      '--no-config',
      '-c',
      `spectool completion fish | source; complete -C "${line}"`,
    );
    expect(
      stdout
        .trim()
        .split('\n')
        .map((one) => one.split('\t')[0]),
    ).toEqual(expected);
    expect(project.files().has('pwned')).toBe(false);
  });
});

(has('zsh') ? describe : describe.skip)('in zsh', () => {
  it('zsh completion suggests the words that the program returns', () => {
    const script = `compdef() { :; }; _describe() { print -l -- "\${(@P)2}"; }; eval "$(spectool completion zsh)"; words=(spectool view u); CURRENT=3; _spectool`;
    const { stdout, stderr } = shell('zsh', '-f', '-c', script);
    expect({ stdout, stderr }).toEqual({ stdout: 'user-login\n', stderr: '' });
  });
});

it('`completion` refuses an unknown shell and names the known shells', () => {
  const { status, stderr } = run(project.root, ['completion', 'tcsh']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
