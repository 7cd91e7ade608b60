import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClonePlace } from './clonePlace.js';
import type { AskGit } from './gitProcess.js';

export function isCheckedOut(submodule: string): boolean {
  return existsSync(join(submodule, '.git'));
}

/** Submodules in, at or above a folder of the project whose folders are empty; by what `.gitmodules` says, as git reads it. */
export function emptySubmodules(git: AskGit, { top, prefix }: ClonePlace, folder: string): readonly string[] {
  const own = prefix === '' ? '' : `${prefix}/`;
  return placesIn(git, join(top, '.gitmodules')).flatMap((named) => {
    if (!named.startsWith(own) || named.split('/').includes('..')) return [];
    const path = named.slice(own.length);
    const meets = `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);
    return meets && isEmptyFolder(join(top, named)) ? [path] : [];
  });
}

/** Those that a folder stands in. @param root of the project. */
export function submodulesAbove(root: string, folder: string): readonly string[] {
  const parts = folder.split('/');
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  return above.filter((path) => isCheckedOut(join(root, path)));
}

/** Git is not asked where there is no such file, as in most clones. */
function placesIn(git: AskGit, file: string): readonly string[] {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const { status, output } = git.run([
    'config',
    '-f',
    file,
    '-z',
    '--get-regexp',
    String.raw`^submodule\..*\.path$`,
  ]);
  if (status !== 0) return [];
  // Each is its name, a line break, its value and a NUL.
  const entries = output.toString('utf8').split('\0');
  return entries.flatMap((entry) => (entry.includes('\n') ? [entry.slice(entry.indexOf('\n') + 1)] : []));
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
