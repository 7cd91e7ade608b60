import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectsAround } from '../../../src/adapters/git/projectsInRepository.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const CONFIG = '.spectool/config.json';

function withProjects(...paths: readonly string[]): GitSandbox {
  const sandbox = new GitSandbox();
  for (const path of paths) sandbox.write(`${path}/${CONFIG}`, '{}\n');
  return sandbox;
}

const namesIn = (folder: string) =>
  projectsAround(folder).projects.map(({ name, path }) => [name, path] as const);

describe('projectsAround', () => {
  it('finds tracked and new projects of the repository from any of its folders', () => {
    const sandbox = withProjects('services/api').commit();
    sandbox.write(`web/${CONFIG}`, '{}\n').write('tools/x');
    expect(namesIn(sandbox.root)).toEqual([
      ['api', 'services/api'],
      ['web', 'web'],
    ]);
    expect(namesIn(join(sandbox.root, 'tools'))).toEqual([
      ['api', '../services/api'],
      ['web', '../web'],
    ]);
    expect(namesIn(join(sandbox.root, 'web'))).toContainEqual(['web', '.']);
  });

  it('leaves out ignored and deleted projects', () => {
    const sandbox = withProjects('a', 'gone').commit();
    sandbox.write('.gitignore', 'vendor/\n').write(`vendor/b/${CONFIG}`, '{}\n');
    rmSync(join(sandbox.root, 'gone'), { recursive: true });
    expect(namesIn(sandbox.root)).toEqual([['a', 'a']]);
  });

  it('takes the name from the configuration only if references can contain it', () => {
    const sandbox = new GitSandbox()
      .write(`one/${CONFIG}`, '{"variables": {"project_name": "api"}}')
      .write(`two/${CONFIG}`, '{"variables": {"project_name": "My App"}}')
      .write(`three/${CONFIG}`, 'not JSON')
      .write(`four/${CONFIG}`, '{"variables": {"project_name": 4}}');
    expect(
      namesIn(sandbox.root)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['api', 'four', 'three', 'two']);
  });

  it('follows no links, neither to a project elsewhere nor where a tracked folder was', () => {
    const outside = temporaryFolder();
    mkdirSync(join(outside, '.spectool'));
    writeFileSync(join(outside, CONFIG), '{}');
    const sandbox = withProjects('a', 'b').commit();
    rmSync(join(sandbox.root, 'b'), { recursive: true });
    symlinkSync(outside, join(sandbox.root, 'b'));
    symlinkSync(outside, join(sandbox.root, 'c'));
    expect(namesIn(sandbox.root)).toEqual([['a', 'a']]);
  });

  it('names submodules with a project, but not as projects of the repository', () => {
    const library = withProjects('.').commit();
    const sandbox = withProjects('a').commit();
    sandbox.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library.root, 'vendor/lib');
    sandbox.write('.gitmodules', '[submodule "x"]\n\tpath = vendor/lib\n[submodule "y"]\n\tpath = ../..\n');
    expect(projectsAround(sandbox.root)).toMatchObject({
      projects: [{ name: 'a' }],
      submodules: [{ name: 'lib', path: 'vendor/lib' }],
      more: false,
    });
  });

  it('searches the folders below without git, except hidden ones, node_modules and links', () => {
    const top = temporaryFolder();
    for (const path of ['a', 'deep/b', 'node_modules/c', '.hidden/d', '1/2/3/4/5/6/7/8/9/e']) {
      mkdirSync(join(top, path, '.spectool'), { recursive: true });
      writeFileSync(join(top, path, CONFIG), '{}');
    }
    symlinkSync(top, join(top, 'deep/loop'));
    expect(namesIn(top)).toEqual([
      ['a', 'a'],
      ['b', 'deep/b'],
    ]);
    expect(projectsAround(top).more).toBe(true);
    expect(projectsAround(join(top, 'deep')).more).toBe(false);
  });

  it('returns at most 1,000 projects, and tells that there are more', () => {
    const sandbox = withProjects(...Array.from({ length: 1001 }, (_, i) => `p${String(i)}`));
    const { projects, more } = projectsAround(sandbox.root);
    expect([projects.length, more]).toEqual([1000, true]);
  });
});
