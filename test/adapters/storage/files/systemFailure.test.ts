import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { expect, it } from '@jest/globals';
import { systemFailure } from '../../../../src/adapters/storage/files/projectDiskPaths.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const PATH = 'specs/001-a/README.md';
const hintOf = (root: string) =>
  systemFailure('WRITE_FAILED', PATH, { code: 'EACCES', path: join(root, PATH) }).hint;

(process.getuid?.() === 0 ? it : it.skip)(
  'systemFailure names the owner of a folder of the project and the command that changes it',
  () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'specs'));
    chownSync(join(root, 'specs'), 65534, 65534);

    expect(hintOf(root)).toBe(
      `${root}/specs belongs to user 65534; you are ${userInfo().username}. Run \`sudo chown -R ${userInfo().username} ${root}/specs\`, or run the command as the owner.`,
    );
  },
);

(process.getuid?.() === 0 ? it : it.skip)(
  'systemFailure suggests no chown for a folder above the specs folder',
  () => {
    const root = temporaryFolder();
    chownSync(root, 65534, 65534);

    expect(hintOf(root)).toBe(
      `${root} belongs to user 65534; you are ${userInfo().username}. Run the command as the owner.`,
    );
  },
);

it('systemFailure suggests chmod for a folder that belongs to the user', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'specs'));

  expect(hintOf(root)).toBe(
    `You own ${root}/specs, but the permissions give you no access. Run \`chmod u+rwX ${root}/specs\`.`,
  );
});
