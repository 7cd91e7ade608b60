import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';

const FAILING_DISK = fileURLToPath(new URL('../../scripts/torture/failingDisk.cjs', import.meta.url));
const COMMANDS = [
  ...['create', 'claim', 'note', 'check'],
  ...['archive', 'delete', 'import', 'undo', 'init'],
];

it.each([
  ['is full from the n-th write on, for every n', 'full', COMMANDS],
  // These cases need many more calls, so only four commands are tested, which write files in different ways.
  ['fails at the n-th write only, for every n', 'once', ['create', 'note', 'archive', 'init']],
])('a command that fails leaves the project unchanged when the disk %s', (_, how, commands) => {
  const sandbox = new GitSandbox();
  const { root } = sandbox;
  // Removes the sample hooks of git, because the project is copied for each call.
  rmSync(join(root, '.git/hooks'), { recursive: true });
  mkdirSync(join(root, '.git/hooks'));
  const ran = (args: readonly string[], input = '') =>
    expect(run(root, args, { input })).toMatchObject({ status: 0 });
  ran(['init', '-y', '--agent-tools', 'none']);
  ran(['create', 'a', '--body', '-'], '# A\n\n## Success Criteria\n\n- [ ] it works\n');
  ran(['create', 'b', '--body', '-'], '# B\n\n[a](../001-a/README.md)\n');
  ran(['create', 'c', '--body', '-'], '# C\n\n[a](../001-a/README.md) [b](../002-b/README.md)\n');
  ran(['update', '1', '--priority', 'high']);
  sandbox.write('adr/0001-x.md', '# X\n\nStatus: accepted\n').write('AGENTS.md', '# Ours\n').commit();
  const told = execFileSync(process.execPath, [FAILING_DISK, how, root, ...commands], {
    encoding: 'utf8',
    env: { ...GIT_ENV, SPECTOOL_ACTOR: 'tester' },
  });
  const lines = told.trimEnd().split('\n');
  expect(lines.slice(0, -1)).toEqual([]);
  const counts = JSON.parse(lines.at(-1) ?? '') as Record<string, number>;
  for (const command of commands)
    expect({ command, calls: counts[command] ?? 0 }).not.toMatchObject({ calls: 0 });
});
