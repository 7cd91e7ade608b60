import { splitDocument } from '../../../domain/document/splitDocument.js';
import { mayBeDocument } from '../../../domain/document/plainText.js';
import { titleHeading } from '../../../domain/document/title.js';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';
import type { HiddenSpecs } from '../../../ports/specStore.js';
import { isProject } from './specFolderSearch.js';
import { resolved } from './linkedPlace.js';

export const MARKDOWN = /\.(?:md|markdown)$/i;
/** Frontmatter and title stand at the beginning; a whole file may be large. */
const BEGINNING = 128 * 1024;
/** Further ones are taken for what their names say, unopened. */
const MOST = 500;
/** README.md, CHANGELOG.md: what beside specs tells of the folder. Frontmatter with a status makes a spec of any. */
const OF_THE_FOLDER = /^(?:[A-Z][A-Z_-]*|readme|index)\.[a-z]+$/;

interface Place {
  /** Folders of specs that are shown: what is in them is theirs. */
  readonly shown: ReadonlySet<string>;
  /** Lists a folder; nothing for one that may not be looked into. */
  readonly entriesOf: (folder: string) => readonly DirectoryEntry[];
}

/** Markdown, or other text, that reads like a spec and is in the folder of none. */
export function looseDocuments(
  files: FileSystem,
  specsDir: string,
  { shown, entriesOf }: Place,
): readonly HiddenSpecs[] {
  const found: HiddenSpecs[] = [];
  let [opened, openedTexts] = [0, 0];
  visit(specsDir);
  return found;

  /** True where specs are shown below. */
  function visit(path: string): boolean {
    const entries = entriesOf(path);
    if (path !== specsDir && isProject(files, path, entries)) {
      found.push({ path, why: 'another project', specs: [] });
      return false;
    }
    let hasSpecs = path === specsDir;
    for (const { name, kind } of entries) {
      if (kind !== 'directory' || name.startsWith('.') || name === 'node_modules') continue;
      const place = `${path}/${name}`;
      if (shown.has(place) || visit(place)) hasSpecs = true;
    }
    const specs = entries.flatMap((entry) => {
      const place = `${path}/${entry.name}`;
      // Of what is not Markdown only a status tells.
      if (!isCandidate(entry, place)) return [];
      const isFound = MARKDOWN.test(entry.name)
        ? isSpec(place, hasSpecs && OF_THE_FOLDER.test(entry.name))
        : (openedTexts += 1) <= MOST && readsLikeSpec(files, place, 'status');
      return isFound ? [place] : [];
    });
    if (specs.length > 0) found.push({ path, why: hasSpecs ? 'no folder' : 'another name', specs });
    return hasSpecs;
  }

  /** What a link leads to within the specs directory is seen there. */
  function isCandidate({ name, kind }: DirectoryEntry, place: string): boolean {
    if (!mayBeDocument(name) || name.startsWith('.')) return false;
    if (kind === 'file') return true;
    const target = kind === 'link' && files.isInside(place) ? files.readLink(place) : undefined;
    return target !== undefined && !resolved(parentOf(place), target).startsWith(`${specsDir}/`);
  }

  function isSpec(path: string, needsStatus: boolean): boolean {
    opened += 1;
    return opened > MOST ? !needsStatus : readsLikeSpec(files, path, needsStatus ? 'status' : 'title');
  }
}

/** Frontmatter with a status, or where a title is enough a heading that is one. */
export function readsLikeSpec(files: FileSystem, path: string, enough: 'status' | 'title'): boolean {
  const text = beginningOf(files, path);
  const parts = splitDocument(text);
  const block = parts.kind === 'frontmatter' ? text.slice(parts.blockStart, parts.blockEnd) : '';
  if (/^["']?status["']?[ \t]*:/m.test(block)) return true;
  return enough === 'title' && titleHeading(text.slice(parts.bodyStart)) !== undefined;
}

/** Empty for what cannot be read. */
function beginningOf(files: FileSystem, path: string): string {
  try {
    const file = files.open(path);
    if (file === undefined) return '';
    try {
      return Buffer.from(file.read(0, Math.min(file.size, BEGINNING))).toString('utf8');
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof SpectoolError) return '';
    throw error;
  }
}
