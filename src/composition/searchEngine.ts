import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  CachedSearchIndex,
  MemorySearchIndex,
  type SearchIndexParts,
} from '../adapters/search/cachedSearchIndex.js';
import { LunrAnalysis } from '../adapters/search/lunr/lunrAnalysis.js';
import { WordVectors } from '../adapters/search/wordVectors.js';
import { readRegularFile } from '../adapters/files/regularFiles.js';
import { RelatedWords } from '../domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../domain/search/wordSplitter.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { SpecStore } from '../ports/specStore.js';
import { packageRoot } from './packageRoot.js';

/** The word splitter. The index and the search for passages share it, because it caches words that were already split. */
export const splitter = new WordSplitter(new LunrAnalysis());

const related = new RelatedWords(RELATED_WORDS_TABLE);
let table: WordVectors | undefined;

/** Opens the search index. All projects in a process share the table of word vectors, because it takes several megabytes. */
export function openSearchIndex(
  parts: Omit<SearchIndexParts, 'splitter' | 'related' | 'table'>,
): SearchIndex {
  table ??= new WordVectors(readRegularFile(wordVectorsFile()));
  return new CachedSearchIndex({ ...parts, splitter, related, table });
}

/** Opens a search index for tests: in memory, without vectors. */
export function openMemoryIndex(files: FileSystem, store: () => SpecStore): SearchIndex {
  return new MemorySearchIndex(files, store, { splitter, related });
}

/** Returns the path of the file with the word vectors: in the sources, or beside the built program. */
function wordVectorsFile(): string {
  const source = join(packageRoot(), 'src/adapters/search/wordVectors.bin');
  return existsSync(source) ? source : join(packageRoot(), 'dist/wordVectors.bin');
}
