import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { EVERY_COMMAND } from '../support/everyCommandLine.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { PLANS_OF_OTHERS } from '../support/plansOfOthers.js';
import { runInProcess } from '../support/runInProcess.js';

const OTHERS = {
  'README.md': '# Shop\n',
  'adr/0001-x.md': '# X\n',
  'issues.jsonl': '{"id":"a","title":"T","status":"open"}\n',
  'report.xml':
    '<testsuites><testsuite name="s"><testcase name="001-user-login/AC1 works"/></testsuite></testsuites>\n',
};
/** Lines that would rewrite a text or a name. */
const REFUSED = /--title|--append|--set|^(?:edit|rename|renumber) /;
/** Lines that fail for own specs, too, with the reason: an undeclared field, a finished spec, an import in place. */
const FAILS: Readonly<Record<string, string>> = {
  'import flat specs --apply': 'USAGE',
  'update 2 --status in-progress': 'ILLEGAL_TRANSITION',
  'update 1 --field milestone=two': 'FIELD_INVALID',
  'claim 1-2 --dry-run': 'NOT_CLAIMABLE',
  'archive 1': 'ILLEGAL_TRANSITION',
  undo: 'UNDO_REFUSED',
};
/** Files that commands write for readers or assistants. */
const EXPORTED =
  /^(?:spectool\.html|out\.json|AGENTS\.md|ALPHA\.md|BETA\.md|\.gitattributes|\.github\/.*|specs\/003-.*|specs\/INDEX\.md|\.spectool\/.*)$/;

/** Lines for areas and for a title with spaces, which need specs of their own. */
const OF_OWN = /^export current|"/;
const TASKS = ['specs/001-user-login/tasks.md', 'docs/superpowers/plans/2026-01-08-proxy-pool.md'];

let whole: GitSandbox;
const tool = (cwd: string) => createSpectool({ cwd, ports: { actors: new FixedActor() } });
const run = (cwd: string, line: string) =>
  runInProcess(line.split(' '), {
    open: (directory = cwd) => tool(directory),
    readInput: () => Buffer.from('# X\n'),
  });

/** Returns the changed files that belong to other tools or to the project. */
const changedIn = (root: string) =>
  new GitSandbox(root, [])
    .git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .map((line) => line.trim().replace(/^\S+ +/, ''))
    .filter((path) => path !== '' && !EXPORTED.test(path));

/** Returns the line for specs of Superpowers, which have no numbers. */
const byName = (line: string) =>
  line
    .replace(/ 1-2(?= |$)| 1 2(?= --)/, ' proxy-pool shell-completion')
    .replace(/^(\S+) 1(?= |$)/, '$1 proxy-pool')
    .replace(/^(\S+) 2(?= |$)/, '$1 shell-completion')
    .replace('--by 1', '--by proxy-pool');

beforeAll(async () => {
  whole = new GitSandbox();
  for (const [path, text] of Object.entries({ ...PLANS_OF_OTHERS, ...OTHERS })) whole.write(path, text);
  await tool(whole.root).initProject.execute({ agentTools: 'none' });
  await tool(whole.root).adoptFolders.execute({ paths: ['specs', 'docs/superpowers'], apply: true });
  whole.commit('plans');
});

describe('a project whose specs are those of other tools', () => {
  const more = ['rename 1 other', 'section 1 Problem --set x'];
  const lines = [...EVERY_COMMAND.filter((line) => !OF_OWN.test(line)), ...more].flatMap((line) =>
    [...new Set([line, byName(line)])].map((one) => [one, line] as const),
  );

  it.each(lines)('works with `%s`, and keeps their files', async (line, original) => {
    const { root } = whole.copy();
    const { code, stderr } = await run(root, line);
    const reason = REFUSED.test(line) ? 'NOT_OURS' : FAILS[original];
    expect([code === 0, /^error \[(\w+)\]/m.exec(stderr)?.[1]]).toEqual([reason === undefined, reason]);
    if (reason === 'NOT_OURS') expect(stderr).toMatch(/belongs to (?:spec-kit|superpowers), so/);
    expect(changedIn(root)).toEqual(
      /^uncheck|^check.*--undo/.test(line) ? [TASKS[line === original ? 0 : 1]] : [],
    );
  });

  it('refuses to edit their text in an editor', async () => {
    const { root } = whole.copy();
    const editor = {
      edit: (text: string) =>
        Promise.resolve({ path: 'copy.md', bytes: Buffer.from(`${text}More.\n`), discard: () => undefined }),
    };
    const edited = createSpectool({ cwd: root, ports: { editor } }).editSpec.execute({ spec: 'proxy-pool' });
    await expect(edited).rejects.toMatchObject({ code: 'NOT_OURS' });
    expect(changedIn(root)).toEqual([]);
  });
});
