import {
  NO_POSTINGS,
  type Postings,
  type PostingSource,
  type TermClass,
} from '../../domain/search/postings/postings.js';
import { FIELD_COUNT } from '../../domain/search/searchFields.js';
import type { SectionVectors } from '../../domain/search/sectionVectors.js';
import type { TermFile } from './termFile.js';

export interface Segment {
  readonly terms: TermFile;
  /** Number of documents in the segment, including dead ones (changed or removed since). */
  readonly count: number;
}

/**
 * Presents several segments as one index; the document numbers of the second segment continue those of the first. Dead documents
 * (changed or removed since) are skipped, and do not count in frequencies and average lengths.
 */
export class CombinedSegments implements PostingSource {
  readonly documentCount: number;
  readonly capacity: number;
  readonly averageLength: number;
  readonly averageLead: number;
  readonly #segments: readonly Segment[];
  readonly #lengths: Uint32Array;
  readonly #leads: Uint32Array;
  readonly #alive: Uint8Array;
  readonly #known = new Map<string, Postings>();

  /**
   * @param lengths number of stems in each document.
   * @param leads number of stems in the title and lead of each document.
   * @param alive 1 for each document that is current, 0 for a dead one (changed or removed since).
   */
  constructor(segments: readonly Segment[], lengths: Uint32Array, leads: Uint32Array, alive: Uint8Array) {
    this.#segments = segments;
    this.#lengths = lengths;
    this.#leads = leads;
    this.#alive = alive;
    this.capacity = this.#lengths.length;
    let [count, total, lead] = [0, 0, 0];
    for (let i = 0; i < lengths.length; i++) {
      if (alive[i] !== 1) continue;
      count++;
      total += lengths[i] ?? 0;
      lead += leads[i] ?? 0;
    }
    this.documentCount = count;
    this.averageLength = total / (count || 1);
    this.averageLead = lead / (count || 1);
  }

  isAlive(document: number): boolean {
    return this.#alive[document] === 1;
  }

  /** Returns the vectors of each segment. @throws DamagedIndex */
  vectors(): readonly SectionVectors[] {
    return this.#segments.map(({ terms }) => terms.vectors());
  }

  lengthOf(document: number): number {
    return this.#lengths[document] ?? 0;
  }

  leadOf(document: number): number {
    return this.#leads[document] ?? 0;
  }

  postings(termClass: TermClass, word: string): Postings {
    const key = termClass + word;
    let postings = this.#known.get(key);
    if (postings === undefined) this.#known.set(key, (postings = this.#read(key)));
    return postings;
  }

  /** Yields every indexed word as it is written, including words of dead documents (changed or removed since). */
  *vocabulary(): Generator<string> {
    for (const { terms } of this.#segments) for (const key of terms.startingWith('f')) yield key.slice(1);
  }

  #read(key: string): Postings {
    const [only] = this.#segments;
    if (only !== undefined && this.#segments.length === 1 && this.documentCount === this.capacity)
      return only.terms.find(key) ?? NO_POSTINGS;
    const documents: number[] = [];
    const counts: number[] = [];
    /** Two numbers for each posting: the number of its segment, and its index in that segment. */
    const origins: number[] = [];
    const found = this.#segments.map(({ terms }) => terms.find(key) ?? NO_POSTINGS);
    let offset = 0;
    found.forEach((postings, segment) => {
      for (let i = 0; i < postings.documents.length; i++) {
        const document = offset + (postings.documents[i] ?? 0);
        if (this.#alive[document] !== 1) continue;
        documents.push(document);
        for (let field = 0; field < FIELD_COUNT; field++)
          counts.push(postings.counts[i * FIELD_COUNT + field] ?? 0);
        origins.push(segment, i);
      }
      offset += this.#segments[segment]?.count ?? 0;
    });
    if (documents.length === 0) return NO_POSTINGS;
    const positions = (i: number) => found[origins[2 * i] ?? 0]?.positions(origins[2 * i + 1] ?? 0) ?? [];
    return { documents, counts, positions };
  }
}
