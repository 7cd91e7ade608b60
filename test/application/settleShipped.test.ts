import { describe, expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';

const [KILN, GLAZE] = ['2026-01-06', '2026-02-03'];
const CODE = ['src/kiln/wall.ts', 'src/kiln/door.ts', 'src/kiln/heat.ts'];
const at = (name: string) => `docs/superpowers/specs/2026-01-0${name}-design.md`;
const design = (title: string, files: readonly string[]) =>
  `# ${title} Design\n\n${files.map((file) => `- Change \`${file}\``).join('\n')}\n`;

/** A clone where one commit brings a design with its files, two more the files of a design, and nothing those of a third. */
function clone() {
  const sandbox = new GitSandbox();
  const commit = (subject: string, day: string) => {
    sandbox.git('add', '-A');
    sandbox.git('commit', '-q', '-m', subject, '--date', `${day}T12:00:00Z`);
  };
  const adopted = [{ path: 'docs/superpowers', kind: 'superpowers' }];
  sandbox.write('.spectool/templates/spec-template.md', '# {title}\n');
  sandbox.write('.spectool/config.json', JSON.stringify({ adopted })).write('src/shelf/a.ts');
  commit('start', KILN);
  sandbox.write(at('5-kiln'), design('Kiln', CODE));
  sandbox.write(at('6-glaze'), design('Glaze', ['src/glaze/mix.ts', 'src/glaze/dip.ts']));
  sandbox.write(at('7-shelf'), design('Shelf', ['src/shelf/a.ts', 'src/shelf/b.ts']));
  for (const file of CODE.slice(0, 2)) sandbox.write(file);
  commit('kiln and plans', KILN);
  for (const file of ['src/glaze/mix.ts', 'src/glaze/dip.ts']) {
    sandbox.write(file);
    commit('a task of glaze', GLAZE);
  }
  sandbox.write('src/shelf/b.ts');
  commit('a part of the shelf', GLAZE);
  sandbox.git('rebase', '-q', '--root', '--committer-date-is-author-date');
  const hashes = sandbox.git('rev-list', '--reverse', 'HEAD').split('\n');
  const [, kiln = '', , glaze = ''] = hashes.map((hash) => hash.slice(0, 9));
  return { sandbox, kiln, glaze, tool: createSpectool({ cwd: sandbox.root }) };
}

describe('documents that came to the main line with their files', () => {
  it('are told, and completed by one command on the day of the commit, which is the reason', async () => {
    const { sandbox, kiln, glaze, tool } = clone();
    const preview = await tool.adoptFolders.execute({ paths: ['docs/superpowers'] });
    expect(preview.folders[0]?.shipped.map(({ title, commit }) => [title, commit])).toEqual([
      ['Kiln', kiln],
      ['Glaze', glaze],
    ]);
    const { reasons } = await tool.nextSpecs.execute();
    expect(reasons.map(({ shippedIn }) => shippedIn)).toEqual([kiln, glaze, undefined]);
    expect((await tool.settleShipped.execute({})).settled).toBe(2);
    const { specs } = await tool.listSpecs.execute();
    expect(specs.map(({ ref, status, completed }) => [ref, status, completed])).toEqual([
      ['kiln', 'complete', KILN],
      ['glaze', 'complete', GLAZE],
      ['shelf', 'planned', undefined],
    ]);
    const again = await tool.adoptFolders.execute({ paths: ['docs/superpowers'] });
    expect(again.folders[0]?.shipped).toEqual([]);
    expect((await tool.validateProject.execute()).notes).toBeUndefined();
    const { events } = await tool.showHistory.execute({ spec: 'kiln' });
    expect(JSON.stringify(events)).toContain(kiln);
    expect(sandbox.git('status', '--porcelain')).not.toContain('docs/');
  });

  it('are not told if the list of the tool decides the status', async () => {
    const sandbox = new GitSandbox();
    const folder = '_bmad-output/implementation-artifacts';
    const adopted = [{ path: folder, kind: 'bmad' }];
    sandbox.write('.spectool/config.json', JSON.stringify({ adopted }));
    sandbox.write('.spectool/templates/spec-template.md', '# {title}\n');
    for (const name of ['1-1-kiln', '1-2-glaze'])
      sandbox.write(`${folder}/${name}.md`, `# ${name}\n\n- src/kiln/wall.ts\n- src/kiln/door.ts\n`);
    const list = 'development_status:\n  1-1-kiln: in-progress\n  1-2-glaze: ready-for-dev\n';
    sandbox.write(`${folder}/sprint-status.yaml`, list);
    sandbox.write('src/kiln/wall.ts').write('src/kiln/door.ts').commit('kiln');
    const { folders } = await createSpectool({ cwd: sandbox.root }).adoptFolders.execute({ paths: [folder] });
    expect(folders[0]?.shipped.map(({ path }) => path)).toEqual([`${folder}/1-2-glaze.md`]);
  });
});
