import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('GitProcess does not start git again after two calls that timed out', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'git');
  writeFileSync(program, '#!/bin/sh\necho x >> calls\nexec sleep 1000\n');
  chmodSync(program, 0o755);
  const git = new GitProcess(folder, { PATH: `${folder}:${String(process.env['PATH'])}` }, 500);
  const answers = Array.from({ length: 4 }, () => git.run(['status']));
  const complaint = 'git timed out after 0.5 s';
  expect(answers).toEqual(Array(4).fill(expect.objectContaining({ status: undefined, complaint })));
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('x\nx\n');
});

it('GitProcess runs no fetch program of a partial clone, even when git ignores GIT_NO_LAZY_FETCH', () => {
  const folder = temporaryFolder();
  const clone = new GitSandbox().write('a').commit();
  const blob = clone.git('rev-parse', 'HEAD:a');
  rmSync(join(clone.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  for (const setting of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', `ext::touch ${join(folder, 'run')}`],
    ['protocol.ext.allow', 'always'],
  ])
    clone.git('config', ...setting);
  const program = join(folder, 'git');
  writeFileSync(program, '#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nPATH=${PATH#*:}\nexec git "$@"\n');
  chmodSync(program, 0o755);
  const git = new GitProcess(clone.root, { PATH: `${folder}:${String(process.env['PATH'])}` });
  expect(git.run(['log', '--patch']).status).not.toBe(0);
  expect(existsSync(join(folder, 'run'))).toBe(false);
});

it.each(['GLOB', 'NOGLOB', 'ICASE', 'LITERAL'])('paths are names, whatever GIT_%s_PATHSPECS says', (kind) => {
  const { root } = new GitSandbox().write('a[b]').write('A[B]').write('ab').commit();
  const git = new GitProcess(root, { PATH: process.env['PATH'], [`GIT_${kind}_PATHSPECS`]: '1' });
  expect(git.run(['ls-files', '--', 'a[b]'])).toMatchObject({ status: 0, output: Buffer.from('a[b]\n') });
});

it('GitProcess takes the answer of a git that does not read its input', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'git');
  writeFileSync(program, '#!/bin/sh\nexec 0<&-\necho answer\n');
  chmodSync(program, 0o755);
  const git = new GitProcess(folder, { PATH: `${folder}:${String(process.env['PATH'])}` });
  expect(git.run(['blame'], 'x'.repeat(1_000_000))).toMatchObject({
    status: 0,
    output: Buffer.from('answer\n'),
  });
});
