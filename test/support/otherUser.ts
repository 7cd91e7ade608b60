import { spawnSync } from 'node:child_process';

/** To root nothing is forbidden. */
export const isRoot = process.getuid?.() === 0;

/**
 * Whom the program is run as where rights are withheld: root lends them to a user that nobody is. `nobody` itself runs
 * other things on some machines, and the system counts their processes together.
 */
export const OTHER_USER = { uid: 54_321, gid: 54_321 };
export const OWNER = `${String(OTHER_USER.uid)}:${String(OTHER_USER.gid)}`;

/** Not where Node.js is kept where root alone may look, and not in a container that has one user. */
export const canBeWithoutRights =
  !isRoot || spawnSync(process.execPath, ['-e', ''], { ...OTHER_USER, cwd: '/' }).status === 0;
