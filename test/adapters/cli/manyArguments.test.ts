import { beforeAll, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../../src/composition/testing.js';
import { runInProcess } from '../../support/runInProcess.js';

const names = Array.from({ length: 130 }, (_, i) => `spec-${String(i)}`);
const tagged = names.slice(0, 120);

let spectool: TestSpectool;
const run = (...args: string[]) => runInProcess(args, { open: () => spectool });
beforeAll(async () => {
  spectool = createTestSpectool();
  await spectool.initProject.execute({ agentTools: 'none' });
  for (const name of names) await spectool.createSpec.execute({ name });
});

it('hundreds of arguments of one command are all used when flags stand between the arguments', async () => {
  const [some, others] = [tagged.slice(0, 60), tagged.slice(60)];
  const { code } = await run(
    'update',
    ...some,
    '--add-tag',
    'a',
    ...others,
    '--priority=high',
    '--add-tag',
    'b',
  );
  expect(code).toBe(0);
  const { specs } = await spectool.listSpecs.execute({});
  expect(specs.filter(({ tags }) => tags.join() === 'a,b').map(({ name }) => name)).toEqual(tagged);
  expect(specs.filter(({ priority }) => priority === 'high')).toHaveLength(120);
});

it('a missing argument is named, even if others were given', async () => {
  for (const [args, missing] of [
    [['check'], 'SPEC'],
    [['check', '1', '--by', 'kim'], 'CRITERION'],
    [['note', 'spec-1'], 'TEXT'],
    [['section', '1'], 'HEADING'],
    [['view', '--'], 'SPEC'],
  ] as const)
    expect((await run(...args)).stderr).toContain(`${missing} is missing.`);
});
