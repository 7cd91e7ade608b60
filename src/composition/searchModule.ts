import { ContainerModule } from 'inversify';
import { CachedSearchIndex } from '../adapters/search/cachedSearchIndex.js';
import { LunrAnalysis } from '../adapters/search/lunrAnalysis.js';
import { SearchSpecs } from '../application/searchSpecs.js';
import { SimilarSpecs } from '../application/similarSpecs.js';
import { RelatedWords } from '../domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../domain/search/text/wordSplitter.js';
import { TOKENS } from './tokens.js';

/** Search: the analysis of words, the index, and the use cases on them. */
export const searchModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.TextAnalysis)
    .toResolvedValue(() => new LunrAnalysis(), [])
    .inSingletonScope();
  bind(TOKENS.SearchIndex)
    .toResolvedValue(
      (files, store, clock, hasher, analysis) =>
        new CachedSearchIndex({
          files,
          store,
          clock,
          hasher,
          analysis,
          related: new RelatedWords(RELATED_WORDS_TABLE),
        }),
      [TOKENS.FileSystem, TOKENS.SpecStore, TOKENS.Clock, TOKENS.Hasher, TOKENS.TextAnalysis],
    )
    .inSingletonScope();
  bind(TOKENS.SearchSpecs).toResolvedValue(
    (index, store, analysis) => new SearchSpecs(index, store, new WordSplitter(analysis)),
    [TOKENS.SearchIndex, TOKENS.SpecStore, TOKENS.TextAnalysis],
  );
  bind(TOKENS.SimilarSpecs).toResolvedValue((index) => new SimilarSpecs(index), [TOKENS.SearchIndex]);
});
