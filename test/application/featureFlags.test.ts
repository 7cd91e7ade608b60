import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { type FeatureFlags } from '../../src/domain/project/configuration.js';
import { MemoryProject } from '../support/memoryProject.js';
import { refusalOf } from '../support/thrownError.js';

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../../templates', name), 'utf8');
const TEMPLATES = ['spec', 'api', 'feature', 'bug'];

/** Returns a project with the shipped templates and the given features. */
function given(features: Partial<FeatureFlags>, more: object = {}) {
  const templates = TEMPLATES.map((kind) => `${kind}-template.md`);
  return createTestSpectool({
    files: {
      '.spectool/config.json': JSON.stringify({ features, ...more }),
      ...Object.fromEntries(templates.map((file) => [`.spectool/templates/${file}`, shipped(file)])),
    },
  });
}

async function textWith(features: Partial<FeatureFlags>, template = 'spec'): Promise<string> {
  const spectool = given({ examples: false, ...features });
  await spectool.createSpec.execute({ name: 'a', template });
  return spectool.files.readText('specs/001-a/README.md') ?? '';
}

describe.each(TEMPLATES)('A spec created from the %s template', (template) => {
  it.each<[keyof FeatureFlags, RegExp]>([
    ['examples', /<!-- .+ -->/],
    ['collaboration', /^assignee:\nreviewer:\n[^]*--assignee PERSON --reviewer PERSON/m],
    ['compliance', /^compliance: pending\n[^]*\n## Compliance\n/m],
    ['approvals', /^approval: pending\n[^]*\n## Approvals\n/m],
    ['apiDocs', /\n## API\n/],
  ])('contains the parts of features.%s only when that feature is on', async (feature, added) => {
    expect(await textWith({ [feature]: true }, template)).toMatch(added);
    expect(await textWith({ [feature]: false }, template)).not.toMatch(added);
  });
});

it.each([true, false])('features.aiAgents %s decides whether init writes AGENTS.md', async (aiAgents) => {
  const spectool = given({ aiAgents });
  await spectool.initProject.execute({ agentTools: 'all' });
  for (const file of ['AGENTS.md', 'ALPHA.md', 'BETA.md'])
    expect(spectool.files.stat(file) !== undefined).toBe(aiAgents);
});

describe.each([
  ['compliance', 'compliance'],
  ['approvals', 'approval'],
] as const)('features.%s', (feature, field) => {
  it(`declares ${field}, so that it can be set, filtered by and removed`, async () => {
    const spectool = given({ [feature]: true });
    await spectool.createSpec.execute({ name: 'a' });
    const { spec } = await spectool.updateSpec.execute({ spec: '1', fields: { [field]: 'passed' } });
    expect(spec.fields).toEqual({ [field]: 'passed' });
    const { total } = await spectool.listSpecs.execute({ where: { [field]: 'passed' } });
    expect(total).toBe(1);
    const second = await spectool.createSpec.execute({ name: 'b', fields: { [field]: 'waived' } });
    expect(second.spec.fields).toEqual({ [field]: 'waived' });
    expect((await spectool.updateSpec.execute({ spec: '2', unset: [field] })).spec.fields).toEqual({});
  });

  it(`adds ${field} to every new spec, whatever its template has`, async () => {
    const frontmatterOf = async (template: string, more: object = {}) => {
      const spectool = given({ [feature]: true }, more);
      spectool.files.write('.spectool/templates/spec-template.md', template);
      return (await spectool.createSpec.execute({ name: 'a' })).spec.fields;
    };
    expect(await frontmatterOf('# {title}\n')).toEqual({ [field]: 'pending' });
    expect(await frontmatterOf(`---\n${field}:\n---\n# {title}\n`)).toEqual({ [field]: 'pending' });
    expect(await frontmatterOf(`---\n${field}: waived\n---\n# {title}\n`)).toEqual({ [field]: 'waived' });
    const custom = { frontmatter: { custom: { [field]: 'boolean' } } };
    expect(await frontmatterOf('# {title}\n', custom)).toEqual({});
  });

  it(`is named in a hint when it is off and ${field} is set`, async () => {
    const spectool = given({});
    await spectool.createSpec.execute({ name: 'a' });
    const refusal = await refusalOf(() =>
      spectool.updateSpec.execute({ spec: '1', fields: { [field]: 'passed' } }),
    );
    expect(refusal).toMatchObject({
      code: 'FIELD_INVALID',
      hint: expect.stringContaining(`features.${feature}`),
    });
  });

  it(`keeps the type that the project declares for ${field}`, async () => {
    const spectool = given({ [feature]: true }, { frontmatter: { custom: { [field]: 'boolean' } } });
    const refusal = await refusalOf(() =>
      spectool.createSpec.execute({ name: 'a', fields: { [field]: 'maybe' } }),
    );
    expect(refusal.message).toContain('true or false');
  });
});

describe('features.collaboration', () => {
  const TEMPLATE = {
    '.spectool/templates/spec-template.md': '# {title}\n\n## Success Criteria\n\n- it works\n',
  };
  const started = (collaboration: boolean) => {
    const project = new MemoryProject();
    project.files.write('.spectool/config.json', JSON.stringify({ features: { collaboration } }));
    for (const [path, text] of Object.entries(TEMPLATE)) project.files.write(path, text);
    return project;
  };

  it('adds assignee and reviewer to every new spec, whatever its template has', async () => {
    const [on, off] = [started(true), started(false)];
    await on.run(['create', 'a', '--reviewer', 'lee']);
    await off.run(['create', 'a', '--reviewer', 'lee']);
    const fieldsOf = ({ files }: MemoryProject) =>
      files.readText('specs/001-a/README.md')?.match(/^(?:assignee|reviewer):.*/gm);
    expect(fieldsOf(on)).toEqual(['assignee:', 'reviewer: lee']);
    expect(fieldsOf(off)).toEqual(['reviewer: lee']);
    await on.run(['update', '1', '--assignee', 'kim']);
    expect(fieldsOf(on)).toEqual(['assignee: kim', 'reviewer: lee']);
    expect((await on.run(['validate'])).stdout).not.toMatch(/EDITED|BEHIND|FIELD/);
  });

  it('adds hints to set an assignee and a reviewer', async () => {
    const hints = async (project: MemoryProject) => {
      const said = [
        await project.run(['create', 'a']),
        await project.run(['update', '1', '--status', 'in-progress']),
        await project.run(['update', '1', '--status', 'complete']),
      ];
      return said.map(
        ({ stdout, stderr }) => (stdout + stderr).match(/--(?:assignee|reviewer) PERSON/g) ?? [],
      );
    };
    expect(await hints(started(true))).toEqual([
      ['--assignee PERSON', '--reviewer PERSON'],
      ['--assignee PERSON'],
      ['--reviewer PERSON'],
    ]);
    expect(await hints(started(false))).toEqual([[], [], []]);
  });

  it('adds columns to list; when it is off, the fields can still be set and filtered by', async () => {
    const listed = async (project: MemoryProject) => {
      await project.run(['create', 'a', '--assignee', 'kim']);
      await project.run(['update', '1', '--reviewer', 'lee']);
      return (await project.run(['list', '--assignee', 'kim'])).stdout;
    };
    expect(await listed(started(true))).toMatch(/Assignee +Reviewer[^]*@kim +@lee/);
    const off = await listed(started(false));
    expect(off).toMatch(/001/);
    expect(off).not.toMatch(/Assignee|Reviewer|kim|lee/);
  });
});
