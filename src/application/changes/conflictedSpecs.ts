import { conflictedSides } from '../../domain/document/conflictMarks.js';
import { repeatedSides } from '../../domain/merging/repeatedKeys.js';
import type { Repository } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { DocumentSides } from '../commands/mergeDocuments.js';

/** One spec whose document git could not merge, with the versions that met. */
export interface ConflictedSpec extends DocumentSides {
  /** Its identity; a path where the document has none. */
  readonly id: string;
  /** Where its versions were found, ours first. */
  readonly paths: readonly string[];
}

type Side = 'base' | 'ours' | 'theirs';

/**
 * Specs git holds as unmerged, told apart by identity and not by path: documents made from one template are so alike that
 * git takes one for another that was renamed. Then those with conflict marks that git thinks resolved, and those in which its merge
 * left a key twice.
 */
export function conflictedSpecs(store: SpecStore, repository: Repository): readonly ConflictedSpec[] {
  const versions = new Map<string, { readonly paths: Set<string>; readonly texts: Map<Side, string> }>();
  const add = (path: string, side: Side, found: string | undefined) => {
    if (found === undefined) return;
    const text = unmarked(store, side, found);
    const key = identityIn(store, text) ?? path;
    const known = versions.get(key) ?? { paths: new Set<string>(), texts: new Map<Side, string>() };
    if (side !== 'base') known.paths.add(path);
    known.texts.set(side, text);
    versions.set(key, known);
  };
  const name = documentName(store);
  const conflicted = repository
    .conflictedPaths()
    .filter((path) => name === undefined || path.endsWith(`/${name}`));
  for (const side of ['ours', 'theirs', 'base'] as const) {
    for (const path of conflicted) add(path, side, repository.conflictSides(path)?.[side]);
  }
  const clean = cleanVersions(store, new Set(conflicted), versions);
  const unmerged = [...versions].flatMap(([id, { paths, texts }]): ConflictedSpec[] => {
    const elsewhere = clean.get(id);
    const ours = texts.get('ours') ?? elsewhere?.text ?? texts.get('theirs');
    const theirs = texts.get('theirs') ?? elsewhere?.text ?? texts.get('ours');
    // Only its old version is part of the conflict: both sides have it elsewhere, or gave it up.
    if (ours === undefined || theirs === undefined || paths.size === 0) return [];
    return [
      {
        id,
        paths: [...(elsewhere ? [elsewhere.path] : []), ...paths],
        base: texts.get('base') ?? '',
        ours,
        theirs,
      },
    ];
  });
  const seen = new Set(conflicted);
  const marked = store.folders().flatMap((folder): ConflictedSpec[] => {
    const path = store.documentPath(folder);
    const document = seen.has(path) ? undefined : store.open(folder);
    const isMarked = document?.problem?.code === 'MERGE_CONFLICT';
    const sides = document && (isMarked ? conflictedSides(document.text) : repeatedSides(document));
    if (sides === undefined) return [];
    return [{ id: identityIn(store, sides.ours) ?? path, paths: [path], ...sides }];
  });
  return [...unmerged, ...marked];
}

/** A file both sides renamed is handed over merged already, marks and all, as the version of either side. */
function unmarked(store: SpecStore, side: Side, text: string): string {
  return store.parse(text).problem?.code === 'MERGE_CONFLICT' ? conflictedSides(text)[side] : text;
}

/** Documents outside the conflict that carry the identity of one inside it. */
function cleanVersions(
  store: SpecStore,
  conflicted: ReadonlySet<string>,
  wanted: ReadonlyMap<string, unknown>,
) {
  const found = new Map<string, { readonly path: string; readonly text: string }>();
  for (const folder of wanted.size === 0 ? [] : store.folders()) {
    const path = store.documentPath(folder);
    if (conflicted.has(path)) continue;
    const { text } = store.open(folder);
    const id = identityIn(store, text);
    if (id !== undefined && wanted.has(id)) found.set(id, { path, text });
  }
  return found;
}

function documentName(store: SpecStore): string | undefined {
  const [folder] = store.folders();
  if (folder === undefined) return undefined;
  const path = store.documentPath(folder);
  return path.slice(path.lastIndexOf('/') + 1);
}

function identityIn(store: SpecStore, text: string): string | undefined {
  const id = store.parse(text).frontmatter['id'];
  return typeof id === 'string' ? id : undefined;
}
