import { parentOf } from '../../../domain/naming/projectPath.js';
import type { FileSystem } from '../../../ports/fileSystem.js';

const MOST_LINKS = 40;

/** Where the folder stands that a link leads to; the link itself where its text does not tell. */
export function placeBehind(files: Pick<FileSystem, 'root' | 'readLink' | 'stat'>, link: string): string {
  let place = link;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const target = files.readLink(place);
    if (target === undefined) break;
    const own = target.startsWith(`${files.root}/`) ? target.slice(files.root.length + 1) : undefined;
    if (own === undefined && target.startsWith('/')) return link;
    place = resolved(own === undefined ? parentOf(place) : '', own ?? target);
  }
  return place === '' || files.stat(place)?.kind === 'directory' ? place : link;
}

/** A target that leaves the project's root by its text is followed to where it leads, which is not below the specs. */
export function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return '';
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
