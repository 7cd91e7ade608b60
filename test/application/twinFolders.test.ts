import { describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const spec = (status: string, more = '') =>
  `---\nstatus: ${status}\ncreated: '2026-01-01'\n${more}---\n\n# A login\n\nText.\n`;

/** Two folders of one name in two groups: of them `b/login` is free. */
function withTwins(): MemoryProject {
  const project = new MemoryProject();
  project.files.write(
    '.spectool/config.json',
    JSON.stringify({ structure: { pattern: 'custom', groupExtractor: 'team-{team}' } }),
  );
  project.files.write('specs/a/001-login/README.md', spec('planned', 'depends_on: [002-store]\n'));
  project.files.write('specs/b/001-login/README.md', spec('planned'));
  project.files.write('specs/002-store/README.md', spec('in-progress'));
  project.files.write('specs/003-page/README.md', spec('planned', 'depends_on: [001-login]\n'));
  return project;
}

describe('Of two folders of one name', () => {
  it('the one that waits for nothing is offered and claimed, and the other alone is told to wait', async () => {
    const project = withTwins();
    const { spectool } = project;
    const next = await spectool.nextSpecs.execute({});
    expect(next.specs.map(({ path }) => path)).toEqual(['specs/b/001-login']);
    expect(next).toMatchObject({ waiting: 2, reasons: [{ ref: 'specs/b/001-login', unblocks: [] }] });
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

  it('each line and card tells what is so of its own', async () => {
    const project = withTwins();
    const { stdout: list } = await project.run(['list']);
    expect(list.split('\n').filter((line) => line.includes('blocked'))).toHaveLength(2);
    const { stdout: json } = await project.run(['board', '--json', '--all', '--fields', 'path,waitingFor']);
    const told = JSON.parse(json) as {
      readonly columns: readonly {
        readonly specs: readonly { readonly path: string; readonly waitingFor?: readonly string[] }[];
      }[];
    };
    const waits = told.columns
      .flatMap(({ specs }) => specs)
      .map(({ path, waitingFor }) => [path, waitingFor]);
    expect(waits).toContainEqual(['specs/a/001-login', ['002-store']]);
    expect(waits).toContainEqual(['specs/b/001-login', undefined]);
  });
});
