import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CachedSearchIndex, type SearchIndexParts } from '../adapters/search/cachedSearchIndex.js';
import { CheckedEmbedder } from '../adapters/search/checkedEmbedder.js';
import { LunrAnalysis } from '../adapters/search/lunr/lunrAnalysis.js';
import { LunrSearchIndex } from '../adapters/search/lunr/lunrSearchIndex.js';
import { WordVectorEmbedder } from '../adapters/search/wordVectorEmbedder.js';
import { WordVectors } from '../adapters/search/wordVectors.js';
import { openRegularFile } from '../adapters/files/readRegularFile.js';
import { RelatedWords } from '../domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../domain/search/wordSplitter.js';
import type { Embedder, SearchIndex } from '../ports/searchIndex.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { SpecStore } from '../ports/specStore.js';
import { packageRoot } from './packageRoot.js';

/** The word splitter that the index and the search for passages share, because it caches the words that it has split. */
export const splitter = new WordSplitter(new LunrAnalysis());

const related = new RelatedWords(RELATED_WORDS_TABLE);
let wordVectors: Embedder | undefined;

/** Opens the search index, with the built-in word vectors unless the caller passes an embedder. */
export function openSearchIndex(
  parts: Omit<SearchIndexParts, 'splitter' | 'related' | 'embedder'>,
  embedder?: Embedder,
): SearchIndex {
  const checked = embedder === undefined ? ownEmbedder() : new CheckedEmbedder(embedder);
  return new CachedSearchIndex({ ...parts, splitter, related, embedder: checked });
}

/** Opens a search index for tests: in memory, without vectors. */
export function openLunrIndex(files: FileSystem, store: () => SpecStore): SearchIndex {
  return new LunrSearchIndex(files, store, { splitter, related });
}

/**
 * Returns the built-in embedder. Its table of word vectors takes several megabytes, so all projects in a process share it,
 * and a search reads only the rows that it needs.
 */
function ownEmbedder(): Embedder {
  const open = () => openRegularFile(wordVectorsFile(), () => undefined);
  wordVectors ??= new WordVectorEmbedder(new WordVectors(open()), splitter);
  return wordVectors;
}

/** Returns the path of the file with the word vectors: in the sources, or beside the built program. */
function wordVectorsFile(): string {
  const source = join(packageRoot(), 'src/adapters/search/wordVectors.bin');
  return existsSync(source) ? source : join(packageRoot(), 'dist/wordVectors.bin');
}
