import { WordOccurrences } from './wordOccurrences.js';
import { LEAD, OWN_FIELDS, SEARCH_FIELDS, TITLE, type FieldTexts } from '../searchFields.js';
import { type StoredTerm, TermLists } from './termLists.js';
import type { WordPart, WordSplitter, WordVisitor } from '../wordSplitter.js';

/** The greatest number of occurrences that are kept in memory before they are sorted and written. */
const MOST_HELD = 1 << 20;

/**
 * Collects the postings of documents, added one after the other, in their stored form. Occurrences are kept in the order of the
 * text and sorted by term for many documents at a time, which is several times faster than a list for each term.
 */
export class PostingCollector implements WordVisitor {
  /** The length of each document's own text, in stems, by document number. */
  readonly lengths: number[] = [];
  /** The length of each document's title and lead, in stems, by document number. */
  readonly leads: number[] = [];
  readonly #splitter: WordSplitter;
  readonly #mostHeld: number;
  readonly #stems = new TermLists('s');
  readonly #surfaces = new TermLists('f');
  readonly #compounds = new TermLists('c');
  /** The number of each term in this collector, without gaps, by the number that the splitter gave to the same word. */
  readonly #surfaceTerms: number[] = [];
  readonly #stemTerms = new Map<string, number>();
  readonly #compoundTerms = new Map<string, number>();
  /** The number of the stem of each word as written (surface). */
  readonly #stemOf: number[] = [];
  /** The occurrences of words as written (surfaces). */
  readonly #words = new WordOccurrences();
  readonly #joined = new WordOccurrences();
  /** The place of the current text (document number × 8 + search field) and the position before its first word. */
  #place = 0;
  #offset = 0;

  /** @param mostHeld the number of occurrences that are kept in memory before they are written. */
  constructor(splitter: WordSplitter, mostHeld = MOST_HELD) {
    this.#splitter = splitter;
    this.#mostHeld = mostHeld;
  }

  /** Adds a document. Documents are numbered in the order in which they are added. */
  add(texts: FieldTexts): void {
    const before = this.#words.length;
    let [length, lead] = [0, 0];
    this.#offset = 0;
    for (let field = 0; field < SEARCH_FIELDS.length; field++) {
      const text = texts[SEARCH_FIELDS[field] ?? 'body'];
      if (text === '') continue;
      this.#place = this.lengths.length * 8 + field;
      const start = this.#words.length;
      this.#offset += this.#splitter.visit(text, this) + 2;
      if (field < OWN_FIELDS) length = this.#words.length - before;
      if (field === TITLE || field === LEAD) lead += this.#words.length - start;
    }
    this.lengths.push(length);
    this.leads.push(lead);
    if (this.#words.length >= this.#mostHeld) this.#write();
  }

  word(part: WordPart, position: number): void {
    if (part.stop) return;
    let surfaceTerm = this.#surfaceTerms[part.number];
    if (surfaceTerm === undefined) {
      this.#surfaceTerms[part.number] = surfaceTerm = this.#surfaces.name(part.surface);
      this.#stemOf.push(this.#stemTerm(part.stem));
    }
    this.#words.add(surfaceTerm, this.#place, this.#offset + position);
  }

  #stemTerm(stem: string): number {
    let term = this.#stemTerms.get(stem);
    if (term === undefined) this.#stemTerms.set(stem, (term = this.#stems.name(stem)));
    return term;
  }

  compound(stem: string): void {
    let term = this.#compoundTerms.get(stem);
    if (term === undefined) this.#compoundTerms.set(stem, (term = this.#compounds.name(stem)));
    this.#joined.add(term, this.#place, 0);
  }

  /** Yields every term with its postings, by key in ascending order. */
  *terms(): Generator<StoredTerm> {
    this.#write();
    for (const lists of [this.#compounds, this.#surfaces, this.#stems]) yield* lists.terms();
  }

  #write(): void {
    const words = this.#words;
    if (words.length + this.#joined.length === 0) return;
    this.#surfaces.take(words, words.terms);
    for (let i = 0; i < words.length; i++) words.terms[i] = this.#stemOf[words.terms[i] as number] as number;
    this.#stems.take(words, words.terms);
    this.#compounds.take(this.#joined, this.#joined.terms);
    words.clear();
    this.#joined.clear();
  }
}
