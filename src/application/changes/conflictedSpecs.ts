import { conflictedSides } from '../../domain/document/conflictMarks.js';
import { repeatedSides } from '../../domain/merging/threeWayVersions.js';
import { mayBeGroup, parseFolderName } from '../../domain/naming/folderName.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { Merges } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { DocumentSides } from '../commands/project/mergeDocuments.js';

/** A spec whose document git could not merge, with its versions. */
export interface ConflictedSpec extends DocumentSides {
  /** Id of the spec; a path if the document has no `id`. */
  readonly id: string;
  /** Paths of the document in both versions, ours first. */
  readonly paths: readonly string[];
  /** Paths of the spec that git lists as unmerged, including the path of the base version. */
  readonly unmerged: readonly string[];
  /** True if one side of the merge deleted the spec. */
  readonly isDeleted: boolean;
  /**
   * False if the base (the common earlier version) is unknown, because the versions were read from a text with conflict
   * marks, which may contain only ours and theirs.
   */
  readonly isBaseKnown: boolean;
}

/** A document whose conflict only a person can resolve, and the reason. */
export interface LeftDocument {
  readonly path: string;
  readonly why: string;
}

/** The conflicts that `resolve` handles. */
export interface Conflicts {
  readonly specs: readonly ConflictedSpec[];
  readonly left: readonly LeftDocument[];
  /** Paths in conflict that both sides of the merge have deleted. */
  readonly gone: readonly string[];
}

type Side = 'base' | 'ours' | 'theirs';

interface Versions {
  readonly paths: Set<string>;
  readonly unmerged: Set<string>;
  readonly texts: Map<Side, string>;
  isMarked: boolean;
}

/**
 * Returns the specs in conflict: first those that git lists as unmerged, then those that git considers resolved although
 * their documents contain conflict marks or a duplicate frontmatter key. Versions are matched by id, not by path, because
 * git mistakes documents from one template for renames of each other. If a version at a path is unreadable, all specs with a
 * version at that path are left unresolved.
 */
export function conflictedSpecs(
  store: SpecStore,
  merges: Merges,
  config: Pick<Configuration, 'specsDir' | 'structure'>,
): Conflicts {
  // Documents of other tools are never rewritten, so their conflicts are left to git and a person.
  const folders = store.folders().filter(({ at }) => at === undefined);
  const documents = new Set(folders.map((folder) => store.documentPath(folder)));
  const conflicted = merges
    .conflictedPaths()
    .filter((path) => documents.has(path) || isPlaceOfDocument(path, config));
  const left = new Map<string, string>();
  const versions = new Map<string, Versions>();
  for (const path of conflicted) {
    const { unreadable, ...found } = merges.conflictSides(path) ?? {};
    const sides = (['ours', 'theirs', 'base'] as const).flatMap((side) => {
      const text = found[side];
      if (text === undefined) return [];
      const plain = unmarked(store, side, text);
      return [{ side, document: store.parse(plain), isMarked: plain !== text }];
    });
    const broken = sides.find(({ side, document }) => side !== 'base' && document.problem !== undefined);
    const problem = unreadable ?? broken?.document.problem?.message;
    if (problem !== undefined) left.set(path, problem);
    // A version without an `id` is from before the first change by spectool; it belongs to the same spec as the other
    // version.
    const ids = sides.flatMap(({ document: { frontmatter } }) => idOf(frontmatter) ?? []);
    for (const { side, document, isMarked } of sides) {
      const key = idOf(document.frontmatter) ?? ids[0] ?? path;
      const known: Versions = versions.get(key) ?? {
        paths: new Set(),
        unmerged: new Set(),
        texts: new Map(),
        isMarked: false,
      };
      if (side !== 'base') known.paths.add(path);
      known.unmerged.add(path);
      known.texts.set(side, document.text);
      known.isMarked ||= isMarked;
      versions.set(key, known);
    }
  }
  leaveWhatMeets(left, [...versions.values()]);
  const clean = cleanVersions(store, new Set(conflicted), versions);
  const unmerged = [...versions].flatMap(([id, { paths, unmerged, texts, isMarked }]): ConflictedSpec[] => {
    const elsewhere = clean.get(id);
    const ours = texts.get('ours') ?? elsewhere?.text ?? texts.get('theirs');
    const theirs = texts.get('theirs') ?? elsewhere?.text ?? texts.get('ours');
    // If only the base version is in conflict, both sides moved or deleted the document, so nothing is left to merge here.
    if (ours === undefined || theirs === undefined || paths.size === 0) return [];
    if ([...unmerged].some((path) => left.has(path))) return [];
    const isOneSided = elsewhere === undefined && !(texts.has('ours') && texts.has('theirs'));
    return [
      {
        id,
        paths: [...(elsewhere ? [elsewhere.path] : []), ...paths],
        unmerged: [...unmerged],
        isDeleted: isOneSided && texts.has('base'),
        isBaseKnown: !isMarked,
        base: texts.get('base') ?? '',
        ours,
        theirs,
      },
    ];
  });
  const seen = new Set(conflicted);
  const marked = folders.flatMap((folder): ConflictedSpec[] => {
    const path = store.documentPath(folder);
    const document = seen.has(path) ? undefined : store.open(folder);
    const isMarked = document?.problem?.code === 'MERGE_CONFLICT';
    const sides = document && (isMarked ? conflictedSides(document.text) : repeatedSides(document));
    if (sides === undefined) return [];
    const id = idOf(store.parse(sides.ours).frontmatter) ?? path;
    return [{ id, paths: [path], unmerged: [], isDeleted: false, isBaseKnown: !isMarked, ...sides }];
  });
  const involved = new Set([...versions.values()].flatMap(({ paths }) => [...paths]));
  return {
    specs: [...unmerged, ...marked],
    left: [...left].map(([path, why]) => ({ path, why })),
    gone: conflicted.filter((path) => !involved.has(path) && !documents.has(path) && !left.has(path)),
  };
}

