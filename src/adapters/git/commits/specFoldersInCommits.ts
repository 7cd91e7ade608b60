import { parseFolderName } from '../../../domain/naming/folderName.js';
import { lastNameIn } from '../../../domain/naming/projectPath.js';
import { groupBy } from '../../../domain/value/groupBy.js';
import type { StructureConfig } from '../../../domain/project/configuration.js';
import type { NumbersOf } from '../../../ports/repository/commits.js';
import type { Section } from '../../cache/snapshotSection.js';
import {
  entriesIn,
  type FolderEntry,
  fromBytes,
  kindOf,
  linesAbout,
  objectsIfReadable,
  treeDifferences,
} from '../gitObjects.js';
import type { AskGit } from '../gitProcess.js';
import { MAX_DEPTH } from '../specFolderWalk.js';

/** Maximum number of git trees (folders) read at once, to limit the memory used: each may list ten thousand specs. */
const TREES_AT_ONCE = 32;
/** Maximum number of commits whose spec folders are cached. */
const MOST_CACHED = 20_000;

/** The cached spec folders of commits, by hash. They never change, because commits never change. */
export type CachedFolders = Readonly<Record<string, readonly string[]>>;

export interface NumberedFolders {
  /** Selects the folders with these numbers; by default, all folders are returned. */
  readonly numbersOf?: NumbersOf;
  /** Not used for all folders of commits, because there would be too many paths. */
  readonly cached?: Section<CachedFolders> | undefined;
}

/** What one version of a folder has. Versions with the same names share the arrays. */
interface FolderVersion {
  /** Names of spec folders. */
  readonly specs: readonly string[];
  /** Folders that may have spec folders in them, by name, with the ids of their trees. */
  readonly groups: ReadonlyMap<string, string>;
}

/**
 * Returns the paths of the spec folders in the tree of each commit.
 * @param folder the specs folder, relative to the top of the clone.
 */
export function specFoldersInCommits(
  git: AskGit,
  hashes: readonly string[],
  folder: string,
  structure: StructureConfig,
  { numbersOf, cached }: NumberedFolders = {},
): ReadonlyMap<string, readonly string[]> {
  const known = (numbersOf && cached?.last('folders')) ?? {};
  const unknown = hashes.filter((hash) => !Object.hasOwn(known, hash));
  const isSpecFolder = (name: string) => parseFolderName(structure, name) !== undefined;
  const lines = linesAbout(
    git,
    unknown.map((hash) => `${hash}:${folder}`),
  );
  const trees = unknown.map((_, i) => /^(\w+) tree$/.exec(lines[i] ?? '')?.[1]);
  const foldersIn = foldersInTrees(
    git,
    trees.flatMap((tree) => tree ?? []),
    isSpecFolder,
  );
  const numberOf = remembered((path: string) => parseFolderName(structure, lastNameIn(path))?.sequence);
  const byNumber = remembered((paths: readonly string[]) => {
    const numbered = groupBy(paths, (path) => String(numberOf(path)));
    return new Map(numbered.map((own) => [numberOf(own[0] ?? ''), own]));
  });
  const found = unknown.flatMap((hash, i) => {
    const all = foldersIn.get(trees[i] ?? '');
    if (all === undefined) return [];
    if (numbersOf === undefined) return [[hash, all] as const];
    return [[hash, [...numbersOf(hash)].flatMap((number) => byNumber(all).get(number) ?? [])] as const];
  });
  if (numbersOf !== undefined && found.length > 0) {
    const before = Object.keys(known).length > MOST_CACHED ? {} : known;
    cached?.put('folders', { ...before, ...Object.fromEntries(found) });
  }
  const earlier = hashes.flatMap((hash) => {
    const paths = Object.hasOwn(known, hash) ? known[hash] : undefined;
    return paths === undefined ? [] : [[hash, paths] as const];
  });
  return new Map([...earlier, ...found]);
}

