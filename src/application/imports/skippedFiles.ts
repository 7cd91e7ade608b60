import { firstOf } from '../../domain/value/bounds.js';
import { type FoundDocument, isUnread } from '../../domain/import/importedDocument.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import type { Warning } from '../warning.js';

/** Returns the texts that look like documents of the source but were not read, without those that come along with a document. */
export function leftBeside(
  source: ImportSource,
  tree: SourceTree,
  found: readonly FoundDocument[],
): readonly string[] {
  const taken = new Set(
    found.flatMap((one) => [one.place, ...(isUnread(one) ? [] : (one.files ?? []).map(({ from }) => from))]),
  );
  return (source.passedOver?.(tree) ?? []).filter((path) => !taken.has(path));
}

/** Warns of files that were not imported, with their number and the first names. @param what begins the sentence. */
export function skipped(what: string, paths: readonly string[]): readonly Warning[] {
  if (paths.length === 0) return [];
  return [{ code: 'IMPORT_SKIPPED', message: `${what}: ${firstOf(paths)}.` }];
}
