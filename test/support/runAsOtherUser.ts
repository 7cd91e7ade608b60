import { spawnSync } from 'node:child_process';

/** True if the tests run as root, for whom file permissions have no effect. */
export const isRoot = process.getuid?.() === 0;

/**
 * User that root runs the program as in tests of missing rights. No account has this id: `nobody` runs other processes on some
 * machines, and the system counts all processes of a user together.
 */
export const OTHER_USER = { uid: 54_321, gid: 54_321 };
export const OWNER = `${String(OTHER_USER.uid)}:${String(OTHER_USER.gid)}`;

/** False if only root can run Node.js, or in a container with a single user. */
export const canBeWithoutRights =
  !isRoot || spawnSync(process.execPath, ['-e', ''], { ...OTHER_USER, cwd: '/' }).status === 0;
