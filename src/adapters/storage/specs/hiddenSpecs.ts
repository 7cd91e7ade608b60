import { isMarkdown, mayBeDocument } from '../../../domain/document/plainText.js';
import { parseFolderName } from '../../../domain/naming/folderName.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { Configuration } from '../../../domain/project/configuration.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';
import type { HiddenSpecs } from '../../../ports/specStore.js';
import { looseDocuments, type Parse, readsLikeSpec } from './looseDocuments.js';
import { hasFrontmatter } from './mainFile.js';
import { SpecFolderSearch } from './specFolderSearch.js';

export interface ShownSpecs {
  readonly folders: readonly SpecFolder[];
  readonly links: ReadonlySet<string>;
}

const LONGEST_WAY = 4096;

/** Told of each folder that may not be looked into. */
type Note = (path: string, error: SpectoolError) => void;

/**
 * Specs that no command shows, since they stand in the folder of another spec.
 * @param behindLinks inodes of folders that links led to before, from this spec or another: each is looked into once.
 */
export function specsBelow(
  files: FileSystem,
  parse: Parse,
  { specsDir, structure }: Pick<Configuration, 'specsDir' | 'structure'>,
  folder: { readonly path: string; readonly isLink: boolean },
  note: Note,
  behindLinks: Set<bigint>,
): readonly string[] {
  const entriesOf = (path: string) => unlessUnreadable(path, () => files.list(path), note);
  const documentNames = new Set([structure.defaultFile, 'README.md'].map((name) => name.toLowerCase()));
  const { path: top, isLink: isBehindLink } = folder;
  if (!isBehindLink) return specsIn(top, false);
  return isFolderElsewhere(top) && isFirst(top) ? specsIn(top, true) : [];

  function specsIn(path: string, isBehind: boolean): readonly string[] {
    return entriesOf(path).flatMap(({ name, kind }) => {
      const place = `${path}/${name}`;
      // The reading says why.
      if (isUnnameable(files, place, name)) unlessUnreadable(place, () => [files.read(place)], note);
      if (name.startsWith('.') || name === 'node_modules') return [];
      const isLink = kind === 'link' && isFolderElsewhere(place);
      if (kind !== 'directory' && !isLink) return [];
      if ((isLink || isBehind) && !isFirst(place)) return [];
      const below = specsIn(place, isLink || isBehind);
      return isSpec(place, name) ? [place, ...below] : below;
    });
  }

  /** Of the project, and neither among the specs nor above them. */
  function isFolderElsewhere(link: string): boolean {
    const place = files.placeOf(link);
    if (place === undefined) return false;
    const specsPlace = files.placeOf(specsDir) ?? specsDir;
    const isAbove = place === '' || `${specsPlace}/`.startsWith(`${place}/`);
    return !isAbove && !isSearched(place, specsPlace) && files.stat(place)?.kind === 'directory';
  }

  function isFirst(place: string): boolean {
    const { inode } = files.stat(files.placeOf(place) ?? place) ?? {};
    if (inode === undefined || behindLinks.has(inode)) return false;
    behindLinks.add(inode);
    return true;
  }

  /** Named like one and with a document or a file that has a status, or with a document that has frontmatter. */
  function isSpec(place: string, name: string): boolean {
    const entries = entriesOf(place);
    const documents = entries.filter((one) => documentNames.has(one.name.toLowerCase()));
    const isNamed = parseFolderName(structure, name) !== undefined;
    if (documents.length > 0 && isNamed) return true;
    if (
      isNamed &&
      entries.some(
        (one) =>
          one.kind === 'file' &&
          mayBeDocument(one.name) &&
          readsLikeSpec(files, parse, `${place}/${one.name}`, 'status'),
      )
    )
      return true;
    return documents.some((one) => hasFrontmatter(files, `${place}/${one.name}`));
  }
}

