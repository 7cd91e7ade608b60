import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { treeSecret } from '../../../src/adapters/git/treeSecret.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe('the secret of a working tree', () => {
  it('is made once, and is another one in every tree', () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    expect(treeSecret(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(treeSecret(one)).toBe(treeSecret(one));
    expect(treeSecret(one)).not.toBe(treeSecret(other));
  });

  it.each([
    ['a folder', ['mkdir']],
    ['a pipe', ['mkfifo']],
    ['a device', ['ln', '-s', '/dev/zero']],
    ['an empty file', ['touch']],
    ['another file', ['cp', import.meta.filename]],
  ])('is none where %s stands in its place: nothing is waited for', (_what, [make = '', ...args]) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'spectool'));
    execFileSync(make, [...args, join(folder, 'spectool/secret')]);
    expect(treeSecret(folder)).toBeUndefined();
  });

  it('is none where nothing can be kept', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'spectool'), '');
    expect(treeSecret(folder)).toBeUndefined();
  });
});
