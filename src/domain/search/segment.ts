import { quantized, type VectorTable } from './likeness.js';
import type { Segment, TermClass } from './postings.js';
import { LEAD, OWN_FIELDS, SEARCH_FIELDS, TITLE, type FieldTexts } from './searchedTexts.js';
import type { WordPart, WordSplitter } from './wordSplitter.js';

/** A segment in memory. */
export interface BuiltSegment extends Segment {
  /** The places of all terms, term after term. */
  readonly places: Uint32Array;
  /** The key of each term in ascending order, and where its places begin and end. */
  readonly terms: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** The weights of words in a document's vector, by the search fields of its own text. */
const VECTOR_WEIGHTS = [4, 1, 3, 1, 1, 1] as const;
/** The weights of words for a document's topic, by the search fields of its own text. */
const TOPIC_WEIGHTS = [2, 1, 1, 1, 1, 0.5] as const;
/** The greatest number of characters of a document that are read to find its topic. */
const MOST_READ = 4000;

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
  /** The part of each written word, by its number in `words`. */
  const parts: WordPart[] = [];
  const numbers: number[] = [];
  /** The row of each word in the table, and its weight in the current document. */
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

/** The occurrences of words in the order of the text: the number of each word, and its place. */
interface Occurrences {
  readonly numbers: number[];
  readonly places: number[];
}

/** Sorts occurrences by term. @param classes the occurrences of each class, and the word of each number; classes ascending. */
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
    /** Where the next place of each term goes. */
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

/** Counts the stems of a document, weighted by field, to find its topic. */
export function stemCounts(texts: FieldTexts, splitter: WordSplitter): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let room = MOST_READ;
  for (const [field, weight] of TOPIC_WEIGHTS.entries()) {
    const text = texts[SEARCH_FIELDS[field] ?? 'body'].slice(0, room);
    room -= text.length;
    splitter.visit(text, {
      word: ({ stem, stop }) => {
        if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + weight);
      },
    });
  }
  return counts;
}
