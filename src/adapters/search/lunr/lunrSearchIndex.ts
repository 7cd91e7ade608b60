import lunr from 'lunr';
import type { PostingSource, Postings, TermClass } from '../../../domain/search/postings/postings.js';
import type { RelatedWords } from '../../../domain/search/related/relatedWords.js';
import {
  LEAD,
  OWN_FIELDS,
  SEARCH_FIELDS,
  TITLE,
  type FieldTexts,
} from '../../../domain/search/searchFields.js';
import type { WordSplitter } from '../../../domain/search/wordSplitter.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { IndexAnswer, IndexRequest, SearchIndex } from '../../../ports/searchIndex.js';
import type { SpecStore } from '../../../ports/specStore.js';
import { answerQuery } from '../answerQuery.js';
import { readSpec } from '../readSpecForIndex.js';
import { specStates, type SpecState } from '../specFingerprints.js';

const NO_FILES = { entries: [], stamps: new Uint32Array() };
const NOTHING_KNOWN = { find: () => -1, entriesOf: () => [], hasStamp: () => false };

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
    const read = ({ folder, fingerprint = NO_FILES }: SpecState) => readSpec(store, folder, fingerprint);
    const specs = states.map(read);
    const index = {
      source: new LunrPostings(
        specs.map(({ texts }) => texts),
        this.words.splitter,
      ),
      states,
      placeOf: (document: number) => document,
      unread: states.filter((_, document) => specs[document]?.isUnread === true),
      viewOf: (document: number) => JSON.stringify(specs[document]?.view),
      read,
    };
    return answerQuery(request, index, this.words);
  }
}

/** Presents a lunr index as postings for the ranking. The postings of a term are lunr's results for the term. */
class LunrPostings implements PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  readonly averageLength: number;
  readonly averageLead: number;
  readonly #index: lunr.Index;
  readonly #lengths: number[] = [];
  readonly #leads: number[] = [];
  readonly #written = new Set<string>();

  constructor(texts: readonly FieldTexts[], splitter: WordSplitter) {
    const builder = new lunr.Builder();
    // The texts are already split into tokens, so lunr must not split them again.
    builder.tokenizer = ((tokens: lunr.Token[]) => tokens) as unknown as typeof lunr.tokenizer;
    builder.metadataWhitelist = ['position'];
    builder.ref('document');
    for (const field of SEARCH_FIELDS) builder.field(field);
    texts.forEach((fields, document) => builder.add({ document, ...this.#tokens(fields, splitter) }));
    this.#index = builder.build();
    this.documentCount = this.capacity = texts.length;
    const average = (all: readonly number[]) =>
      all.reduce((sum, length) => sum + length, 0) / (texts.length || 1);
    this.averageLength = average(this.#lengths);
    this.averageLead = average(this.#leads);
  }

  lengthOf(document: number): number {
    return this.#lengths[document] ?? 0;
  }

  leadOf(document: number): number {
    return this.#leads[document] ?? 0;
  }

  postings(termClass: TermClass, word: string): Postings {
    const term = termClass + word;
    const found = this.#index
      .query((query) => {
        query.term(term, { usePipeline: false });
      })
      .map(({ ref, matchData }) => {
        const { [term]: fields = {} } = matchData.metadata as Metadata;
        return { document: Number(ref), places: SEARCH_FIELDS.map((field) => fields[field]?.position ?? []) };
      })
      .sort((a, b) => a.document - b.document);
    return {
      documents: found.map(({ document }) => document),
      counts: found.flatMap(({ places }) => places.map(({ length }) => length)),
      positions: (i) => found[i]?.places.flat() ?? [],
    };
  }

  /** Returns every indexed word as it is written. */
  vocabulary(): Iterable<string> {
    return this.#written;
  }

  /** Returns the tokens of each field of a document, and records the document's length. */
  #tokens(fields: FieldTexts, splitter: WordSplitter): object {
    let [offset, length, lead] = [0, 0, 0];
    const entries = SEARCH_FIELDS.map((name, field) => {
      const tokens: lunr.Token[] = [];
      const add = (term: string, position: number) => tokens.push(new lunr.Token(term, { position }));
      const end = splitter.visit(fields[name], {
        word: ({ stem, surface, stop }, position) => {
          if (stop) return;
          add(`s${stem}`, offset + position);
          add(`f${surface}`, 0);
          this.#written.add(surface);
          if (field < OWN_FIELDS) length++;
          if (field === TITLE || field === LEAD) lead++;
        },
        compound: (stem) => add(`c${stem}`, 0),
      });
      if (fields[name] !== '') offset += end + 2;
      return [name, tokens];
    });
    this.#lengths.push(length);
    this.#leads.push(lead);
    return Object.fromEntries(entries) as object;
  }
}

type Metadata = Readonly<Record<string, Readonly<Record<string, { readonly position: readonly number[] }>>>>;
