import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../../src/adapters/memory/testDoubles.js';
import type { Spectool } from '../../../src/application/spectool.js';
import { createSpectool } from '../../../src/composition/createSpectool.js';
import { GitSandbox } from '../../support/gitSandbox.js';

const opened = (cache: boolean): Spectool =>
  createSpectool({ cwd: sandbox.root, cache, ports: { actors: new FixedActor() } });

/** Returns what `trace` and `why` find. */
async function found(cache: boolean) {
  const spectool = opened(cache);
  const trace = await spectool.traceSpecs.execute({});
  const why = await spectool.explainLines.execute({ path: 'a.ts', from: 1 });
  return { trace, why };
}

/** Expects the same results with and without the cache. @returns the commits of each spec. */
async function commitsOfSpecs() {
  const fresh = await found(false);
  expect(await found(true)).toEqual(fresh);
  expect(await found(true)).toEqual(fresh);
  return Object.fromEntries(
    fresh.trace.specs.map(({ ref, commits }) => [ref, commits.map(({ subject }) => subject)]),
  );
}

/** Returns the paths of the cache files. */
function cacheFiles(): readonly string[] {
  const folder = join(sandbox.root, '.git/spectool/cache');
  return (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => name.endsWith('snapshot'))
    .map((name) => join(folder, name));
}

let base: GitSandbox;
let sandbox: GitSandbox;

beforeAll(async () => {
  sandbox = base = new GitSandbox();
  await opened(false).initProject.execute({ agentTools: 'none' });
  for (const name of ['login', 'export']) await opened(false).createSpec.execute({ name });
  base.commit('Plan');
  base.write('a.ts', 'one\n').commit('One\n\nSpec: 1');
  base.write('b.ts', 'two\n').commit('Two\n\nSpec: 2');
});

beforeEach(async () => {
  sandbox = base.copy();
  // The numbers registered in the clone belong to the folder of the original.
  rmSync(join(sandbox.root, '.git/spectool'), { recursive: true, force: true });
  expect(await commitsOfSpecs()).toEqual({ '001-login': ['One'], '002-export': ['Two'] });
  expect(cacheFiles().map((path) => readFileSync(path, 'latin1'))).toEqual([
    expect.stringContaining('"git commits"'),
  ]);
});

describe('cached commits', () => {
  it('are completed by a new commit, also of another branch', async () => {
    sandbox.write('a.ts', 'three\n').commit('Three\n\nSpec: 1');
    expect(await commitsOfSpecs()).toMatchObject({ '001-login': ['Three', 'One'] });
    sandbox.git('checkout', '-q', '-b', 'side', 'HEAD~1');
    sandbox.write('c.ts').commit('Four\n\nSpec: 2');
    expect(await commitsOfSpecs()).toEqual({
      '001-login': expect.arrayContaining(['Three', 'One']) as unknown,
      '002-export': ['Four', 'Two'],
    });
  });

  it('follow a branch that is amended, rebased, reset or replaced', async () => {
    sandbox.git('commit', '-q', '--amend', '-m', 'Two again\n\nSpec: 1');
    expect(await commitsOfSpecs()).toEqual({ '001-login': ['Two again', 'One'] });
    sandbox.git('checkout', '-q', '-B', 'main', 'HEAD~2');
    sandbox.write('a.ts', 'other\n').commit('Other\n\nSpec: 2');
    expect(await commitsOfSpecs()).toEqual({ '002-export': ['Other'] });
    sandbox.git('reset', '-q', '--hard', 'main@{2}');
    expect(await commitsOfSpecs()).toEqual({ '001-login': ['Two again', 'One'] });
    sandbox.git('rebase', '-q', '-f', '--committer-date-is-author-date', 'HEAD~1');
    expect(await commitsOfSpecs()).toEqual({ '001-login': ['Two again', 'One'] });
  });

  it.each<[string, (text: string) => string]>([
    ['cut', (text) => text.slice(0, text.length / 2)],
    ['overwritten with zeros', (text) => text.slice(0, 200) + '\0'.repeat(text.length - 200)],
    ['filled with no values', (text) => text.replace(/"values":\[\{.*?\}\]/gs, '"values":[null]')],
    ['empty', () => ''],
  ])('do not matter if their file is %s', async (_, damage) => {
    for (const path of cacheFiles()) {
      writeFileSync(path, damage(readFileSync(path, 'latin1')), 'latin1');
      utimesSync(path, 1e9, 1e9);
    }
    sandbox.write('c.ts').commit('Three\n\nSpec: 2');
    expect(await commitsOfSpecs()).toEqual({ '001-login': ['One'], '002-export': ['Three', 'Two'] });
  });
});
