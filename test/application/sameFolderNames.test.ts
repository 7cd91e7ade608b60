import { describe, expect, it } from '@jest/globals';
import type { Ports } from '../../src/composition/createSpectool.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf } from '../support/thrownError.js';

const spec = (status: string, more = '') =>
  `---\nstatus: ${status}\ncreated: '2026-01-01'\n${more}---\n\n# A login\n\nText.\n`;

/** Returns a project with two spec folders of the same name in two groups; only `b/login` is not blocked. */
function withTwins(ports: Partial<Ports> = {}): MemoryProject {
  const project = new MemoryProject(ports);
  project.files.write(
    '.spectool/config.json',
    JSON.stringify({ structure: { pattern: 'custom', groupExtractor: 'team-{team}' } }),
  );
  project.files.write('specs/a/001-login/README.md', spec('planned', 'depends_on: [002-store]\n'));
  project.files.write('specs/b/001-login/README.md', spec('planned').replace('-01-01', '-01-02'));
  project.files.write('specs/002-store/README.md', spec('in-progress'));
  project.files.write('specs/003-page/README.md', spec('planned', 'depends_on: [001-login]\n'));
  return project;
}

describe('Two spec folders with the same name', () => {
  it('are handled separately: the one that is not blocked is offered and claimed', async () => {
    const project = withTwins();
    const { spectool } = project;
    const next = await spectool.nextSpecs.execute({});
    expect(next.specs.map(({ path }) => path)).toEqual(['specs/b/001-login']);
    expect(next).toMatchObject({ waiting: 2, reasons: [{ ref: 'specs/b/001-login', unblocks: 0 }] });
    expect((await spectool.listSpecs.execute({})).blocked).toEqual(['specs/a/001-login', '003-page']);

    const board = await spectool.showBoard.execute({});
    expect(board.waitingFor).toEqual({
      'specs/a/001-login': ['002-store'],
      '003-page': ['specs/a/001-login'],
    });
    expect(board.health.blocked).toEqual(['specs/a/001-login', '003-page']);
    expect(Object.keys(board.since)).toContain('specs/b/001-login');

    const deps = await spectool.showDependencies.execute({ spec: 'specs/b/001-login' });
    expect(deps.nodes.map(({ ref }) => ref)).toEqual(['specs/b/001-login']);
    const { specs } = await spectool.exportProject.execute({});
    expect(specs.map(({ spec: { path }, waitsFor }) => [path, waitsFor])).toContainEqual([
      'specs/b/001-login',
      [],
    ]);
    expect((await spectool.claimNext.execute({})).spec.path).toBe('specs/b/001-login');
  });

  it('are both reported when both change, and their ambiguous name is refused with both paths', async () => {
    const project = withTwins();
    const changed = await project.run([
      'update',
      'specs/a/001-login',
      'specs/b/001-login',
      '--priority',
      'high',
    ]);
    expect(changed.stdout).toContain('Updated 2 specs');
    expect(changed.stdout).toContain('specs/b/001-login');
    for (const name of ['1', '001-login', 'login'])
      await expectRefusalOf(() => project.spectool.viewSpec.execute({ spec: name }), 'SPEC_AMBIGUOUS', {
        hint: 'Use the path: specs/a/001-login.',
      });
    const { spec } = await project.spectool.viewSpec.execute({ spec: 'specs/b/001-login' });
    expect(spec.priority).toBe('high');
  });

  it('cannot be set as references, because their name is ambiguous', async () => {
    const { spectool } = withTwins();
    const refused = {
      code: 'SPEC_AMBIGUOUS',
      details: { candidates: ['specs/a/001-login', 'specs/b/001-login'] },
    };
    const [spec, twin] = ['002-store', 'specs/b/001-login'];
    await expect(spectool.updateSpec.execute({ spec, addRelated: [twin] })).rejects.toMatchObject(refused);
    await expect(
      spectool.updateSpec.execute({ spec: 'specs/a/001-login', addDependencies: [twin] }),
    ).rejects.toMatchObject(refused);
    await expect(spectool.createSpec.execute({ name: 'x', dependsOn: [twin] })).rejects.toMatchObject(
      refused,
    );
    await expect(
      spectool.archiveSpecs.execute({ specs: [spec], by: twin, reason: 'it is better' }),
    ).rejects.toMatchObject(refused);
  });

  it('do not form a dependency cycle through each other', async () => {
    const project = withTwins();
    const { spectool } = project;
    const { spec } = await spectool.updateSpec.execute({
      spec: 'specs/b/001-login',
      addDependencies: ['003-page'],
    });
    expect(spec.dependsOn).toEqual(['003-page']);
    const { findings } = await spectool.validateProject.execute({ codes: ['DEPENDENCY_CYCLE'] });
    expect(findings).toEqual([]);
    await expectRefusalOf(
      () => spectool.updateSpec.execute({ spec: 'specs/a/001-login', addDependencies: ['003-page'] }),
      'DEPENDENCY_CYCLE',
    );
  });

  it('keep references by name unchanged when one of them is renumbered', async () => {
    const project = withTwins();
    const { spec } = await project.spectool.renumberSpec.execute({ spec: 'specs/a/001-login' });
    expect(spec.path).toBe('specs/a/004-login');
    expect(project.files.readText('specs/003-page/README.md')).toContain('depends_on: [001-login]');
  });

  it('can have one number, and `keep` names by path which of them keeps the number', async () => {
    const { spectool } = withTwins();
    const { fixed } = await spectool.validateProject.execute({ fix: true, keep: ['specs/b/001-login'] });
    expect(fixed[0]).toBe('specs/a/001-login was renumbered; its folder name is now 004-login.');
    const { specs } = await spectool.listSpecs.execute();
    expect(specs.map(({ path }) => path)).toContain('specs/b/001-login');
  });
});
