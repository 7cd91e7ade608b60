import lunr from 'lunr';
import { joinedSegments, type Segment } from '../../../domain/search/postings.js';
import type { RelatedWords } from '../../../domain/search/related/relatedWords.js';
import { FIELD_COUNT, type FieldTexts } from '../../../domain/search/searchedTexts.js';
import { buildSegment } from '../../../domain/search/segment.js';
import type { WordSplitter } from '../../../domain/search/wordSplitter.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { IndexAnswer, IndexRequest, SearchIndex } from '../../../ports/searchIndex.js';
import type { SpecStore } from '../../../ports/specStore.js';
import { answerQuery } from '../answerQuery.js';
import { readSpec } from '../readSpecForIndex.js';
import { specStates, type SpecState } from '../specStates.js';

const NOTHING_KNOWN = { find: () => -1, fingerprintOf: () => [] };

/**
 * A search index that uses lunr and is rebuilt for every search, for projects with few specs. It finds words and related words,
 * but has no vectors.
 */
export class LunrSearchIndex implements SearchIndex {
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
    const segment = lunrSegment(
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

/** Returns a segment whose terms lunr finds, with the places that are given with each of them. */
function lunrSegment(texts: readonly FieldTexts[], splitter: WordSplitter): Segment {
  const segment = buildSegment(texts, splitter);
  const { bounds, places, terms } = segment;
  const tokens = texts.map((): lunr.Token[] => []);
  for (const [term, range] of terms) {
    for (const place of places.subarray(...range)) {
      const next = bounds.findIndex((bound) => bound > place);
      tokens[Math.ceil(next / FIELD_COUNT) - 1]?.push(new lunr.Token(term, { place }));
    }
  }
  const builder = new lunr.Builder();
  // The texts are already split into tokens, so lunr must not split them again.
  builder.tokenizer = ((words: lunr.Token[]) => words) as unknown as typeof lunr.tokenizer;
  builder.metadataWhitelist = ['place'];
  builder.ref('document');
  builder.field('text');
  tokens.forEach((text, document) => builder.add({ document, text }));
  const index = builder.build();
  const placesOf = (key: string) =>
    index
      .query((query) => query.term(key, { usePipeline: false }))
      .flatMap(({ matchData }) => (matchData.metadata as Metadata)[key]?.text?.place ?? []);
  return { ...segment, find: (key) => Uint32Array.from(placesOf(key)).sort() };
}

type Metadata = Readonly<Record<string, { readonly text?: { readonly place: readonly number[] } }>>;
