import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { type Outcome, runInProcess } from '../support/runInProcess.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ports = { actors: new FixedActor() };
const LINES = [
  ...'trace, trace --json, trace 1, trace --since HEAD~1, trace --since HEAD~1 --json'.split(', '),
  ...'why a.ts, why a.ts:1, why a.ts:1 --json, view 1 --as-of HEAD~1, view 1 --as-of 1d --json'.split(', '),
];
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** A repository with a project and the file `a.ts`. */
let base: GitSandbox;

beforeAll(async () => {
  base = new GitSandbox();
  const spectool = createSpectool({ cwd: base.root, ports });
  await spectool.initProject.execute({ agentTools: 'none' });
  await spectool.createSpec.execute({ name: 'login' });
  base.write('a.ts').commit('Plan');
  base.write('a.ts', 'one\n').commit('Lock\n\nSpec: 1');
});

const run = (root: string, ...args: readonly string[]) =>
  runInProcess(args, { open: () => createSpectool({ cwd: root, ports }) });

/** Expects an answer or an error with a code, without a stack trace and characters that control a terminal. */
function expectCivil(line: string, { code, stdout, stderr }: Outcome): void {
  const internal = /^\s+at .*:\d+:\d+\)?$|TypeError|RangeError|INTERNAL|undefined/m;
  expect({ line, code, text: (internal.exec(stdout + stderr) ?? [])[0] }).toEqual({
    line,
    code: expect.any(Number) as unknown,
    text: undefined,
  });
  expect({ line, control: CONTROL.exec(stdout + stderr)?.[0] }).toEqual({ line, control: undefined });
  expect([0, 1, 2, 3]).toContain(code);
  if (code !== 0) expect(stdout + stderr).toMatch(/\[[A-Z_]+\]|"code":"[A-Z_]+"/);
}

/** Runs all command lines. @returns their results, by command line. */
async function all(root: string): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const line of LINES) {
    const outcome = await run(root, ...line.split(' '));
    expectCivil(line, outcome);
    outcomes.set(line, outcome);
  }
  return outcomes;
}

interface FastCommit {
  readonly message: string | Buffer;
  readonly author?: string | Buffer;
  /** Lines of `git fast-import` that change files. */
  readonly changes?: string;
}

/** Adds commits to `main` as git's plumbing does, without checking what they contain, and checks the last one out. */
function imported(commits: readonly FastCommit[]): GitSandbox {
  const sandbox = base.copy();
  const parts = commits.flatMap(({ message, author = 'Ada', changes }, i) => {
    const text = Buffer.from(message as string);
    return [
      `commit refs/heads/main\nauthor `,
      author,
      ` <a@example.org> ${String(1_700_000_000 + i)} +0000\ncommitter Ada <a@example.org> ${String(1_700_000_000 + i)} +0000\n`,
      `data ${String(text.length)}\n`,
      text,
      `\n${i === 0 ? 'from refs/heads/main^0\n' : ''}`,
      changes ?? `M 100644 inline a.ts\ndata <<END\n${String(i)}\nEND\n`,
      '\n',
    ];
  });
  const stream = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  execFileSync('git', ['fast-import', '--quiet'], { cwd: sandbox.root, env: GIT_ENV, input: stream });
  sandbox.git('reset', '-q', '--hard');
  return sandbox;
}

