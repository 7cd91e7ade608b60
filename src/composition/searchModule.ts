import { ContainerModule } from 'inversify';
import { SearchSpecs } from '../application/queries/searchSpecs.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import { TOKENS } from './tokens.js';

/** Stemmer and table of related words are large: only a search loads them. */
const engine = () => import('./searchEngine.js');

/** Search; an embedder may bind an index of its own. */
export const searchModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.SearchIndex)
    .toResolvedValue(
      (files, store, clock, hasher) =>
        deferred(async () => (await engine()).openSearchIndex({ files, store, clock, hasher })),
      [TOKENS.FileSystem, TOKENS.SpecStore, TOKENS.Clock, TOKENS.Hasher],
    )
    .inSingletonScope();
  bind(TOKENS.SearchSpecs).toResolvedValue(
    (index, store) => new SearchSpecs(index, store, async () => (await engine()).splitter),
    [TOKENS.SearchIndex, TOKENS.SpecStore],
  );
});

function deferred(open: () => Promise<SearchIndex>): SearchIndex {
  let opened: Promise<SearchIndex> | undefined;
  return { search: async (request) => (await (opened ??= open())).search(request) };
}
