import { buildSegment, joinedSegments } from '../../domain/search/postings.js';
import type { RelatedWords } from '../../domain/search/related/relatedWords.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { IndexAnswer, IndexRequest, SearchIndex } from '../../ports/searchIndex.js';
import type { SpecStore } from '../../ports/specStore.js';
import { answerQuery } from './answerQuery.js';
import { readSpec, type SpecState, specStates } from './specStates.js';

const NOTHING_KNOWN = { find: () => -1, fingerprintOf: () => [] };

/** A search index that is rebuilt for every search, for projects with few specs. It finds words and related words. */
export class MemorySearchIndex implements SearchIndex {
  /** @param store returns the spec store for the current configuration. */
  constructor(
    private readonly files: FileSystem,
    private readonly store: () => SpecStore,
    private readonly words: { readonly splitter: WordSplitter; readonly related: RelatedWords },
  ) {}

  async search(request: IndexRequest): Promise<IndexAnswer> {
    const store = this.store();
    const states = specStates(store, this.files, 0, NOTHING_KNOWN);
    const read = ({ folder, fingerprint }: SpecState) => readSpec(store, folder, fingerprint);
    const specs = states.map(read);
    const segment = buildSegment(
      specs.map(({ texts }) => texts),
      this.words.splitter,
    );
    const index = {
      source: joinedSegments([segment]),
      words: () => segment.words(),
      states,
      placeOf: (document: number) => document,
      unread: states.filter((_, document) => specs[document]?.isUnread === true),
      viewOf: (document: number) => JSON.stringify(specs[document]?.view),
      read,
    };
    return answerQuery(request, index, this.words);
  }
}