/** Specs that no command shows: behind a link that is no spec itself, or in files that no folder makes a spec of. */
export function hiddenSpecs(
  files: FileSystem,
  parse: Parse,
  { specsDir, structure }: Pick<Configuration, 'specsDir' | 'structure'>,
  { folders, links }: ShownSpecs,
  note: Note,
): readonly HiddenSpecs[] {
  const specsPlace = files.placeOf(specsDir) ?? specsDir;
  const shown = new Set(folders.map(({ path }) => path));
  const places = new Map<string, string[]>();
  const inodesByRef = new Map<string, ReadonlySet<bigint | undefined>>();
  const found: HiddenSpecs[] = [];
  const parts = specsDir.split('/');
  for (const [i] of parts.entries()) {
    const path = parts.slice(0, i + 1).join('/');
    if (files.stat(path)?.kind === 'link' && leadsNowhere(files, path))
      found.push({ path, why: 'nowhere', specs: [] });
  }
  const once = listedOnce(files, specsDir);
  const behindLinks = new SpecFolderSearch(once, structure);
  const looked = new Set<string>();
  const inodes = new Set<bigint>();
  for (const path of links) {
    if (shown.has(path)) continue;
    if (!files.isInside(path)) found.push({ path, why: 'outside', specs: [] });
    else if (leadsNowhere(files, path)) found.push({ path, why: 'nowhere', specs: [] });
    else {
      const place = files.placeOf(path) ?? path;
      // A second way to what is shown already hides nothing.
      if (isSearched(place, specsPlace)) continue;
      const behind = unlessUnreadable(path, () => behindLinks.find(place).folders, note).filter(
        // A folder around the specs may look like one.
        (one) => one.path !== specsPlace && !specsPlace.startsWith(`${one.path}/`),
      );
      const specs = [
        ...behind.filter((one) => !isShown(one)).map((one) => one.path),
        ...behind.flatMap((one) =>
          specsBelow(
            files,
            parse,
            { specsDir, structure },
            { path: one.path, isLink: files.stat(one.path)?.kind === 'link' },
            note,
            inodes,
          ),
        ),
        ...looseBehind(place, behind),
      ].map((one) => (place === '' ? `${path}/${one}` : path + one.slice(place.length)));
      if (specs.length > 0) found.push({ path, why: 'behind a link', specs });
    }
  }
  for (const loose of looseDocuments(files, parse, specsDir, { shown, entriesOf, note })) found.push(loose);
  return found;

  /** Markdown with a status, of folders that no link before led to. */
  function looseBehind(place: string, behind: readonly SpecFolder[]): readonly string[] {
    const entriesOnce = (folder: string) => {
      if (looked.has(folder)) return [];
      looked.add(folder);
      return unlessUnreadable(folder, () => once.list(folder), note);
    };
    const own = new Set(behind.map((one) => one.path));
    const where = { shown: own, entriesOf: entriesOnce, note, enough: 'status' } as const;
    return looseDocuments(files, parse, place, where).flatMap((one) => one.specs);
  }

  function entriesOf(folder: string): readonly DirectoryEntry[] {
    const entries = unlessUnreadable(folder, () => files.list(folder), note);
    for (const { name, kind } of entries) {
      const path = `${folder}/${name}`;
      if (isUnnameable(files, path, name) && (kind !== 'file' || isMarkdown(name)))
        found.push({ path, why: 'no name', specs: [] });
      else if (kind === 'file' && isWrittenLink(files, path, name))
        found.push({ path, why: 'nowhere', specs: [] });
    }
    return entries;
  }

  /** Another spec may have the same name. */
  function isShown({ ref, path }: SpecFolder): boolean {
    if (places.size === 0)
      for (const one of folders) {
        const named = places.get(one.ref);
        if (named === undefined) places.set(one.ref, [one.path]);
        else named.push(one.path);
      }
    const known = inodesByRef.get(ref) ?? new Set((places.get(ref) ?? []).map(inodeOf));
    inodesByRef.set(ref, known);
    const inode = inodeOf(path);
    return inode !== undefined && known.has(inode);
  }

  function inodeOf(path: string): bigint | undefined {
    return files.stat(path)?.inode;
  }
}

/** As git writes a link where there are none (`core.symlinks`): a file that holds nothing but the way. */
function isWrittenLink(files: FileSystem, path: string, name: string): boolean {
  if (name.includes('.') || (files.stat(path)?.size ?? 0) > LONGEST_WAY) return false;
  try {
    return /^\.{1,2}\/[^\n\0]*[^\s\0]$/.test(files.readText(path) ?? '');
  } catch (error) {
    // Of what is no text nothing is thought.
    if (error instanceof SpectoolError) return false;
    throw error;
  }
}

/** @param link one that does not lead outside. */
function leadsNowhere(files: FileSystem, link: string): boolean {
  try {
    const opened = files.open(link);
    opened?.close();
    return opened === undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return false;
    throw error;
  }
}

/** A name that is no UTF-8 comes out as another one, by which nothing is found. */
export function isUnnameable(files: Pick<FileSystem, 'stat'>, path: string, name: string): boolean {
  return name.includes('\ufffd') && files.stat(path) === undefined;
}

function unlessUnreadable<T>(path: string, look: () => readonly T[], note: Note): readonly T[] {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    if (error.code === 'READ_FAILED') note(path, error);
    return [];
  }
}

/** What stands there is found where it stands. */
function isSearched(place: string, specsDir: string): boolean {
  if (place !== specsDir && !place.startsWith(`${specsDir}/`)) return false;
  const below = place.slice(specsDir.length).split('/');
  return !below.some((name) => name.startsWith('.') || name === 'node_modules');
}

/** Many links lead to one folder, or to those above and below it: it is looked into by the first name that it is come by. */
function listedOnce(files: FileSystem, specsDir: string): ConstructorParameters<typeof SpecFolderSearch>[0] {
  const names = new Map([[files.stat(specsDir)?.inode, specsDir]]);
  return {
    stat: (path) => files.stat(path),
    isInside: (path) => files.isInside(path),
    open: (path) => files.open(path),
    placeOf: (path) => files.placeOf(path),
    list(path) {
      const inode = files.stat(path)?.inode;
      if (!names.has(inode)) names.set(inode, path);
      return names.get(inode) === path && path !== specsDir ? files.list(path) : [];
    },
  };
}