/** Returns the paths of the spec folders below each tree. Each distinct tree is read once, because most commits share most trees. */
function foldersInTrees(
  git: AskGit,
  tops: readonly string[],
  isSpecFolder: (name: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, FolderVersion>();
  const distinct = [...new Set(tops)];
  let wanted: readonly string[] = distinct;
  for (let depth = 0; depth <= MAX_DEPTH && wanted.length > 0; depth += 1) {
    for (const [tree, version] of versionsOf(git, wanted, isSpecFolder)) read.set(tree, version);
    const groups = wanted.flatMap((tree) => [...(read.get(tree)?.groups.values() ?? [])]);
    wanted = [...new Set(groups)].filter((tree) => !read.has(tree));
  }
  const folders = (tree: string, depth: number): readonly string[] => {
    const version = read.get(tree);
    if (version === undefined) return [];
    if (version.groups.size === 0 || depth === MAX_DEPTH) return version.specs;
    const below = [...version.groups].flatMap(([name, id]) =>
      folders(id, depth + 1).map((path) => `${name}/${path}`),
    );
    return [...version.specs, ...below];
  };
  return new Map(distinct.map((tree) => [tree, folders(tree, 0)]));
}

/**
 * Reads trees. The first is read as a whole; for each of the others, git tells the difference from the one before, because most
 * are versions of one folder. If git cannot compare them, as it lacks one, they are read one by one.
 */
function versionsOf(
  git: AskGit,
  trees: readonly string[],
  isSpecFolder: (name: string) => boolean,
): ReadonlyMap<string, FolderVersion> {
  const [first = '', ...others] = trees;
  const how = ['--stdin', '-z', '--no-renames', '--ignore-submodules=none'];
  const pairs = others.map((tree, i) => `${trees[i] ?? ''} ${tree}\n`).join('');
  const differences = others.length === 0 ? undefined : git.run(['diff-tree', ...how], pairs);
  const isRead = differences === undefined || differences.status === 0;
  const versions = new Map<string, FolderVersion>();
  for (let at = 0; at < (isRead ? 1 : trees.length); at += TREES_AT_ONCE) {
    const some = isRead ? [first] : trees.slice(at, at + TREES_AT_ONCE);
    objectsIfReadable(git, some).forEach((object, i) => {
      if (object !== undefined) versions.set(some[i] ?? '', versionIn(entriesIn(object), isSpecFolder));
    });
  }
  const base = versions.get(first);
  if (!isRead || differences === undefined || base === undefined) return versions;
  const now = new ChangingFolder(base, isSpecFolder);
  let tree: string | undefined;
  const end = () => {
    if (tree !== undefined) versions.set(tree, now.version());
  };
  for (const [pair, mode, id = '', name = ''] of treeDifferences(differences.output)) {
    if (mode !== undefined) now.change(fromBytes(name), kindOf(mode), id);
    else {
      end();
      tree = pair.slice(pair.indexOf(' ') + 1, -1);
    }
  }
  end();
  return versions;
}

/** A folder that one difference after the other changes. */
class ChangingFolder {
  readonly #isSpecFolder: (name: string) => boolean;
  readonly #specs: Set<string>;
  readonly #groups: Map<string, string>;
  #version: FolderVersion;
  #isChanged = false;

  constructor(base: FolderVersion, isSpecFolder: (name: string) => boolean) {
    this.#isSpecFolder = isSpecFolder;
    this.#specs = new Set(base.specs);
    this.#groups = new Map(base.groups);
    this.#version = base;
  }

  change(name: string, kind: FolderEntry['kind'] | 'none', id: string): void {
    const isSpec = kind === 'other' || (kind === 'folder' && this.#isSpecFolder(name));
    const isGroup = kind === 'folder' && !isSpec;
    if (isSpec === this.#specs.has(name) && (isGroup ? id : undefined) === this.#groups.get(name)) return;
    if (isSpec) this.#specs.add(name);
    else this.#specs.delete(name);
    if (isGroup) this.#groups.set(name, id);
    else this.#groups.delete(name);
    this.#isChanged = true;
  }

  version(): FolderVersion {
    if (this.#isChanged) this.#version = { specs: [...this.#specs], groups: new Map(this.#groups) };
    this.#isChanged = false;
    return this.#version;
  }
}

function versionIn(entries: readonly FolderEntry[], isSpecFolder: (name: string) => boolean): FolderVersion {
  const folder = new ChangingFolder({ specs: [], groups: new Map() }, isSpecFolder);
  for (const entry of entries) if (entry.kind !== 'file') folder.change(entry.name, entry.kind, entry.at());
  return folder.version();
}

/** Returns a function that computes the answer for each argument once. */
function remembered<Asked, Answer>(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const known = new Map<Asked, Answer>();
  return (asked) => {
    const before = known.get(asked);
    if (before !== undefined || known.has(asked)) return before as Answer;
    const found = answer(asked);
    known.set(asked, found);
    return found;
  };
}
