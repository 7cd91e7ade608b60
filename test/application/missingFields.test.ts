import { expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { MemoryProject } from '../support/memoryProject.js';
import { ScratchProject } from '../support/scratchProject.js';

it('create names at most a hundred missing required fields', async () => {
  const keys = Array.from({ length: 5_000 }, (_, i) => `f${String(i)}`);
  const scratch = ScratchProject.initialised({ frontmatter: { required: keys } });
  const { warnings } = await createSpectool({ cwd: scratch.root }).createSpec.execute({ name: 'a' });
  const missing = warnings.filter(({ code }) => code === 'FIELD_MISSING').map(({ message }) => message);
  expect(missing).toHaveLength(100);
  expect(missing.at(-1)).toContain('"f99"');
});

it('validate warns of a list that is written as one text, with the list to write', async () => {
  const project = new MemoryProject();
  project.spec('001-a', 'status: planned\ncreated: 2026-01-02\ntags: web, auth\ndepends_on: [2, 3]');
  const { findings } = await project.spectool.validateProject.execute({ codes: ['FIELD_TYPE'] });
  expect(findings).toMatchObject([{ severity: 'warning', line: 4, fix: 'Write tags: ["web","auth"].' }]);
});
