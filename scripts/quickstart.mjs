// Runs the main workflow in a temporary project with the built program, and prints each command with its output.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOGIN = `## Problem

Every team brings its own password form, and two of them were broken into this year.

## Solution

One login page for all, with sessions that end.

## Success Criteria

- [x] A wrong password says nothing about the user
- [x] A session ends after a day
`;
const program = join(import.meta.dirname, '../dist/bin/spectool.cjs');
const project = mkdtempSync(join(tmpdir(), 'spectool-quickstart-'));
const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);

function run(file, args, shown) {
  if (shown) process.stdout.write(`\n${bold(`$ ${shown}`)}\n`);
  const { status, error } = spawnSync(file, args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  return status ?? 1;
}

function step(args, { fails = false } = {}) {
  const shown = `spectool ${args.map((arg) => (/^[\w.,=-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ')}`;
  const status = run(process.execPath, [program, ...args], shown);
  if ((status !== 0) !== fails) {
    process.stderr.write(`\nquickstart: \`${shown}\` ended with ${status}\n`);
    process.exit(1);
  }
}

try {
  process.stdout.write(`A scratch project in ${project}, removed at the end\n`);
  try {
    run('git', ['init', '--quiet']);
  } catch {
    process.stdout.write('(git is not installed; spectool works without it)\n');
  }
  step(['init', '-y', '--name', 'demo']);
  writeFileSync(join(project, 'login.md'), LOGIN);
  step([
    'create',
    'user-login',
    '--title',
    'User login',
    '--priority',
    'high',
    '--tags',
    'auth,web',
    '--body',
    'login.md',
  ]);
  step(['create', 'Password reset', '--tags', 'auth', '--depends-on', 'user-login']);
  step(['list']);
  step(['update', '1', '--status', 'in-progress', '--assignee', 'kim']);
  process.stdout.write('\nA status cannot be skipped, and a refusal changes nothing:\n');
  step(['update', '2', '--status', 'complete'], { fails: true });
  step(['update', '1', '--status', 'complete']);
  step(['list']);
  step(['view', '2']);
  step(['history']);
  process.stdout.write(
    `\nThat is the main job, and the scratch project is gone again. \`spectool --help\` shows the rest.\n`,
  );
} finally {
  rmSync(project, { recursive: true, force: true });
}
