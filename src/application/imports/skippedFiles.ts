import { type FoundDocument, isUnread } from '../../domain/import/importedDocument.js';
import { firstOf } from '../../domain/value/bounds.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import type { Warning } from '../warning.js';

/** Warns of files of the source that are no documents, without those that come along with a document. */
export function notTaken(
  source: ImportSource,
  tree: SourceTree,
  found: readonly FoundDocument[],
): readonly Warning[] {
  const along = found.flatMap((one) => (isUnread(one) ? [] : (one.files ?? []).map(({ from }) => from)));
  const taken = new Set([...found.map(({ place }) => place), ...along]);
  const left = (source.notTaken?.(tree) ?? []).filter((path) => !taken.has(path));
  return skipped('These documents are not specs and were not imported', left);
}

/** Warns of files that were not imported, with their number and the first names. @param what begins the sentence. */
export function skipped(what: string, paths: readonly string[]): readonly Warning[] {
  return paths.length === 0 ? [] : [{ code: 'IMPORT_SKIPPED', message: `${what}: ${firstOf(paths)}.` }];
}
