import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { EVERY_COMMAND } from '../support/everyCommandLine.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { connects, GitTrace } from '../support/gitTrace.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Command lines that may ask the remote when the actor holds the first spec, by row of the table in docs/sharing.md. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  '`claim`, `next --claim`, `update --status in-progress`': [
    'claim 1',
    'claim 1 --steal --reason x --as lee',
    'next --claim',
    'update 2 --status in-progress',
  ],
  '`release`, and whatever ends a claim': ['release 1', 'release 1 --status planned', 'undo'],
  'completing, archiving, deleting': [
    'update 2 --status complete --force --reason x',
    'archive 1 --outcome deferred --reason x',
    'delete 2 --reason x',
    'delete 2 --reason x --force',
  ],
  '`prime`, `board --remote`': ['board --remote', 'prime', 'prime --since 2h'],
};

/** Returns a folder with the bare repository `hub.git` and a clone of it, in which the actor holds the first of two specs. */
function claimedIn(config: object): string {
  const folder = temporaryFolder();
  new GitSandbox(folder, ['init', '-q', '--bare', '-b', 'main', 'hub.git']);
  const clone = new GitSandbox(join(folder, 'clone'), []);
  clone.write('adr/0001-x.md', '# X\n').write('issues.jsonl', '{"id":1,"title":"Y"}\n');
  clone.write('report.xml', '<testsuites><testcase name="001/AC1 works"/></testsuites>\n');
  clone.git('init', '-q', '-b', 'main');
  // A relative address leads to the bare repository beside each copy of the clone.
  clone.git('remote', 'add', 'origin', '../hub.git');
  run(clone.root, ['init', '-y', '--agent-tools', 'none']);
  clone.write('.spectool/config.json', JSON.stringify(config));
  for (const line of ['create a', 'create b', 'add-criterion 1 works']) run(clone.root, line.split(' '));
  expect(run(clone.root, ['claim', '1'])).toMatchObject({ status: 0 });
  clone.commit('specs').git('push', '-q', 'origin', 'HEAD:refs/heads/main');
  return folder;
}

/** Runs each command line in its own copy of the folder. @returns those that connect to a repository. */
function connectingIn(folder: string): readonly string[] {
  return EVERY_COMMAND.filter((line) => {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    const trace = new GitTrace(join(copy, 'trace'));
    run(join(copy, 'clone'), line.split(' '), { env: trace.env });
    return trace.taken().some(connects);
  });
}

it('without a setting, no command connects to the remote of the clone', () => {
  const folder = claimedIn({});
  expect(connectingIn(folder)).toEqual([]);
});

it('with a setting, the commands of the table connect, and no others', () => {
  const folder = claimedIn({ sync: { remote: 'origin' } });
  expect([...connectingIn(folder)].sort()).toEqual(Object.values(ASKING).flat().sort());
});

it('the documentation names the commands that connect', () => {
  const page = readFileSync(new URL('../../docs/sharing.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('\n### What asks the remote\n');
  const rows = [...(section.split('\n#')[0] ?? '').matchAll(/^\| (.*?) \| /gm)].map(([, command]) => command);
  expect(rows).toEqual(['command', ...Object.keys(ASKING), 'any change by the holder']);
});
