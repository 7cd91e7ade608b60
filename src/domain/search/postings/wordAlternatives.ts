import { FIELD_COUNT } from '../searchFields.js';
import type { SplitText } from '../wordSplitter.js';
import { placeAmong, type Postings, type PostingSource, type TermClass } from './postings.js';

/**
 * For each word of the query with several matching terms: those terms of the index, and their stems. The key is the word's stem,
 * or a pattern (`auth*`).
 */
export type Alternatives = ReadonlyMap<
  string,
  { readonly terms: readonly (readonly [TermClass, string])[]; readonly stems: readonly string[] }
>;

/** Finds words of a query that documents write in one word or in two: *antivirus* and *anti-virus*, *handoff* and *hand off*. */
export function writtenOtherwise({ tokens, compounds }: SplitText, source: PostingSource): Alternatives {
  const found = new Map<string, { terms: [TermClass, string][]; stems: string[] }>();
  const add = (stem: string, termClass: TermClass, other: string) => {
    if (source.postings(termClass, other).documents.length === 0) return;
    const known = found.get(stem) ?? { terms: [['s', stem]], stems: [stem] };
    known.terms.push([termClass, other]);
    if (other !== stem) known.stems.push(other);
    found.set(stem, known);
  };
  for (const stem of new Set(tokens.flatMap(({ stop, stem }) => (stop ? [] : stem)))) {
    add(stem, 'c', stem);
    for (const compound of compounds) {
      const parts = tokens.filter(({ start, end }) => start >= compound.start && end <= compound.end);
      if (parts.length > 1 && parts.some((part) => !part.stop && part.stem === stem))
        add(stem, 's', compound.stem);
    }
  }
  return found;
}

/**
 * Returns an index in which each word of `alternatives` occurs in every document that has one of its terms. Positions are given
 * only for the word as typed.
 */
export function withAlternatives(source: PostingSource, alternatives: Alternatives): PostingSource {
  if (alternatives.size === 0) return source;
  const united = new Map<string, Postings>();
  return {
    documentCount: source.documentCount,
    capacity: source.capacity,
    averageLength: source.averageLength,
    lengthOf: (document) => source.lengthOf(document),
    averageLead: source.averageLead,
    leadOf: (document) => source.leadOf(document),
    postings(termClass, word) {
      const alternative = termClass === 's' ? alternatives.get(word) : undefined;
      if (alternative === undefined) return source.postings(termClass, word);
      let postings = united.get(word);
      if (postings === undefined) {
        postings = unitedPostings(alternative.terms.map((term) => source.postings(...term)));
        united.set(word, postings);
      }
      return postings;
    },
  };
}

/** Merges the postings of several terms into one; the positions are those of the first term. */
function unitedPostings(parts: readonly Postings[]): Postings {
  const united = new Map<number, number[]>();
  for (const { documents, counts } of parts) {
    documents.forEach((document, i) => {
      const before = united.get(document) ?? new Array<number>(FIELD_COUNT).fill(0);
      united.set(
        document,
        before.map((count, field) => count + (counts[i * FIELD_COUNT + field] ?? 0)),
      );
    });
  }
  const sorted = [...united].sort(([a], [b]) => a - b);
  return {
    documents: sorted.map(([document]) => document),
    counts: sorted.flatMap(([, counts]) => counts),
    positions: (i) => {
      const at = placeAmong(parts[0]?.documents ?? [], sorted[i]?.[0] ?? -1);
      return at < 0 ? [] : (parts[0]?.positions(at) ?? []);
    },
  };
}
