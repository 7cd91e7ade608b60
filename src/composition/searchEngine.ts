import { CachedSearchIndex, type SearchIndexParts } from '../adapters/search/cachedSearchIndex.js';
import { LunrAnalysis } from '../adapters/search/lunrAnalysis.js';
import { RelatedWords } from '../domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../domain/search/text/wordSplitter.js';
import type { SearchIndex } from '../ports/searchIndex.js';

/** One for the index and for the passages: what it has learnt of words serves both. */
export const splitter = new WordSplitter(new LunrAnalysis());

/** The tool's own index. */
export function openSearchIndex(parts: Omit<SearchIndexParts, 'splitter' | 'related'>): SearchIndex {
  return new CachedSearchIndex({ ...parts, splitter, related: new RelatedWords(RELATED_WORDS_TABLE) });
}
