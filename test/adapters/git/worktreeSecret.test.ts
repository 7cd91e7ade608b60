import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { worktreeSecret } from '../../../src/adapters/git/locations/worktreeSecret.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('worktreeSecret', () => {
  it('creates one secret for each worktree and returns it again in later calls', () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    expect(worktreeSecret(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(worktreeSecret(one)).toBe(worktreeSecret(one));
    expect(worktreeSecret(one)).not.toBe(worktreeSecret(other));
  });

  const BROKEN: readonly (readonly [string, readonly string[]])[] = [
    ['a folder', ['mkdir']],
    ['a pipe', ['mkfifo']],
    ['a device', ['ln', '-s', '/dev/zero']],
    ['a link that leads nowhere', ['ln', '-s', 'nowhere']],
    ['an empty file', ['touch']],
    ['another file', ['cp', import.meta.filename]],
  ];

  it.each(BROKEN)(
    'returns a new secret in each call, without waiting, when %s is in the place of its file',
    (_what, [make = '', ...args]) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'spectool'));
      const file = join(folder, 'spectool/secret');
      execFileSync(make, [...args, file]);
      const was = lstatSync(file);
      expect(worktreeSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
      expect(worktreeSecret(folder)).not.toBe(worktreeSecret(folder));
      expect(lstatSync(file).ino).toBe(was.ino);
    },
  );

  it.each(BROKEN)(
    'returns a new secret in each call when %s is in the place of the folder for the secret',
    (what, [make = '', ...args]) => {
      const folder = temporaryFolder();
      if (what === 'a folder') {
        mkdirSync(join(folder, 'spectool/secret'), { recursive: true });
      } else execFileSync(make, [...args, join(folder, 'spectool')]);
      expect(worktreeSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
      expect(worktreeSecret(folder)).not.toBe(worktreeSecret(folder));
    },
  );

  it.each([
    [0o755, 0o600],
    [0o777, 0o660],
    [0o775, 0o660],
  ])(
    'lets only the owner read the file of the secret, and the group if the git folder is writable for the group: %o',
    (folder, rights) => {
      const gitDir = temporaryFolder();
      const file = join(gitDir, 'spectool/secret');
      const mask = process.umask(0);
      chmodSync(gitDir, folder);
      worktreeSecret(gitDir);
      process.umask(mask);
      expect(statSync(file).mode & 0o777).toBe(rights);
    },
  );

  it('returns undefined when the git folder is a dangling link', () => {
    const gone = join(temporaryFolder(), 'gone');
    symlinkSync('nowhere', gone);
    expect(worktreeSecret(gone)).toBeUndefined();
  });
});
