import { ByteWriter } from './bytes.js';
import type { TermClass } from './postings.js';
import { SEARCH_FIELDS, type FieldTexts } from './searchFields.js';
import type { WordPart, WordSplitter } from './text/wordSplitter.js';

/** One term's postings being written. */
class PostingList {
  readonly key: string;
  readonly lists = new ByteWriter(16);
  frequency = 0;
  /** Document of the last entry, and the one being counted. */
  written = -1;
  document = -1;
  readonly counts = [0, 0, 0, 0, 0];
  readonly positions: number[] = [];

  constructor(key: string) {
    this.key = key;
  }

  /** One more occurrence; true when it is the first in the document. */
  count(document: number, field: number): boolean {
    const first = this.document !== document;
    if (first) {
      this.document = document;
      this.counts.fill(0);
      this.positions.length = 0;
    }
    this.counts[field] = (this.counts[field] ?? 0) + 1;
    return first;
  }

  /** Writes the document that was counted: its distance to the one before, fields, counts, positions. */
  close(): void {
    const { lists, counts, positions } = this;
    lists.number(this.document - this.written - 1);
    this.written = this.document;
    this.frequency++;
    let mask = 0;
    for (let field = 0; field < 5; field++) if ((counts[field] ?? 0) > 0) mask |= 1 << field;
    lists.number(mask);
    for (const count of counts) if (count > 0) lists.number(count);
    if (!this.key.startsWith('s')) return;
    let size = 0;
    for (let i = 0, last = 0; i < positions.length; last = positions[i++] ?? 0) {
      size += widthOf((positions[i] ?? 0) - last);
    }
    lists.number(size);
    for (let i = 0, last = 0; i < positions.length; last = positions[i++] ?? 0) {
      lists.number((positions[i] ?? 0) - last);
    }
  }
}

/** Gathers the postings of documents, one after the other, in the form they are stored in. */
export class PostingCollector {
  /** In stems, by document. */
  readonly lengths: number[] = [];
  readonly #splitter: WordSplitter;
  readonly #stems: (PostingList | undefined)[] = [];
  readonly #surfaces: (PostingList | undefined)[] = [];
  readonly #compounds = new Map<string, PostingList>();
  readonly #all: PostingList[] = [];
  #touched: PostingList[] = [];

  constructor(splitter: WordSplitter) {
    this.#splitter = splitter;
  }

  /** Documents are numbered in the order they come. */
  add(texts: FieldTexts): void {
    const document = this.lengths.length;
    let length = 0;
    let offset = 0;
    for (let field = 0; field < SEARCH_FIELDS.length; field++) {
      const text = texts[SEARCH_FIELDS[field] ?? 'body'];
      if (text === '') continue;
      const last = this.#splitter.visit(text, {
        word: (part, position) => {
          if (part.stop) return;
          length++;
          this.#word(part, document, field, offset + position);
        },
        compound: (stem) => {
          let list = this.#compounds.get(stem);
          if (list === undefined) this.#compounds.set(stem, (list = this.#made('c', stem)));
          if (list.count(document, field)) this.#touched.push(list);
        },
      });
      offset += last + 2;
    }
    for (const list of this.#touched) list.close();
    this.#touched = [];
    this.lengths.push(length);
  }

  /** Every term by its key in ascending order, with its postings: the number of documents, then the entries. */
  *terms(): Generator<{ readonly key: string; readonly frequency: number; readonly entries: Uint8Array }> {
    this.#all.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { key, frequency, lists } of this.#all) yield { key, frequency, entries: lists.view() };
  }

  #word(
    { stem, surface, stemNumber, surfaceNumber }: WordPart,
    document: number,
    field: number,
    position: number,
  ) {
    const list = (this.#stems[stemNumber] ??= this.#made('s', stem));
    if (list.count(document, field)) this.#touched.push(list);
    list.positions.push(position);
    const written = (this.#surfaces[surfaceNumber] ??= this.#made('f', surface));
    if (written.count(document, field)) this.#touched.push(written);
  }

  #made(termClass: TermClass, word: string): PostingList {
    const list = new PostingList(termClass + word);
    this.#all.push(list);
    return list;
  }
}

function widthOf(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : value < 268_435_456 ? 4 : 5;
}