/**
 * True if a path in conflict may be a spec's document, such as `specs/012-login/README.md`; false for files directly in a
 * group folder or in a subfolder of a spec folder.
 */
export function isPlaceOfDocument(
  path: string,
  { specsDir, structure }: Pick<Configuration, 'specsDir' | 'structure'>,
): boolean {
  if (!path.startsWith(`${specsDir}/`)) return false;
  const folders = path.slice(specsDir.length + 1).split('/');
  const file = folders.pop();
  const isSpec = (name: string) =>
    parseFolderName(structure, name) !== undefined && !mayBeGroup(structure, name);
  const at = folders.findIndex(isSpec);
  return file === structure.defaultFile && at !== -1 && at === folders.length - 1;
}

/** Leaves every spec unresolved that shares a path with a spec already left unresolved. */
function leaveWhatMeets(left: Map<string, string>, versions: readonly Versions[]): void {
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const { unmerged } of versions) {
      const [met] = [...unmerged].flatMap((path) => left.get(path) ?? []);
      if (met !== undefined) for (const path of unmerged) if (!left.has(path)) left.set(path, met);
    }
  }
}

/**
 * Returns one side of a text with conflict marks; a text without marks is returned unchanged. If both sides renamed a file,
 * git stores the merged text with its marks as each version.
 */
function unmarked(store: SpecStore, side: Side, text: string): string {
  return store.parse(text).problem?.code === 'MERGE_CONFLICT' ? conflictedSides(text)[side] : text;
}

/**
 * Returns documents that are not in conflict but have the id of a spec in conflict. Their line endings are converted to
 * those of the versions in git.
 */
function cleanVersions(
  store: SpecStore,
  conflicted: ReadonlySet<string>,
  wanted: ReadonlyMap<string, Versions>,
) {
  const found = new Map<string, { readonly path: string; readonly text: string }>();
  for (const folder of wanted.size === 0 ? [] : store.folders()) {
    const path = store.documentPath(folder);
    if (conflicted.has(path)) continue;
    const { text, frontmatter } = store.open(folder);
    const id = idOf(frontmatter);
    const known = id === undefined ? undefined : wanted.get(id);
    if (id === undefined || known === undefined) continue;
    const isReturned = [...known.texts.values()].some((version) => version.includes('\r\n'));
    found.set(id, { path, text: isReturned ? text : text.replaceAll('\r\n', '\n') });
  }
  return found;
}

/** Returns the text with the line endings that git stores, which may differ from those in the working tree. */
export function asInGit(text: string, { base, ours, theirs }: ConflictedSpec): string {
  const isReturned = [base, ours, theirs].some((version) => version.includes('\r\n'));
  return isReturned ? text : text.replaceAll('\r\n', '\n');
}

function idOf({ id }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
