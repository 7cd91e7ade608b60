import { NO_POSTINGS, type Postings, type PostingSource, type TermClass } from './postings.js';
import { SEARCH_FIELDS, type FieldTexts } from './searchFields.js';
import type { WordSplitter } from './text/wordSplitter.js';

/** One document's occurrences of one term. */
export interface Occurrences {
  readonly document: number;
  readonly counts: [number, number, number, number, number];
  readonly positions: number[];
}

/** Postings being gathered, document after document. */
export class PostingCollector {
  readonly terms = new Map<string, Occurrences[]>();
  readonly lengths: number[] = [];
  readonly #splitter: WordSplitter;
  readonly #classes: Readonly<Record<TermClass, Map<string, Occurrences[]>>> = {
    s: new Map(),
    f: new Map(),
    c: new Map(),
  };

  constructor(splitter: WordSplitter) {
    this.#splitter = splitter;
  }

  /** Documents are numbered in the order they come. */
  add(texts: FieldTexts): void {
    const document = this.lengths.length;
    let length = 0;
    let offset = 0;
    SEARCH_FIELDS.forEach((name, field) => {
      if (texts[name] === '') return;
      const last = this.#splitter.visit(texts[name], {
        word: ({ stem, surface, stop }, position) => {
          if (stop) return;
          length++;
          this.#count('s', stem, document, field).positions.push(offset + position);
          this.#count('f', surface, document, field);
        },
        compound: (stem) => this.#count('c', stem, document, field),
      });
      offset += last + 2;
    });
    this.lengths.push(length);
  }

  #count(termClass: TermClass, word: string, document: number, field: number): Occurrences {
    // Keys by class: joining class and word for each of millions of words would be the slowest part.
    let list = this.#classes[termClass].get(word);
    if (list === undefined) {
      list = [];
      this.#classes[termClass].set(word, list);
      this.terms.set(termClass + word, list);
    }
    let last = list[list.length - 1];
    if (last?.document !== document) list.push((last = { document, counts: [0, 0, 0, 0, 0], positions: [] }));
    last.counts[field] = (last.counts[field] ?? 0) + 1;
    return last;
  }
}

/** An index held in memory, for few documents and for trials. */
export class MemoryPostings implements PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  readonly averageLength: number;
  readonly #terms: ReadonlyMap<string, readonly Occurrences[]>;
  readonly #lengths: readonly number[];

  constructor({ terms, lengths }: Pick<PostingCollector, 'terms' | 'lengths'>) {
    this.#terms = terms;
    this.#lengths = lengths;
    this.documentCount = this.capacity = lengths.length;
    this.averageLength = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
  }

  lengthOf(document: number): number {
    return this.#lengths[document] ?? 0;
  }

  postings(termClass: TermClass, word: string): Postings {
    const list = this.#terms.get(termClass + word);
    if (list === undefined) return NO_POSTINGS;
    return {
      documents: list.map(({ document }) => document),
      counts: list.flatMap(({ counts }) => counts),
      positions: (i) => list[i]?.positions ?? [],
    };
  }
}
