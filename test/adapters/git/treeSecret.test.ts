import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { treeSecret } from '../../../src/adapters/git/places/treeSecret.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('the secret of a working tree', () => {
  it('is made once, and is another one in every tree', () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    expect(treeSecret(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(treeSecret(one)).toBe(treeSecret(one));
    expect(treeSecret(one)).not.toBe(treeSecret(other));
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
    'is one beside it where %s stands in its place: nothing is waited for',
    (_what, [make = '', ...args]) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'spectool'));
      const file = join(folder, 'spectool/secret');
      execFileSync(make, [...args, file]);
      const was = lstatSync(file);
      expect(treeSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
      expect(treeSecret(folder)).toBe(treeSecret(folder));
      expect(lstatSync(file).ino).toBe(was.ino);
    },
  );

  it.each(BROKEN)(
    'is one for the command alone where %s stands in place of its folder',
    (what, [make = '', ...args]) => {
      const folder = temporaryFolder();
      if (what === 'a folder') {
        mkdirSync(join(folder, 'spectool/secret'), { recursive: true });
        mkdirSync(join(folder, `spectool/secret-${String(process.getuid?.())}`));
      } else execFileSync(make, [...args, join(folder, 'spectool')]);
      expect(treeSecret(folder)).toMatch(/^[0-9a-f]{64}$/);
      expect(treeSecret(folder)).not.toBe(treeSecret(folder));
    },
  );

  it.each([
    [0o755, 0o600],
    [0o777, 0o660],
    [0o775, 0o660],
  ])('is for nobody else, but a group that works in the repository: %o', (folder, rights) => {
    const gitDir = temporaryFolder();
    const file = join(gitDir, 'spectool/secret');
    const mask = process.umask(0);
    chmodSync(gitDir, folder);
    const secret = treeSecret(gitDir);
    process.umask(mask);
    expect(statSync(file).mode & 0o777).toBe(rights);
    // As an earlier version left it.
    chmodSync(file, 0o666);
    expect(treeSecret(gitDir)).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(rights);
  });

  it('is none where nothing can be kept', () => {
    const gone = join(temporaryFolder(), 'gone');
    symlinkSync('nowhere', gone);
    // Nothing stands in its place that could be damaged.
    expect(treeSecret(gone)).toBeUndefined();
  });
});
