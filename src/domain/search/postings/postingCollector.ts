import { Occurrences } from './occurrences.js';
import { LEAD, OWN_FIELDS, SEARCH_FIELDS, TITLE, type FieldTexts } from '../searchFields.js';
import { type StoredTerm, TermLists } from './termLists.js';
import type { WordPart } from '../text/wordPart.js';
import type { WordSplitter, WordVisitor } from '../text/wordSplitter.js';

/** Bounds memory. */
const MOST_HELD = 1 << 20;

/**
 * Gathers the postings of documents, one after the other, in the form they are stored in. Words are noted as they come and
 * sorted by term many documents at a time: a list for every term, looked up for every word, takes several times as long.
 */
export class PostingCollector implements WordVisitor {
  /** In stems, by document: of its own text. */
  readonly lengths: number[] = [];
  /** Of title and lead. */
  readonly leads: number[] = [];
  readonly #splitter: WordSplitter;
  readonly #mostHeld: number;
  readonly #stems = new TermLists('s');
  readonly #surfaces = new TermLists('f');
  readonly #compounds = new TermLists('c');
  /** Our numbers of terms, which have no gaps, by the splitter's. */
  readonly #surfaceTerms: number[] = [];
  readonly #stemTerms: number[] = [];
  readonly #compoundTerms = new Map<string, number>();
  /** Of each surface, its stem. */
  readonly #stemOf: number[] = [];
  /** By surface. */
  readonly #words = new Occurrences();
  readonly #joined = new Occurrences();
  /** Where the text that is being read stands: document × 8 + field, and the position before its first. */
  #place = 0;
  #offset = 0;

  /** @param mostHeld how many words are held before they are written. */
  constructor(splitter: WordSplitter, mostHeld = MOST_HELD) {
    this.#splitter = splitter;
    this.#mostHeld = mostHeld;
  }

  /** Documents are numbered in the order they come. */
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

  /** Every term by its key in ascending order, with its postings. */
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
