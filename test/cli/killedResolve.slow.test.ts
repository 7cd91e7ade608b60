import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/bin/spectool.cjs');
const KILLER = join(ROOT, 'scripts/torture/killAtCall.cjs');

const toolAt = (box: GitSandbox, actor = 'ada') =>
  createSpectool({ cwd: box.root, ports: { actors: new FixedActor(actor) } });

/** Runs `resolve`; with TORTURE_KILL_AT=n in `env`, it is killed before its n-th call that changes a file or git's index. */
function resolve(box: GitSandbox, env: NodeJS.ProcessEnv = {}): { readonly signal: string | null } {
  return spawnSync(process.execPath, ['--require', KILLER, PROGRAM, 'resolve'], {
    cwd: box.root,
    env: { ...GIT_ENV, SPECTOOL_ACTOR: 'ada', ...env },
  });
}

/** Returns a text that differs so much for each name that git does not take one document for a renamed other one. */
const bodyOf = (name: string) =>
  `# ${name}\n\nText of ${name}.\n${Array.from({ length: 12 }, (_, i) => `\n${name} ${String(i)}\n`).join('')}`;

/** Returns a repository in a conflicted merge, with four specs that the branches changed, deleted, archived or created twice. */
async function stopped(): Promise<GitSandbox> {
  const box = new GitSandbox();
  await toolAt(box).initProject.execute({ agentTools: 'none' });
  for (const name of ['both', 'gone', 'stored'])
    await toolAt(box).createSpec.execute({ name, body: bodyOf(name) });
  box.commit('base');
  const made = (text: string) =>
    toolAt(box, text).createSpec.execute({ name: 'same', body: bodyOf(text), noGit: true });
  box.git('checkout', '-q', '-b', 'theirs');
  await made('theirs');
  await toolAt(box, 'theirs').updateSpec.execute({ spec: '1', assignee: 'lee', addTags: ['t'] });
  await toolAt(box, 'theirs').deleteSpec.execute({ spec: '2', reason: 'made twice' });
  await toolAt(box, 'theirs').archiveSpecs.execute({ specs: ['3'] });
  box.commit('theirs').git('checkout', '-q', 'main');
  await made('ours');
  await toolAt(box, 'ours').updateSpec.execute({ spec: '1', assignee: 'kim', addTags: ['m'] });
  for (const spec of ['2', '3']) await toolAt(box, 'ours').updateSpec.execute({ spec, priority: 'high' });
  box.commit('ours');
  expect(() => box.git('merge', '-q', '--no-edit', 'theirs')).toThrow();
  return box;
}

/** Returns the state of a project, to compare two projects: documents, git index, events, errors and leftover files. */
async function seen(box: GitSandbox): Promise<unknown> {
  const { specs } = await toolAt(box).listSpecs.execute({ scope: 'all' });
  const { events } = await toolAt(box).showHistory.execute();
  const { findings } = await toolAt(box).validateProject.execute();
  return {
    documents: specs.map(({ path, id }) => [
      path,
      id,
      readFileSync(join(box.root, path, 'README.md'), 'utf8'),
    ]),
    index: box.git('ls-files', '-s', 'specs').split('\n'),
    facts: events.map(({ type, spec, data }) => JSON.stringify([type, spec, data])).sort(),
    findings: findings.filter(({ severity }) => severity === 'error'),
    left: ['.git/spectool/e3b0c44298fc1c14/journal.json', '.git/index.lock'].filter((file) =>
      existsSync(join(box.root, file)),
    ),
  };
}

describe('`resolve`', () => {
  let original: GitSandbox;
  let whole: unknown;
  let calls: number;

  beforeAll(async () => {
    original = await stopped();
    const box = original.copy();
    const counted = join(box.root, '.git/calls');
    expect(resolve(box, { TORTURE_CALLS: counted }).signal).toBeNull();
    calls = Number(readFileSync(counted, 'utf8'));
    rmSync(counted);
    whole = await seen(box);
  });

  it('keeps every spec of a conflicted merge and leaves no conflict', () => {
    const text = JSON.stringify(whole);
    for (const words of ['both', 'gone', 'stored', 'theirs', 'ours'])
      expect(text).toContain(`Text of ${words}.`);
    expect(whole).toMatchObject({ findings: [], left: [] });
    expect(calls).toBeGreaterThan(30);
  });

  it('has the same result when it is killed before any call that changes a file or the index, and then run again', async () => {
    for (let at = 1; at <= calls; at += 1) {
      const box = original.copy();
      expect({ at, signal: resolve(box, { TORTURE_KILL_AT: String(at) }).signal }).toEqual({
        at,
        signal: 'SIGKILL',
      });
      const again = spawnSync(process.execPath, [PROGRAM, 'resolve'], { cwd: box.root, env: { ...GIT_ENV } });
      expect({ at, status: again.status, err: String(again.stderr).includes('INTERNAL') }).toEqual({
        at,
        status: 0,
        err: false,
      });
      expect({ at, state: await seen(box) }).toEqual({ at, state: whole });
      rmSync(box.root, { recursive: true, force: true });
    }
  });

  it('has the same result when it is killed while the git index is locked, and then run again', async () => {
    for (let at = 1; at <= calls; at += 5) {
      const box = original.copy();
      const lock = join(box.root, '.git/index.lock');
      writeFileSync(lock, '');
      resolve(box, { TORTURE_KILL_AT: String(at) });
      rmSync(lock);
      resolve(box);
      expect({ at, state: await seen(box) }).toEqual({ at, state: whole });
      rmSync(box.root, { recursive: true, force: true });
    }
  });
});
