import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectsAround } from '../../src/adapters/git/gitClone.js';
import { realPath } from '../../src/adapters/files/regularFiles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { runInProcess } from '../support/runInProcess.js';

const PROJECTS = ['services/api', 'web', 'group/deep'];

function run(sandbox: GitSandbox, folder: string, line: string) {
  const cwd = join(sandbox.root, folder);
  return runInProcess(line.split(' '), {
    open: (directory = cwd, options) => createSpectool({ ...options, cwd: directory, actor: 'kim' }),
    projects: (directory = cwd) => projectsAround(directory),
    realFolder: realPath,
  });
}

/** Returns a repository in which git stopped a merge with conflicts in each project, and in files beside them. */
async function stopped(files: readonly string[] = []): Promise<GitSandbox> {
  const sandbox = new GitSandbox();
  const inEach = async (line: string) => {
    for (const folder of PROJECTS) await run(sandbox, folder, line);
  };
  const write = (text: string) => files.forEach((file) => sandbox.write(file, text));
  PROJECTS.forEach((folder) => sandbox.write(`${folder}/x`));
  await inEach('init -y --agent-tools none');
  await inEach('create one');
  write('base\n');
  sandbox.commit();
  sandbox.git('switch', '-q', '-c', 'theirs');
  await inEach('update 1 --add-tag auth --priority high');
  write('theirs\n');
  sandbox.commit();
  sandbox.git('switch', '-q', 'main');
  await inEach('update 1 --add-tag web --assignee kim');
  write('ours\n');
  sandbox.commit();
  // Git stops with conflicts, which it reports as a failure.
  expect(() => sandbox.git('merge', '-q', 'theirs')).toThrow();
  return sandbox;
}

describe('a merge with conflicts in several projects', () => {
  it.each(['services/api', 'web'])('ends where the printed commands lead from %s', async (start) => {
    const sandbox = await stopped();
    const done: string[] = [];
    for (let line: string | undefined = 'resolve'; line !== undefined;) {
      const { stdout, stderr } = await run(sandbox, start, line);
      const told: string = stdout + stderr;
      done.push(line);
      line = /`spectool ([^`]*resolve)`/.exec(stderr)?.[1];
      expect(told.includes('git merge --continue')).toBe(line === undefined);
    }
    expect(done).toHaveLength(PROJECTS.length);
    sandbox.git('-c', 'core.editor=true', 'merge', '--continue');
  });

  it('names files outside the project that only a person can merge', async () => {
    const sandbox = await stopped(['notes.txt', 'web/specs/001-one/notes.md']);
    await run(sandbox, '', 'resolve --project deep');
    const { stdout, stderr } = await run(sandbox, 'services/api', 'resolve');
    expect(stdout).not.toContain('--continue');
    expect(stderr).toContain(
      '../../notes.txt, ../../web/specs/001-one/README.md, ../../web/specs/001-one/notes.md',
    );
    expect(stderr).toContain(
      'files other than specs by hand, and `git add` the files; then `git merge --continue`. Run `spectool --project web resolve`',
    );
  });

  it('is told by prime also where only another project has conflicts', async () => {
    const sandbox = await stopped();
    await run(sandbox, 'web', 'resolve');
    const { stdout } = await run(sandbox, 'web', 'prime');
    expect(stdout).toContain('(2 files in conflict): run `spectool resolve`, then what it prints');
  });
});
