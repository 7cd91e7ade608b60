import { beforeAll, describe, expect, it } from '@jest/globals';
import { advisedHint } from '../../src/composition/bin/program.js';
import { commandTable } from '../../src/adapters/cli/commandTable.js';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { PROGRAM_OF_PROJECT } from '../../src/adapters/system/systemServices.js';
import { EVERY_COMMAND } from '../support/everyCommandLine.js';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const NAMES = commandTable.map(({ name }) => name);
/** Matches a command that is called as `spectool`, without npx, but not a message prefix such as `spectool list: …`. */
const BARE = new RegExp(
  `(?<!--no-install )\\bspectool (?:${NAMES.join('|')}|<command>|--help)(?![\\w:-])`,
  'g',
);
const CALLED = /npx --no-install spectool/g;
const terminal = { ...PLAIN_TERMINAL, program: PROGRAM_OF_PROJECT };
const context = {
  output: terminal,
  notices: terminal,
  advisedHint: (...[hint, advice]: Parameters<typeof advisedHint>) =>
    advisedHint(hint, advice, () => PROGRAM_OF_PROJECT),
};
const SPECS = {
  'specs/001-a/README.md':
    '---\nstatus: planned\ncreated: 2026-01-05\n---\n# A\n\n## Success Criteria\n\n- [ ] x\n',
  'specs/002-b/README.md': '---\nstatus: planned\ndepends_on: [001]\n---\n# B\n',
  'specs/003-c/README.md': '---\nstatus: bogus\n---\n# C\n',
  'specs/004-d/README.md': '---\nstatus: [\n---\n# D\n',
};
const WRONG = 'lst, ready, split 1, view 99, create, list a b, update 1 --status done, undo x, edit 1'.split(
  ', ',
);

let project: ScratchProject;
beforeAll(() => {
  project = ScratchProject.initialised();
  project.write('package.json', '{"devDependencies": {"spectool": "file:spectool.tgz"}}');
});

/** Runs the command lines. @returns their output. */
async function printed(lines: readonly string[]): Promise<string> {
  let text = '';
  for (const line of lines) {
    // Splitting at spaces is enough, because no argument in these lines contains a space.
    const { stdout, stderr } = await runOnDisk(project.root, line.split(' ').filter(Boolean), context);
    text += `$ ${line}\n${stdout}${stderr}`;
  }
  return text;
}
/** Returns the lines that call `spectool` without npx, which would not work in this project. */
const bareIn = (text: string) =>
  text.split('\n').filter((line) => !line.startsWith('$ ') && line.match(BARE) !== null);

describe('spectool as a dependency in package.json', () => {
  it('is written as a call through npx in the output of every command, with and without specs', async () => {
    // Two outputs may call `spectool` without npx: the HTML page, and the completion script, which defines a function.
    const lines = EVERY_COMMAND.filter((line) => !/^export html --all|^completion/.test(line));
    const empty = await printed(lines);
    for (const [path, text] of Object.entries(SPECS)) project.write(path, text);
    const full = await printed([...lines, ...WRONG]);
    expect([empty, full].flatMap(bareIn)).toEqual([]);
    for (const text of [empty, full]) expect(text.match(CALLED)?.length).toBeGreaterThan(20);
  });

  it('is written as a call through npx in the files that spectool writes', async () => {
    await printed(['init -y --skill', 'config set features.collaboration true', 'create other']);
    const files = [...project.files()].filter(([path]) => /\.md$|config\.schema\.json$/.test(path));
    const told = files.filter(([, text]) => text.includes('spectool '));
    expect(told.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'AGENTS.md',
        '.github/skills/spectool-sdd/SKILL.md',
        '.spectool/config.schema.json',
      ]),
    );
    expect(told.flatMap(([path, text]) => (/`spectool [a-z<-]/.test(text) ? [path] : []))).toEqual([]);
  });
});

it('spectool that becomes a dependency in package.json is written as a call through npx in AGENTS.md and the skill after the next `init`', async () => {
  const other = ScratchProject.initialised();
  const files = ['AGENTS.md', '.github/skills/spectool-sdd/SKILL.md'];
  await runOnDisk(other.root, ['init', '-y', '--skill']);
  const before = files.map((path) => other.read(path));
  other.write('package.json', '{"devDependencies": {"spectool": "1"}}');
  const stale = await runOnDisk(other.root, ['validate']);
  const { stdout, stderr } = await runOnDisk(other.root, ['init', '-y', '--skill']);
  const now = files.map((path) => other.read(path));
  expect([before.map((text) => /npx/.test(text)), now.map((text) => /npx/.test(text))]).toEqual([
    [false, false],
    [true, true],
  ]);
  expect([stale.stdout.includes('AGENTS_STALE'), stderr, stdout.match(/updated/g)?.length]).toEqual([
    true,
    '',
    5,
  ]);
  other.write('package.json', '{}');
  await runOnDisk(other.root, ['init', '-y', '--skill']);
  expect(files.map((path) => other.read(path))).toEqual(before);
});
