import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectsAround } from '../../../src/adapters/git/gitClone.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const CONFIG = '.spectool/config.json';

function withProjects(...paths: readonly string[]): GitSandbox {
  const sandbox = new GitSandbox();
  for (const path of paths) sandbox.write(`${path}/${CONFIG}`, '{}\n');
  return sandbox;
}

const namesIn = (folder: string) => projectsAround(folder).map(({ name, path }) => [name, path] as const);

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

  it('finds only the project of the folder without git', () => {
    const top = temporaryFolder();
    for (const path of ['', 'a']) {
      mkdirSync(join(top, path, '.spectool'), { recursive: true });
      writeFileSync(join(top, path, CONFIG), '{}');
    }
    expect(namesIn(top)).toEqual([[basename(top), '.']]);
  });
});
