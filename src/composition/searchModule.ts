import { ContainerModule } from 'inversify';
import { RankingIndex } from '../adapters/search/rankingIndex.js';
import { SearchSources } from '../application/searchSources.js';
import { SearchSpecs } from '../application/searchSpecs.js';
import { TOKENS } from './tokens.js';

/** Search; an embedder may bind an index of its own. */
export const searchModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.SearchIndex).toResolvedValue(
    (files, shipped) => new RankingIndex(files, shipped),
    [TOKENS.FileSystem, TOKENS.ShippedFiles],
  );
  bind(TOKENS.SearchSpecs).toResolvedValue(
    (store, index, files, clock) => new SearchSpecs(store, index, new SearchSources(store, files, clock)),
    [TOKENS.SpecStore, TOKENS.SearchIndex, TOKENS.FileSystem, TOKENS.Clock],
  );
});
