import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Clone } from '../support/branchedClone.js';
import { PLANS_OF_OTHERS } from '../support/plansOfOthers.js';

const TASKS = 'specs/001-user-login/tasks.md';
const PLAN = 'docs/superpowers/plans/2026-01-08-proxy-pool.md';

/** Returns a committed project whose specs are those of other tools, each with a record. */
async function project(): Promise<Clone> {
  const clone = new Clone();
  for (const [path, text] of Object.entries(PLANS_OF_OTHERS)) clone.write(path, text);
  const tool = clone.tool('ada');
  await tool.initProject.execute({ agentTools: 'none' });
  await tool.adoptFolders.execute({ paths: ['specs', 'docs/superpowers'], apply: true });
  await clone.tool('ada').updateSpec.execute({ spec: '2', addTags: ['x'] });
  clone.commit('plans');
  return clone;
}

/** Returns the texts of all files of other tools. */
const textsOf = (clone: Clone) =>
  Object.keys(PLANS_OF_OTHERS).map((path) => readFileSync(join(clone.root, path), 'utf8'));

it('clones that find the same new document write the same record, which git merges', async () => {
  const clone = await project();
  clone.write('docs/superpowers/specs/2026-01-20-retry-design.md', '# Retry: design\n').commit('retry');
  await clone.parted(
    [(tool) => tool.updateSpec.execute({ spec: '1', addTags: ['t'] })],
    [(tool) => tool.updateSpec.execute({ spec: '1', addTags: ['m'] })],
  );
  expect(clone.tries('merge', '-q', 'theirs', '-m', 'merged')).toBe(true);
  const { spec } = await clone.tool('ada').viewSpec.execute({ spec: 'retry' });
  expect(clone.git('ls-files', `.spectool/log/${String(spec.id)}`).split('\n')).toHaveLength(1);
  expect((await clone.tool('ada').viewSpec.execute({ spec: '1' })).spec.tags).toEqual(['t', 'm']);
  expect(await clone.findings()).toEqual([]);
});

it('ticks of two branches merge as lines of their file, and the last one completes the spec', async () => {
  const clone = await project();
  const ticks = (criterion: string) => [
    (tool: ReturnType<Clone['tool']>) => tool.checkCriteria.execute({ spec: '1', criteria: [criterion] }),
  ];
  await clone.parted(ticks('2'), ticks('3'));
  expect(clone.tries('merge', '-q', 'theirs', '-m', 'merged')).toBe(true);
  expect(readFileSync(join(clone.root, TASKS), 'utf8')).toBe(
    PLANS_OF_OTHERS[TASKS]?.replaceAll('[ ]', '[x]'),
  );
  const { spec, criteria } = await clone.tool('ada').viewSpec.execute({ spec: '1' });
  expect([spec.status, criteria?.map(({ tickedBy }) => tickedBy)]).toEqual([
    'complete',
    [undefined, 'theirs', 'ours'],
  ]);
  expect(await clone.findings()).toEqual([]);
});

it('resolve leaves ticks in adjacent lines of another tool to a person, and writes into none of its files', async () => {
  const clone = await project();
  const given = { spec: 'proxy-pool', criteria: ['2'] };
  await clone.parted(
    [(tool) => tool.checkCriteria.execute(given)],
    [(tool) => tool.uncheckCriteria.execute({ ...given, criteria: ['1'] })],
  );
  expect(clone.tries('merge', '-q', 'theirs', '-m', 'merged')).toBe(false);
  const files = textsOf(clone);
  const { warnings } = await clone.tool('ada').resolveConflicts.execute();
  expect(warnings.map(({ message }) => message).join('\n')).toContain(PLAN);
  expect(textsOf(clone)).toEqual(files);
});
