import type { ImportedPlaces } from '../../domain/document/updateLinks.js';
import type { PlannedDocument } from '../../domain/import/planImport.js';
import type { SourceTree } from '../../ports/importSource.js';

/** Returns a function from paths in the source to paths after the import. */
export function importedPlaces(
  tree: SourceTree,
  plans: readonly PlannedDocument[],
  defaultFile: string,
): ImportedPlaces {
  const places = new Map<string, string>();
  for (const { document, folder } of plans) {
    if (document.folder !== undefined) places.set(inTree(tree, document.folder), folder.path);
    for (const { from, name } of document.files ?? [])
      if (!places.has(inTree(tree, from))) places.set(inTree(tree, from), `${folder.path}/${name}`);
  }
  for (const { document, folder } of plans)
    places.set(inTree(tree, document.place), `${folder.path}/${defaultFile}`);
  return (path) => places.get(path);
}

/**
 * Returns a function that maps paths in the source to paths after the import. It is like `places`, but prefers the
 * document's own copies of files that several documents use.
 */
export function ownPlaces(
  { document, folder }: PlannedDocument,
  tree: SourceTree,
  places: ImportedPlaces,
): ImportedPlaces {
  const own = new Map(
    (document.files ?? []).map(({ from, name }) => [inTree(tree, from), `${folder.path}/${name}`]),
  );
  return (path) => own.get(path) ?? places(path);
}

/** Returns a path in the source in the form that links use, relative to the project. */
export function inTree({ inProject }: SourceTree, path: string): string {
  return inProject === undefined ? path : joined(inProject, path);
}

/** Joins a path to a folder; `''` is the root. */
export function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