describe('commands that read commits', () => {
  it('read messages of a megabyte and ten thousand references in a line', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => String(i + 1)).join(', ');
    const { root } = imported([
      { message: `Long\n\nSpec: 1\n\n${'x'.repeat(1_000_000)}` },
      { message: `${'y'.repeat(1_000_000)}\n\nSpec: 1` },
      { message: `Lines\n\n${'spec: 1\n'.repeat(125_000)}` },
      { message: `Many\n\nSpec: ${many}` },
      { message: `Word\n\nSpec: ${'z'.repeat(190_000)}` },
      { message: '' },
    ]);
    const outcomes = await all(root);
    expect(outcomes.get('trace 1')?.stdout).toContain('Long');
    for (const { stdout } of outcomes.values()) expect(stdout.length).toBeLessThan(200_000);
  });

  it('escape control characters in messages and names, and read bytes that are not UTF-8', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const { root } = imported([
      { message: '\x1b]0;x\x07 \u202eEvil \x9b31m\r\n\r\nSpec: 1', author: 'A\x1b[2J\u202e\x9b' },
      { message: 'Ref\n\nSpec: \x1b[2J1, 1' },
      { message: bytes('Caf\xe9 \xff\xfe\n\nSpec: 1'), author: bytes('Ad\xe9\xff') },
    ]);
    const { stdout } = (await all(root)).get('trace 1') ?? { stdout: '' };
    expect(stdout).toContain('Evil');
    expect(stdout).toContain('Caf');
  });

  it('name files with line breaks, quotes and control characters', async () => {
    const paths =
      String.raw`"n\newline \"q\" \033[2J.ts" "\377\376.ts" "-x" ":(glob)**"`.match(/"(?:\\.|[^"\\])+"/g) ??
      [];
    const changes = paths.map((path) => `M 100644 inline ${path}\ndata 2\nx\n\n`).join('');
    const { root } = imported([{ message: 'Paths\n\nSpec: 1', changes }]);
    expect((await all(root)).get('trace 1')?.stdout).toContain('5 files');
    for (const path of ['n\newline "q" \x1b[2J.ts:1', './-x:1', ':(glob)**:1', ':(glob)**', '../../x:1'])
      expectCivil(path, await run(root, 'why', path));
  });

  it('follow files that are renamed back and forth', async () => {
    const { root } = imported(
      Array.from({ length: 40 }, (_, i) => ({
        message: `Rename ${String(i)}\n\nSpec: 1`,
        changes: i % 2 === 0 ? 'R a.ts b.ts\n' : 'R b.ts a.ts\n',
      })),
    );
    expect((await all(root)).get('why a.ts:1')).toMatchObject({ code: 0 });
  });

  it('answer for a file of a submodule', async () => {
    const { root } = imported([
      { message: 'Add sub\n\nSpec: 1', changes: `M 160000 ${'1'.repeat(40)} sub\n` },
    ]);
    await all(root);
    for (const place of ['sub/file', 'sub/file:1', 'sub/deep/file:1'])
      expectCivil(place, await run(root, 'why', place));
  });

  it('answer on a branch without commits', async () => {
    const sandbox = base.copy();
    sandbox.git('checkout', '-q', '--orphan', 'none');
    const { root } = sandbox;
    const outcomes = await all(root);
    expect(outcomes.get('trace')).toMatchObject({ code: 0 });
    expect(outcomes.get('why a.ts')).toMatchObject({ code: 0 });
  });

  it.each(['HEAD', 'HEAD~1', 'HEAD^{tree}', 'HEAD~1:a.ts'])(
    'end with a code if the object %s is damaged or lost',
    async (name) => {
      const sandbox = base.copy();
      const id = sandbox.git('rev-parse', name);
      const path = join(sandbox.root, '.git/objects', id.slice(0, 2), id.slice(2));
      rmSync(path);
      await all(sandbox.root);
      writeFileSync(path, 'garbage');
      await all(sandbox.root);
    },
  );

  it('say what a shallow clone lacks', async () => {
    const root = join(temporaryFolder(), 'shallow');
    base.git('clone', '-q', '--depth=1', `file://${base.root}`, root);
    const outcomes = await all(root);
    expect(outcomes.get('trace')?.stderr).toContain('shallow');
    expect(outcomes.get('why a.ts:1')?.stderr).toContain('shallow');
  });

  it('fetch nothing in a partial clone', async () => {
    const remote = base.copy();
    remote.git('config', 'uploadpack.allowFilter', 'true');
    const root = join(temporaryFolder(), 'partial');
    remote.git('clone', '-q', '--filter=blob:none', `file://${remote.root}`, root);
    const packs = () => readdirSync(join(root, '.git/objects/pack')).sort();
    const before = packs();
    await all(root);
    renameSync(remote.root, `${remote.root}-away`);
    const outcomes = await all(root);
    renameSync(`${remote.root}-away`, remote.root);
    expect(packs()).toEqual(before);
    expect(outcomes.get('trace 1')?.stdout).toContain('Lock');
  });
});
