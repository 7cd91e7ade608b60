import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

it('a git that gives no answer is waited for twice, and started no more', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'git');
  writeFileSync(program, '#!/bin/sh\necho x >> calls\nexec sleep 1000\n');
  chmodSync(program, 0o755);
  const git = new GitProcess(folder, { PATH: `${folder}:${String(process.env['PATH'])}` }, 500);
  const answers = Array.from({ length: 4 }, () => git.run(['status']));
  const complaint = 'git gave no answer within 0.5 s';
  expect(answers).toEqual(Array(4).fill(expect.objectContaining({ status: undefined, complaint })));
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('x\nx\n');
});
