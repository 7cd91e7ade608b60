import { spawnSync } from 'node:child_process';

/** True if the tests run as root, for whom file permissions have no effect. */
export const isRoot = process.getuid?.() === 0;

/**
 * The user as whom root runs the program in tests of missing permissions. The id belongs to no account: the system limits the
 * number of processes of a user, and an account such as `nobody` may already have many.
 */
export const OTHER_USER = { uid: 54_321, gid: 54_321 };
export const OWNER = `${String(OTHER_USER.uid)}:${String(OTHER_USER.gid)}`;

/** True if tests of missing permissions can run; false if the tests run as root and no other user can run Node.js. */
export const canBeWithoutRights =
  !isRoot || spawnSync(process.execPath, ['-e', ''], { ...OTHER_USER, cwd: '/' }).status === 0;
