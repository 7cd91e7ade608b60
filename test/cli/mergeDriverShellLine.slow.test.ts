import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mergeDriverLine } from '../../src/adapters/cli/mergeDriverShellLine.js';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/bin/spectool.cjs');
const KILLER = join(ROOT, 'scripts/torture/killAtCall.cjs');
const FILE = 'specs/001-a/README.md';
const THEIR_BRANCH = `their"branch's`;
const SUBJECT = `it's "theirs", with 100% of $(touch surprise)`;

interface Answer {
  readonly status: number | null;
  readonly text: string;
}

/** Values for the placeholders in the driver line: labels of our side, their side and the base. Old versions of git set none. */
type Given = Readonly<Partial<Record<'%X' | '%Y' | '%S', string>>>;

/** A copy of `original`, a project with two branches that both set the priority and a tag of one spec. */
let box: GitSandbox;
let original: GitSandbox;
let sides: Record<'base' | 'ours' | 'theirs', Buffer>;
let picked: string;

beforeAll(async () => {
  original = new GitSandbox();
  const tool = (actor: string) =>
    createSpectool({ cwd: original.root, ports: { actors: new FixedActor(actor) } });
  await tool('ada').initProject.execute({ agentTools: 'none' });
  await tool('ada').createSpec.execute({ name: 'a', body: '# A\n\n## Problem\n\nOne.\n' });
  original.commit('base').git('checkout', '-q', '-b', THEIR_BRANCH);
  await tool('theirs').updateSpec.execute({ spec: '1', priority: 'low', addTags: ['t'] });
  original.commit(SUBJECT);
  picked = original.git('rev-parse', '--short', 'HEAD');
  original.git('checkout', '-q', 'main');
  await tool('ours').updateSpec.execute({ spec: '1', priority: 'high', addTags: ['m'] });
  original.commit('ours');
  const blob = (commit: string) => Buffer.from(`${original.git('show', `${commit}:${FILE}`)}\n`);
  sides = { base: blob('main~1'), ours: blob('main'), theirs: blob(THEIR_BRANCH) };
});

beforeEach(() => {
  box = original.copy();
});

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Runs the driver line as git does: in a shell at the top of the worktree, with quoted values for the placeholders. */
function driven(
  program: readonly string[],
  given: Given = {},
  env: NodeJS.ProcessEnv = {},
  versions = sides,
): Answer {
  const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((side) => {
    const folder = mkdtempSync(join(box.root, '.merge_file_'));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, versions[side]);
    return folder.slice(box.root.length + 1);
  });
  const values: Readonly<Record<string, string | undefined>> = {
    '%O': base,
    '%A': ours,
    '%B': theirs,
    '%L': '7',
    '%P': quoted(FILE),
    '%%': '%',
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]: [string, string]) => [name, quoted(value)]),
    ),
  };
  const line = mergeDriverLine(program).replaceAll(/%[%A-Z]/g, (name) => values[name] ?? name);
  const { status } = spawnSync('sh', ['-c', line], { cwd: box.root, env: { ...GIT_ENV, ...env } });
  const text = readFileSync(join(box.root, ours ?? ''), 'latin1');
  for (const file of [base, ours, theirs]) rmSync(join(box.root, file ?? ''));
  expect(readdirSync(box.root).filter((name) => name.startsWith('.merge_file_'))).toEqual([]);
  expect(existsSync(join(box.root, 'surprise'))).toBe(false);
  return { status, text };
}

/** Returns the result that git alone, without the merge driver, gives for these versions. */
function gits(versions = sides, labels = ['ours', 'base', 'theirs']): Answer {
  const names = ['ours', 'base', 'theirs'] as const;
  for (const name of names) writeFileSync(join(box.root, `.git/${name}`), versions[name]);
  const args = labels.flatMap((label) => ['-L', label]);
  const files = names.map((name) => join(box.root, '.git', name));
  const { status, stdout } = spawnSync('git', ['merge-file', '-p', '-q', ...args, ...files], {
    cwd: box.root,
    env: GIT_ENV,
    encoding: 'latin1',
  });
  return { status, text: stdout };
}

const OURS = [process.execPath, PROGRAM];
const dies = (how: string) => ['sh', '-c', how, 'sh'];

