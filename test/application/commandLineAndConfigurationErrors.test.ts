import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { MemoryProject } from '../support/memoryProject.js';

describe('A configuration key without effect', () => {
  it('is reported together with errors in the configuration', async () => {
    const project = new MemoryProject();
    project.files.write('.spectool/config.json', '{"specDir":"docs","autoCheck":1}');
    const { code, stderr } = await project.run(['list']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/autoCheck is 1[^]*specDir is not a setting[^]*did you mean specsDir\?/);
  });

  it('may be a variable with the name of a built-in placeholder, which validate reports', async () => {
    const spectool = createTestSpectool({
      files: {
        '.spectool/config.json': '{"variables":{"title":"Mine","team":"Core"}}',
        '.spectool/templates/spec-template.md': '# {title}\n\n{team}\n',
      },
    });
    const { findings } = await spectool.validateProject.execute();
    expect(findings).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('variables.title has no effect') as unknown },
    ]);
    await spectool.createSpec.execute({ name: 'a' });
    expect(spectool.files.readText('specs/001-a/README.md')).toContain('# A\n\nCore');
  });
});

it('The command line refuses a flag together with its opposite, in either order', async () => {
  for (const flags of [
    ['--skill', '--no-skill'],
    ['--no-skill', '--skill'],
  ]) {
    const project = new MemoryProject();
    const { code, stderr } = await project.run(['init', '-y', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--skill and --no-skill')]);
    expect(project.files.stat('AGENTS.md')).toBeUndefined();
  }
});

it('listSpecs accepts `fields` as the older name of `where`', async () => {
  const config = JSON.stringify({ frontmatter: { custom: { sprint: 'number' } } });
  const { initProject, createSpec, listSpecs } = createTestSpectool({
    files: { '.spectool/config.json': config },
  });
  await initProject.execute({ agentTools: 'none' });
  await createSpec.execute({ name: 'a', fields: { sprint: 5 } });
  await createSpec.execute({ name: 'b', fields: { sprint: 6 } });
  const totals = [{ where: { sprint: 5 } }, { fields: { sprint: 5 } }].map(
    async (request) => (await listSpecs.execute(request)).total,
  );
  expect(await Promise.all(totals)).toEqual([1, 1]);
});
