import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOfRegularFile } from '../files/readRegularFile.js';
import type { ClonePlace } from './clonePlace.js';

const LARGEST = 1_000_000;
const PATHS = /^[ \t]*path[ \t]*=(.*)$/gim;

export function isCheckedOut(submodule: string): boolean {
  return existsSync(join(submodule, '.git'));
}

/** Submodules in, at or above a folder of the project whose folders are empty; by what `.gitmodules` says, without starting git. */
export function emptySubmodules({ top, prefix }: ClonePlace, folder: string): readonly string[] {
  const text = textOfModules(join(top, '.gitmodules'));
  const own = prefix === '' ? '' : `${prefix}/`;
  return [...text.matchAll(PATHS)].flatMap(([, value = '']) => {
    const named = value.trim().replace(/^"|"$/g, '');
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

function textOfModules(file: string): string {
  try {
    return textOfRegularFile(file, LARGEST) ?? '';
  } catch {
    // Where something is missed, git's index tells of submodules all the same.
    return '';
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
