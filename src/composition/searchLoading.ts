import type { Services } from '../application/services.js';
import type { SearchIndex } from '../ports/searchIndex.js';

/** Stemmer and table of related words are large: only a search loads them. */
export const loadSearchEngine = () => import('./searchEngine.js');

export function deferredSearchIndex({
  fileSystem: files,
  specStore: store,
  clock,
  hasher,
}: Pick<Services, 'fileSystem' | 'specStore' | 'clock' | 'hasher'>): SearchIndex {
  let opened: Promise<SearchIndex> | undefined;
  const open = async () => (await loadSearchEngine()).openSearchIndex({ files, store, clock, hasher });
  return { search: async (request) => (await (opened ??= open())).search(request) };
}
