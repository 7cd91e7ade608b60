import { conflictedSides } from '../domain/document/conflictMarks.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { Repository } from '../ports/repository.js';
import type { SpecStore } from '../ports/specStore.js';
import type { DocumentSides } from './mergeDocuments.js';

/** A document git could not merge, with the versions that met. */
export interface ConflictedSpec extends DocumentSides {
  /** Where the merged document goes. */
  readonly path: string;
  /** Other places of the same spec, left by renames on both sides. */
  readonly leftovers: readonly string[];
}

/**
 * Documents git holds as unmerged, a spec moved on both sides counted once; then those that hold conflict marks though
 * git thinks them resolved.
 */
export function conflictedSpecs(
  store: SpecStore,
  repository: Repository,
  files: FileSystem,
): readonly ConflictedSpec[] {
  const documents = new Set(store.folders().map((folder) => store.documentPath(folder)));
  const byIdentity = new Map<string, { paths: string[]; base?: string; ours?: string; theirs?: string }>();
  const conflicted = repository
    .conflictedPaths()
    .filter((path) => documents.has(path) || path.endsWith('.md'));
  for (const path of conflicted) {
    const sides = repository.conflictSides(path);
    if (sides === undefined || (!documents.has(path) && !isDocumentPath(path, documents))) continue;
    const id = [sides.ours, sides.theirs, sides.base]
      .map((text) => identityIn(store, text))
      .find((found) => found !== undefined);
    const bothIds = new Set(
      [identityIn(store, sides.ours), identityIn(store, sides.theirs)].filter((found) => found !== undefined),
    );
    const key = bothIds.size > 1 ? path : (id ?? path);
    const known = byIdentity.get(key) ?? { paths: [] };
    byIdentity.set(key, { ...known, ...sides, paths: [...known.paths, path] });
  }
  const unmerged = [...byIdentity.values()].flatMap(
    ({ paths, base = '', ours, theirs }): ConflictedSpec[] => {
      const path = paths.find((candidate) => files.stat(candidate) !== undefined) ?? paths[0];
      if (path === undefined) return [];
      const present = ours ?? theirs ?? base;
      return [
        {
          path,
          leftovers: paths.filter((other) => other !== path),
          base,
          ours: ours ?? present,
          theirs: theirs ?? present,
        },
      ];
    },
  );
  const seen = new Set(unmerged.flatMap(({ path, leftovers }) => [path, ...leftovers]));
  const marked = store.folders().flatMap((folder): ConflictedSpec[] => {
    const path = store.documentPath(folder);
    const document = seen.has(path) ? undefined : store.open(folder);
    if (document?.problem?.code !== 'MERGE_CONFLICT') return [];
    return [{ path, leftovers: [], ...conflictedSides(document.text) }];
  });
  return [...unmerged, ...marked];
}

function isDocumentPath(path: string, documents: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [...documents].some((document) => document.endsWith(`/${name}`)) || documents.size === 0;
}

function identityIn(store: SpecStore, text: string | undefined): string | undefined {
  const id = text === undefined ? undefined : store.parse(text).frontmatter['id'];
  return typeof id === 'string' ? id : undefined;
}
