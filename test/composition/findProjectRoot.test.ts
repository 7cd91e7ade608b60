import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';

const INNER = 'vendor/lib';

/** Ways to make a folder inside a project the top of another git worktree: what the folder becomes, and how. */
const NESTED: Readonly<Record<string, (outer: GitSandbox) => void>> = {
  'a submodule': (outer) => {
    const source = new GitSandbox().write('a').commit();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source.root, INNER);
  },
  'another repository': (outer) => {
    mkdirSync(join(outer.root, INNER), { recursive: true });
    outer.git('-C', INNER, 'init', '-q');
  },
  'a worktree without the configuration': (outer) => {
    outer.git('worktree', 'add', '-q', INNER, 'HEAD~1');
  },
};

async function projectWith(nested: string, config: object = {}): Promise<GitSandbox> {
  const outer = new GitSandbox().write('a').commit();
  await createSpectool({ cwd: outer.root }).initProject.execute({ agentTools: 'none' });
  outer.write('.spectool/config.json', JSON.stringify(config)).commit();
  NESTED[nested]?.(outer);
  outer.write(`${INNER}/src/deep/x`);
  return outer;
}

/** Returns the files of a worktree with their texts, without the files of git and of the nested worktree. */
function filesOf({ root }: GitSandbox): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.git/') && !path.includes(`/${INNER}/`));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

describe.each(Object.keys(NESTED))('spectool in %s inside a project', (nested) => {
  it.each(['', '/src/deep'])('does not find the outer project, from the subfolder %j', async (below) => {
    const outer = await projectWith(nested);
    const before = filesOf(outer);
    const inner = createSpectool({ cwd: join(outer.root, INNER + below) });

    for (const asked of [
      inner.listSpecs.execute(),
      inner.createSpec.execute({ name: 'a' }),
      inner.validateProject.execute({ fix: true }),
    ])
      await expect(asked).rejects.toMatchObject({
        code: 'NOT_A_PROJECT',
        message: expect.stringContaining('folders outside the git repository do not count') as unknown,
      });
    expect(filesOf(outer)).toEqual(before);
  });

  it('creates with `init` a separate project, and changes nothing in the outer project', async () => {
    const outer = await projectWith(nested);
    const before = filesOf(outer);
    const cwd = join(outer.root, INNER);

    const { root, created } = await createSpectool({ cwd }).initProject.execute({ agentTools: 'none' });
    const { spec } = await createSpectool({ cwd: join(cwd, 'src/deep') }).createSpec.execute({ name: 'a' });

    expect([root, spec.path]).toEqual([cwd, 'specs/001-a']);
    expect(created).toContain('.spectool/config.json');
    expect(filesOf(outer)).toEqual(before);
    expect((await createSpectool({ cwd: outer.root }).listSpecs.execute()).specs).toEqual([]);
  });
});

describe('a project that contains another repository', () => {
  it.each([
    ['that is its specs folder', 'vendor/lib'],
    ['that contains its specs folder', './vendor/lib/docs/specs/'],
    ['inside its specs folder', 'vendor'],
  ])('is found from a repository inside the project %s', async (_what, specsDir) => {
    const outer = await projectWith('another repository', { specsDir });
    const { spec } = await createSpectool({ cwd: outer.root }).createSpec.execute({ name: 'a' });

    const inner = createSpectool({ cwd: join(outer.root, INNER, 'src') });

    expect(inner.root).toBe(outer.root);
    expect((await inner.viewSpec.execute({ spec: '1' })).spec.path).toBe(spec.path);
  });

  it.each(['{"specsDir":5}', '{', '"vendor/lib"'])(
    'is not found from that repository when the configuration of the project is %s',
    async (text) => {
      const outer = await projectWith('another repository');
      writeFileSync(join(outer.root, '.spectool/config.json'), text);
      expect(createSpectool({ cwd: join(outer.root, INNER) }).root).toBe(join(outer.root, INNER));
      expect(createSpectool({ cwd: join(outer.root, 'vendor') }).root).toBe(outer.root);
    },
  );

  it('is found from a folder whose .git folder is not a repository', async () => {
    const outer = await projectWith('none');
    mkdirSync(join(outer.root, INNER, '.git'));
    expect(createSpectool({ cwd: join(outer.root, INNER, 'src') }).root).toBe(outer.root);
  });
});
