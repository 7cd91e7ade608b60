import type { AllServices } from './injection.js';
import type { SearchIndex } from '../ports/searchIndex.js';

/** Loads the search engine. Call it only for a search, because the stemmer, related words and word vectors are large. */
export const loadSearchEngine = () => import('./searchEngine.js');

export function deferredSearchIndex({
  fileSystem: files,
  caches,
  specStore: store,
  config: { structure },
}: Pick<AllServices, 'fileSystem' | 'caches' | 'specStore' | 'config'>): SearchIndex {
  let opened: Promise<SearchIndex> | undefined;
  const open = async () =>
    (await loadSearchEngine()).openSearchIndex({ files, caches: caches(), store, structure });
  const index = () => (opened ??= open());
  return {
    search: async (request) => (await index()).search(request),
    neighbours: async (path, limit) => (await (await index()).neighbours?.(path, limit)) ?? [],
    similar: async (text) => (await (await index()).similar?.(text)) ?? [],
  };
}
