import { Occurrences } from './occurrences.js';
import { LEAD, OWN_FIELDS, SEARCH_FIELDS, TITLE, type FieldTexts } from '../searchFields.js';
import { type StoredTerm, TermLists } from './termLists.js';
import type { WordPart } from '../text/wordPart.js';
import type { WordSplitter, WordVisitor } from '../text/wordSplitter.js';

/** The most occurrences held in memory. */
const MOST_HELD = 1 << 20;

/**
 * Collects the postings of documents, one after the other, in their stored form. Occurrences are noted in text order and sorted
 * by term for many documents at a time: a list per term, looked up for every word, takes several times as long.
 */
export class PostingCollector implements WordVisitor {
  /** By document: the length of its own text, in stems. */
  readonly lengths: number[] = [];
  /** By document: the length of title and lead, in stems. */
  readonly leads: number[] = [];
  readonly #splitter: WordSplitter;
  readonly #mostHeld: number;
  readonly #stems = new TermLists('s');
  readonly #surfaces = new TermLists('f');
  readonly #compounds = new TermLists('c');
  /** This collector's term numbers, which have no gaps, by those of the splitter. */
  readonly #surfaceTerms: number[] = [];
  readonly #stemTerms: number[] = [];
  readonly #compoundTerms = new Map<string, number>();
  /** The stem of each surface. */
  readonly #stemOf: number[] = [];
  /** By surface. */
  readonly #words = new Occurrences();
  readonly #joined = new Occurrences();
  /** Document × 8 + field of the current text, and the position before its first word. */
  #place = 0;
  #offset = 0;

  /** @param mostHeld the number of occurrences held before they are written. */
  constructor(splitter: WordSplitter, mostHeld = MOST_HELD) {
    this.#splitter = splitter;
    this.#mostHeld = mostHeld;
  }

  /** Adds a document; documents are numbered in this order. */
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
    let surfaceTerm = this.#surfaceTerms[part.surfaceNumber];
    if (surfaceTerm === undefined) {
      this.#surfaceTerms[part.surfaceNumber] = surfaceTerm = this.#surfaces.name(part.surface);
      this.#stemOf.push((this.#stemTerms[part.stemNumber] ??= this.#stems.name(part.stem)));
    }
    this.#words.add(surfaceTerm, this.#place, this.#offset + position);
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
