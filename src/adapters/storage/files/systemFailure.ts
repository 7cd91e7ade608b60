import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { getuid } from 'node:process';
import { causeOf, fileFailure } from '../../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';

/** Like `fileFailure`, but if a permission is missing, the hint names the owner of the file and the command that gives access. */
export function systemFailure(
  code: 'READ_FAILED' | 'WRITE_FAILED',
  path: string,
  error: unknown,
): SpectoolError {
  const failure = fileFailure(code, path, error);
  const hint = permissionHint(path, error);
  if (hint === undefined) return failure;
  const { message, details } = failure;
  return new SpectoolError(code, message, { hint, ...(details !== undefined && { details }) });
}

/**
 * True if the path is in the project. Only then may the hint suggest chown, because a folder above the project may belong to the
 * system.
 */
function isInProject(place: string, path: string): boolean {
  const names = path.split('/');
  return (
    /\/\.spectool(?:\/|$)/.test(place) ||
    names.some((_, i) => place.endsWith(`/${names.slice(0, i + 1).join('/')}`))
  );
}

function permissionHint(path: string, error: unknown): string | undefined {
  if (getuid === undefined || !['EACCES', 'EPERM'].includes(causeOf(error))) return undefined;
  const told = error as { readonly path?: unknown; readonly dest?: unknown };
  const found = [told.dest, told.path].flatMap((place) => (typeof place === 'string' ? nearest(place) : []));
  const [own, user] = [getuid(), userName()];
  const [foreign] = found.filter(({ uid }) => uid !== own);
  if (foreign !== undefined)
    return `${foreign.place} belongs to ${foreign.uid === 0 ? 'root' : `user ${foreign.uid}`}; you are ${user}. ${isInProject(foreign.place, path) ? `Run \`sudo chown -R ${user} ${foreign.place}\`, or run` : 'Run'} the command as the owner.`;
  const [closed] = causeOf(error) === 'EACCES' ? found.filter(({ place }) => isInProject(place, path)) : [];
  return (
    closed &&
    `You own ${closed.place}, but the permissions give you no access. Run \`chmod u+rwX ${closed.place}\`.`
  );
}

/** Returns the file or folder at a path, or its nearest parent folder that exists, with its owner. */
function nearest(place: string): readonly { readonly place: string; readonly uid: number }[] {
  try {
    return [{ place, uid: lstatSync(place).uid }];
  } catch {
    return dirname(place) === place ? [] : nearest(dirname(place));
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(getuid?.());
  }
}
