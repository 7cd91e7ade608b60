import { quantized, type VectorTable } from './likeness.js';
import { FIELD_COUNT, type FieldTexts, LEAD, OWN_FIELDS, SEARCH_FIELDS, TITLE } from './searchedTexts.js';
import type { WordPart, WordSplitter } from './wordSplitter.js';

/** A segment in memory. */
export interface BuiltSegment extends Segment {
  /** The places of all terms, one term after the other. */
  readonly places: Uint32Array;
  /** The keys of terms in ascending order, with the range of each term's positions in `places`. */
  readonly terms: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** The weights of words in a document's vector, for the first six `SEARCH_FIELDS`, which are its own text. */
const VECTOR_WEIGHTS = [4, 1, 3, 1, 1, 1] as const;

/** Indexes documents. Each text is split once, for its words and for its vector. */
export function buildSegment(
  documents: Iterable<FieldTexts>,
  splitter: WordSplitter,
  table?: VectorTable,
): BuiltSegment {
  const bounds = [0];
  const lengths: number[] = [];
  const leads: number[] = [];
  const vectors: Int8Array[] = [];
  const words: Occurrences = { numbers: [], places: [] };
  const compounds: Occurrences = { numbers: [], places: [] };
  /** The word part for each number in `words`. */
  const parts: WordPart[] = [];
  const numbers: number[] = [];
  /** By word number: the word's row in the table of vectors (`rows`), and its weight in the current document (`weights`). */
  const rows: number[] = [];
  const weights: number[] = [];
  const compoundNumbers = new Map<string, number>();
  let place = 0;
  for (const texts of documents) {
    let [length, lead] = [0, 0];
    /** The different words of the document. */
    const different: number[] = [];
    for (const [field, name] of SEARCH_FIELDS.entries()) {
      const start = place;
      let count = 0;
      const weight = VECTOR_WEIGHTS[field];
      const end = splitter.visit(texts[name], {
        word: (part, position) => {
          if (part.stop) return;
          count++;
          place = start + position;
          const number = (numbers[part.number] ??= parts.push(part) - 1);
          words.numbers.push(number);
          words.places.push(place);
          if (weight === undefined) return;
          const before = weights[number] ?? 0;
          if (before === 0) different.push(number);
          weights[number] = before + weight;
        },
        compound: (stem) => {
          let number = compoundNumbers.get(stem);
          if (number === undefined) compoundNumbers.set(stem, (number = compoundNumbers.size));
          compounds.numbers.push(number);
          compounds.places.push(place);
        },
      });
      // The gap keeps words of different fields from being adjacent.
      place = start + end + 2;
      bounds.push(place);
      if (field < OWN_FIELDS) length += count;
      if (field === TITLE || field === LEAD) lead += count;
    }
    lengths.push(length);
    leads.push(lead);
    const sum = new Float32Array(table?.dimensions ?? 0);
    for (const number of different) {
      table?.addTo(sum, (rows[number] ??= table.find(parts[number]?.stem ?? '')), weights[number] ?? 0);
      weights[number] = 0;
    }
    vectors.push(quantized(sum));
  }
  const all = termsOf([
    ['c', compounds, [...compoundNumbers.keys()]],
    ['f', words, parts.map(({ surface }) => surface)],
    ['s', words, parts.map(({ stem }) => stem)],
  ]);
  return {
    bounds: Uint32Array.from(bounds),
    lengths: Uint32Array.from(lengths),
    leads: Uint32Array.from(leads),
    ...all,
    find: (key) => all.places.subarray(...(all.terms.get(key) ?? [0, 0])),
    words: () => [...all.terms.keys()].flatMap((key) => (key.startsWith('f') ? key.slice(1) : [])),
    vectors: () => {
      const numbers = new Int8Array(vectors.length * (table?.dimensions ?? 0));
      vectors.forEach((vector, i) => numbers.set(vector, i * vector.length));
      return numbers;
    },
  };
}

/** The words of documents in text order: the number of each word, and its position in the segment. */
interface Occurrences {
  readonly numbers: number[];
  readonly places: number[];
}

/**
 * Returns the places of all terms, sorted by term. @param classes for each `TermClass`: its occurrences, and its words by number.
 */
function termsOf(
  classes: readonly (readonly [TermClass, Occurrences, readonly string[]])[],
): Pick<BuiltSegment, 'places' | 'terms'> {
  const places = new Uint32Array(classes.reduce((sum, [, all]) => sum + all.places.length, 0));
  const terms = new Map<string, readonly [number, number]>();
  let end = 0;
  for (const [termClass, occurrences, words] of classes) {
    const sorted = [...new Set(words)].sort();
    const ranks = new Map(sorted.map((word, rank) => [word, rank]));
    const rankOf = Uint32Array.from(words, (word) => ranks.get(word) ?? 0);
    const counts = new Uint32Array(sorted.length);
    for (const number of occurrences.numbers) (counts[rankOf[number] as number] as number)++;
    /** The index in `places` at which each term's next position is written. */
    const next = new Uint32Array(sorted.length);
    sorted.forEach((word, rank) => {
      next[rank] = end;
      terms.set(termClass + word, [end, (end += counts[rank] ?? 0)]);
    });
    occurrences.numbers.forEach((number, i) => {
      places[(next[rankOf[number] as number] as number)++] = occurrences.places[i] as number;
    });
  }
  return { places, terms };
}

/**
 * The kinds of terms in the index, by the first letter of their key: stems (`s`), words as written (`f`), compounds written as
 * one word (`c`).
 */
export type TermClass = 's' | 'f' | 'c';

/**
 * A part of the index. The words of all its documents have ascending positions, called places. A term is stored as the ascending
 * list of its places; a compound has the place of its last word.
 */
export interface Segment {
  /** The places at which the search fields of each document begin, document after document, and the end of the last field. */
  readonly bounds: Uint32Array;
  /** For each document, the number of stems in its own text, and in its title and lead. */
  readonly lengths: Uint32Array;
  readonly leads: Uint32Array;
  /** Returns the places of a term; empty if there are none. @param key the class of the term and the word. */
  find(key: string): Uint32Array;
  /** Returns all words as written. */
  words(): Iterable<string>;
  /** Returns the vectors of the documents, one after the other; empty without a table of word vectors. */
  vectors(): Int8Array;
}

/** The occurrences of a term in the documents, in ascending order. */
export interface Postings {
  readonly documents: readonly number[];
  /** The number of occurrences in each search field, for one document after the other. */
  readonly counts: readonly number[];
  readonly places: Uint32Array;
}

/** The part of an index that ranking uses. Document numbers are below `lengths.length`; some may be unused. */
export interface PostingSource {
  readonly documentCount: number;
  /** For each document, the number of stems in its own text, with the mean over all documents. */
  readonly lengths: ArrayLike<number>;
  readonly averageLength: number;
  /** For each document, the number of stems in its title and lead, with the mean over all documents. */
  readonly leads: ArrayLike<number>;
  readonly averageLead: number;
  /** Returns the occurrences of a term; empty postings if the term does not occur. */
  postings(termClass: TermClass, word: string): Postings;
  /** Returns the postings of a term that occurs in these places. */
  at(places: Uint32Array): Postings;
}

// A local copy, because the loops below would otherwise look it up in another module each time.
const FIELDS = FIELD_COUNT;

/**
 * Presents several segments as one index: the documents and places of a segment continue those of the one before.
 * @param isAlive false for documents that have changed or were removed since; they are skipped, and do not count in frequencies
 * and average lengths.
 */
export function joinedSegments(
  segments: readonly Segment[],
  isAlive: (document: number) => boolean = () => true,
): PostingSource {
  const lengths = segments.flatMap((segment) => [...segment.lengths]);
  const leads = segments.flatMap((segment) => [...segment.leads]);
  const alive = lengths.map((_, document) => isAlive(document));
  const documentCount = alive.filter(Boolean).length;
  const mean = (all: readonly number[]) =>
    all.reduce((sum, one, document) => (alive[document] === true ? sum + one : sum), 0) /
    (documentCount || 1);
  const bounds = new Uint32Array(FIELDS * lengths.length + 1);
  /** The place at which each segment begins. */
  const offsets: number[] = [];
  let [end, offset] = [0, 0];
  for (const segment of segments) {
    offsets.push(offset);
    bounds.set(offset === 0 ? segment.bounds : segment.bounds.map((bound) => bound + offset), end);
    end += segment.bounds.length - 1;
    offset = bounds[end] ?? 0;
  }
  const known = new Map<string, Postings>();
  const at = (places: Uint32Array) => postingsAt(places, bounds, alive);
  return {
    documentCount,
    lengths,
    averageLength: mean(lengths),
    leads,
    averageLead: mean(leads),
    at,
    postings(termClass, word) {
      const key = termClass + word;
      let postings = known.get(key);
      if (postings === undefined) {
        const places = segments.map((segment, i) => {
          const found = segment.find(key);
          return i === 0 ? found : found.map((place) => place + (offsets[i] ?? 0));
        });
        known.set(key, (postings = at(unitedPlaces(places))));
      }
      return postings;
    },
  };
}

/** Counts places by document and search field; places of documents that are not alive are left out. */
function postingsAt(places: Uint32Array, bounds: Uint32Array, alive: readonly boolean[]): Postings {
  const documents: number[] = [];
  const counts: number[] = [];
  const kept = new Uint32Array(places.length);
  let [count, cell] = [0, 0];
  for (let i = 0; i < places.length;) {
    cell = cellOf(places[i] as number, bounds, cell);
    const document = Math.floor(cell / FIELDS);
    const end = bounds[(document + 1) * FIELDS] ?? Infinity;
    const first = counts.length;
    const isKept = alive[document] === true;
    if (isKept) {
      documents.push(document);
      for (let field = 0; field < FIELDS; field++) counts.push(0);
    }
    for (let place = places[i] as number; place < end; place = places[++i] ?? Infinity) {
      if (!isKept) continue;
      while ((bounds[cell + 1] as number) <= place) cell++;
      (counts[first + (cell % FIELDS)] as number)++;
      kept[count++] = place;
    }
  }
  return { documents, counts, places: kept.subarray(0, count) };
}

/**
 * Returns the index of the search field that contains a place: of the last bound that is not after the place. @param from a lower
 * limit for the index.
 */
function cellOf(place: number, bounds: Uint32Array, from: number): number {
  let [low, high] = [from, bounds.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bounds[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Merges several lists of places into one ascending list without duplicates. */
export function unitedPlaces(lists: readonly Uint32Array[]): Uint32Array {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length < 2) return filled[0] ?? new Uint32Array(0);
  const all = new Uint32Array(filled.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of filled) {
    all.set(list, end);
    end += list.length;
  }
  return all.sort().filter((place, i) => place !== all[i - 1]);
}

/** Returns the places in `right` that are at the given distance after a place in `left`. */
export function placesAfter(left: Uint32Array, right: Uint32Array, distance = 1): Uint32Array {
  const found = new Uint32Array(Math.min(left.length, right.length));
  let count = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const wanted = (left[i] as number) + distance;
    const place = right[j] as number;
    if (place === wanted) found[count++] = place;
    if (place <= wanted) j++;
    if (place >= wanted) i++;
  }
  return found.subarray(0, count);
}

/** Finds a phrase: the stems at the distances of their positions; returns the place of the last stem in each match. */
export function rowPlaces(
  row: readonly (readonly [stem: string, position: number])[],
  source: PostingSource,
): Uint32Array {
  const placesOf = (stem = '') => source.postings('s', stem).places;
  return row.reduce(
    (places, [stem, position], i) =>
      i === 0 ? places : placesAfter(places, placesOf(stem), position - (row[i - 1]?.[1] ?? 0)),
    placesOf(row[0]?.[0]),
  );
}

/** Returns the counts of a term in a document, by search field; undefined if the document does not have the term. */
export function termCountsIn(
  { documents, counts }: Postings,
  document: number,
): readonly number[] | undefined {
  const at = documents.indexOf(document);
  return at < 0 ? undefined : counts.slice(at * FIELDS, (at + 1) * FIELDS);
}