describe('the merge driver line in the git settings, with a missing or failing program,', () => {
  it.each<[string, readonly string[]]>([
    ['is missing', ["/nowhere/at 100% it's gone", PROGRAM]],
    ['is missing while its Node.js exists', [process.execPath, '/nowhere/spectool.cjs']],
    ['cannot be run', ['/dev/null']],
    ['is a folder', ['/']],
    ['reports success without doing anything', ['true']],
    ['reports conflicts without doing anything', ['false']],
    ['exits with another code', dies('exit 3')],
    ['is aborted', dies('kill -ABRT $$')],
    ['has a segmentation fault', dies('kill -SEGV $$')],
    ['is killed', dies('kill -KILL $$')],
    ['is killed while it writes', dies('for last; do :; done; echo half >"$5.spectool"; kill -KILL $$')],
  ])('merges as git alone does when the spectool program %s', (_what, program) => {
    expect(driven(program)).toEqual(gits());
    const alone = { ...sides, theirs: sides.base };
    expect(driven(program, {}, {}, alone)).toEqual({ status: 0, text: sides.ours.toString('latin1') });
  });

  it('puts both sides between conflict marks when git alone would keep only one side', () => {
    const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const versions = { base: wide('base'), ours: wide('ours'), theirs: wide('theirs') };
    const { status, text } = driven(['/nowhere'], {}, {}, versions);
    expect(status).toBe(1);
    for (const side of [versions.ours, versions.theirs]) expect(text).toContain(side.toString('latin1'));
    expect(text).toMatch(/^<{7} ours\n[^]*^={7}\n[^]*^>{7} theirs\n$/m);
  });

  it('merges as git alone does when the spectool program is killed before any call that changes a file', () => {
    const program = [process.execPath, '--require', KILLER, PROGRAM];
    const given = { '%X': 'HEAD', '%Y': THEIR_BRANCH, '%S': 'base' };
    const counted = join(box.root, '.git/calls');
    const whole = driven(program, given, { TORTURE_CALLS: counted });
    expect(whole).toMatchObject({ status: 0 });
    const calls = Number(readFileSync(counted, 'utf8'));
    expect(calls).toBeGreaterThan(1);
    for (let at = 1; at <= calls; at++) {
      const answer = driven(program, given, { TORTURE_KILL_AT: String(at) });
      expect({ at, ...answer }).toEqual({ at, ...gits() });
    }
  });
});

describe('the merge driver line in the git settings, with the placeholders of git 2.44,', () => {
  const MERGED = /^priority: high$[^]*^tags: \[(?:m, t|t, m)\]$/m;

  it.each<[string, () => Given]>([
    ['the name of a branch', () => ({ '%X': 'HEAD', '%Y': THEIR_BRANCH, '%S': picked })],
    ['the id of a commit', () => ({ '%X': 'HEAD', '%Y': picked, '%S': '' })],
    [
      'the label of a cherry-pick',
      () => ({ '%X': 'HEAD', '%Y': `${picked} (${SUBJECT})`, '%S': `parent of ${picked}` }),
    ],
  ])('finds the commit that is merged by %s', (_what, given) => {
    const { status, text } = driven(OURS, given());
    expect(status).toBe(0);
    expect(text).toMatch(MERGED);
  });

  it('finds the commit that git reverts', async () => {
    box.git('checkout', '-q', THEIR_BRANCH);
    const tool = createSpectool({ cwd: box.root, ports: { actors: new FixedActor('theirs') } });
    await tool.updateSpec.execute({ spec: '1', priority: 'medium', assignee: 'kim' });
    box.commit('since');
    const versions = { base: sides.theirs, ours: readFileSync(join(box.root, FILE)), theirs: sides.base };
    const known = { '%X': 'HEAD', '%Y': `parent of ${picked} (${SUBJECT})`, '%S': `${picked} (${SUBJECT})` };
    const { status, text } = driven(OURS, known, {}, versions);
    expect(status).toBe(0);
    expect(text).toMatch(/^assignee: kim$[^]*^priority: medium$/m);
    expect(text).not.toMatch(/^tags:/m);
    expect(driven(OURS, {}, {}, versions)).toEqual({
      ...gits(versions, ['HEAD', 'base', 'theirs']),
      status: 1,
    });
  });

  it.each<[string, Given]>([
    ['empty', { '%X': '', '%Y': '', '%S': '' }],
    ['not replaced, as in older git', {}],
    ['other words of git', { '%X': 'Updated upstream', '%Y': 'Stashed changes', '%S': 'Stash base' }],
    ['unknown names', { '%X': 'HEAD', '%Y': `it's "no" branch`, '%S': "o'clock" }],
    ['like flags', { '%X': '--ours', '%Y': '--all', '%S': '-L' }],
  ])('merges as git alone does when the placeholders are %s', (_what, given) => {
    for (const style of ['merge', 'diff3']) {
      box.git('config', 'merge.conflictStyle', style);
      const labels = [given['%X'] || 'HEAD', given['%S'] || 'base', given['%Y'] || 'theirs'];
      expect(driven(OURS, given)).toEqual({ ...gits(sides, labels), status: 1 });
    }
  });
});
