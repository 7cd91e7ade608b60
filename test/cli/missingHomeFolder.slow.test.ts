import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

let project: ScratchProject;
beforeEach(() => {
  project = ScratchProject.initialised();
});

// Even root cannot create a folder in /proc, so a home folder there is like one on a read-only disk.
it.each([
  ['no home folder', { HOME: '', XDG_CACHE_HOME: '' }],
  ['a missing home folder', { HOME: '/proc/gone', XDG_CACHE_HOME: '' }],
  ['a read-only home folder', { HOME: '/proc', XDG_CACHE_HOME: '' }],
  ['a home folder that is a file', { HOME: '/dev/null', XDG_CACHE_HOME: '' }],
])('commands work for a user with %s, and store no cache in the project', (_, env) => {
  expect(run(project.root, ['create', 'one'], { env })).toMatchObject({ status: 0, stderr: '' });
  for (const line of ['list', 'search one', 'validate', 'history', 'tokens'])
    expect({ line, ...run(project.root, line.split(' '), { env }) }).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(`${project.root}/.cache`)).toBe(false);
});

it.each(['/proc/gone', '/proc', '/dev/null'])('`resolve` fails if it cannot write to TMPDIR=%s', (TMPDIR) => {
  const box = new GitSandbox();
  for (const line of ['init -y', 'create one']) run(box.root, line.split(' '));
  const write = (text: string) => {
    appendFileSync(join(box.root, 'specs/001-one/README.md'), `${text}\n`);
    box.commit(text);
  };
  box.commit('base').git('checkout', '-q', '-b', 'theirs');
  write('theirs');
  box.git('checkout', '-q', 'main');
  write('ours');
  expect(() => box.git('merge', '-q', 'theirs')).toThrow();

  const { status, stderr } = run(box.root, ['resolve'], { env: { TMPDIR } });

  expect(status).toBe(1);
  expect(stderr).toContain(`Cannot write a temporary copy for git merge-file into ${TMPDIR}: `);
  expect(stderr).toContain('[WRITE_FAILED]');
  expect(box.git('ls-files', '-u')).not.toBe('');
  expect(run(box.root, ['resolve']).stderr).not.toContain('WRITE_FAILED');
});
