import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../../src/adapters/memory/testDoubles.js';
import type { Spectool } from '../../../src/application/spectool.js';
import { createSpectool } from '../../../src/composition/createSpectool.js';
import { GitSandbox } from '../../support/gitSandbox.js';

/** Returns the use cases of the project in a folder of the repository. */
const projectIn = (folder: string): Spectool =>
  createSpectool({ cwd: join(sandbox.root, folder), ports: { actors: new FixedActor() } });

async function addProject(folder: string, spec: string): Promise<void> {
  sandbox.write(`${folder}/README.md`);
  await projectIn(folder).initProject.execute({ agentTools: 'none' });
  await projectIn(folder).createSpec.execute({ name: spec });
}

/** Returns the subjects of the commits of each spec, the subjects of commits without a spec, and the ignored lines. */
async function traced(folder: string) {
  const { specs, without = [], ignored } = await projectIn(folder).traceSpecs.execute({});
  return {
    specs: Object.fromEntries(specs.map(({ ref, commits }) => [ref, commits.map(({ subject }) => subject)])),
    without: without.map(({ subject }) => subject),
    ignored: ignored.map(({ line }) => line),
  };
}
const specsIn = async (folder: string) => (await traced(folder)).specs;
const ignoredIn = async (folder: string) => (await traced(folder)).ignored;

/** A repository with the projects `api` and `web`, which both have a spec with the number 1. */
let base: GitSandbox;
let sandbox: GitSandbox;

beforeAll(async () => {
  sandbox = base = new GitSandbox();
  await addProject('api', 'login');
  await addProject('web', 'cart');
  base.commit('Plan');
});

beforeEach(() => {
  sandbox = base.copy();
});

describe('a number in a commit of a repository with two projects', () => {
  it('means the spec of the project whose files the commit changed', async () => {
    sandbox.write('api/a.ts').commit('Lock\n\nSpec: 001');
    sandbox.write('web/w.ts').commit('Pay\n\nSpec: 1');
    expect([await traced('api'), await traced('web')]).toEqual([
      { specs: { '001-login': ['Lock'] }, without: ['Plan'], ignored: [] },
      { specs: { '001-cart': ['Pay'] }, without: ['Plan'], ignored: [] },
    ]);
  });

  it('means the specs of both if the commit changed files of both', async () => {
    sandbox.write('api/a.ts').write('web/w.ts').commit('Both\n\nSpec: 001');
    expect([await specsIn('api'), await specsIn('web')]).toEqual([
      { '001-login': ['Both'] },
      { '001-cart': ['Both'] },
    ]);
  });

  it('is settled by the name of the project', async () => {
    sandbox.write('api/a.ts').write('web/w.ts').commit('Both\n\nSpec: api:001');
    sandbox.write('api/b.ts').commit('Each\n\nSpec: api:001, web:001');
    sandbox.write('api/c.ts').commit('None\n\nSpec: app:001');
    expect([await specsIn('api'), await specsIn('web')]).toEqual([
      { '001-login': ['Each', 'Both'] },
      { '001-cart': ['Each'] },
    ]);
    expect(await ignoredIn('web')).toEqual(['app:001']);
  });

  it('means no spec of a project if the commit changed only files outside of both', async () => {
    sandbox.write('README.md').commit('Top\n\nSpec: 001');
    expect([await specsIn('api'), await specsIn('web')]).toEqual([{}, {}]);
  });

  it('keeps its meaning for why, also for a file outside the project', async () => {
    sandbox.write('api/a.ts').commit('Lock\n\nSpec: 001');
    const refs = async (folder: string, path: string) => {
      const { specs } = await projectIn(folder).explainLines.execute({ path, from: 1 });
      return specs.map(({ ref }) => ref);
    };
    expect([await refs('api', 'a.ts'), await refs('web', '../api/a.ts')]).toEqual([['001-login'], []]);
  });
});

describe('a name of a spec', () => {
  it('means that spec, wherever the files of the commit are', async () => {
    sandbox.write('web/w.ts').commit('Show it\n\nSpec: 001-login');
    sandbox.write('README.md').commit('Describe it\n\nSpec: login');
    expect(await specsIn('api')).toEqual({ '001-login': ['Describe it', 'Show it'] });
  });

  it('is told of another project, whose commit is then not one without a spec', async () => {
    sandbox.write('api/a.ts').commit('Lock\n\nSpec: 001-login');
    sandbox.write('api/b.ts').write('web/w.ts').commit('Both\n\nSpec: 001-login');
    expect(await traced('web')).toEqual({ specs: {}, without: ['Plan'], ignored: [] });
    sandbox.write('web/x.ts').commit('Nothing\n\nSpec: 001-nothing');
    expect(await traced('web')).toMatchObject({ without: ['Nothing', 'Plan'], ignored: ['001-nothing'] });
  });
});

it('a project at the top of the repository with another project below has the commits with files of its own, and the project below has the others', async () => {
  await addProject('.', 'top');
  await projectIn('.').renumberSpec.execute({ spec: 'top', to: 1 });
  sandbox.write('main.ts').commit('Above\n\nSpec: 1');
  sandbox.write('api/a.ts').commit('Below\n\nSpec: 1');
  expect([await specsIn('.'), await specsIn('api'), await specsIn('web')]).toEqual([
    { '001-top': ['Above'] },
    { '001-login': ['Below'] },
    {},
  ]);
});

it('a project before a number in the name of a test settles whose criterion the test proves', async () => {
  for (const folder of ['api', 'web'])
    await projectIn(folder).addCriterion.execute({ spec: '1', text: 'fast' });
  const name = 'api:001/AC1 is fast';
  sandbox.write('report.xml', `<testsuite><testcase name="${name}"/></testsuite>`);
  const proved = (folder: string) =>
    projectIn(folder).proveCriteria.execute({ reports: ['../report.xml'], all: true });
  expect((await proved('api')).specs).toMatchObject([{ ref: '001-login', criteria: [{ label: 'AC1' }] }]);
  expect(await proved('web')).toMatchObject({ specs: [], unmatched: [], events: [] });
});

it('a number in the name of a test means the project that has the file of the test', async () => {
  await addProject('.', 'plan');
  await projectIn('.').renumberSpec.execute({ spec: 'plan', to: 1 });
  await projectIn('.').addCriterion.execute({ spec: '1', text: 'fast' });
  sandbox.write('api/test/a.ts').write('test/b.ts').commit('Outer');
  const cases = ['api/test/a.ts', 'test/b.ts'].map(
    (file) => `<testcase name="001/AC1 ${file}" file="${file}"/>`,
  );
  sandbox.write('report.xml', `<testsuite>${cases.join('')}</testsuite>`);
  const { specs } = await projectIn('.').proveCriteria.execute({ reports: ['report.xml'], all: true });
  expect(specs.map(({ ref }) => ref)).toEqual(['001-plan']);
  const [proved] = (await projectIn('.').listCriteria.execute({ spec: '1' })).criteria;
  expect(proved?.verdict?.tests.map(({ name }) => name)).toEqual(['001/AC1 test/b.ts']);
});
