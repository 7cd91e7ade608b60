import { FIELD_COUNT } from '../searchFields.js';
import type { Postings, PostingSource } from './postings.js';

/** Words of the index that one such as `auth*` stands for, and their stems; by the word as typed. */
export type Patterns = ReadonlyMap<
  string,
  { readonly words: readonly string[]; readonly stems: readonly string[] }
>;

/** The index with one term more for each pattern: it stands wherever one of its words does, and is next to none. */
export function withPatterns(source: PostingSource, patterns: Patterns): PostingSource {
  if (patterns.size === 0) return source;
  const united = new Map<string, Postings>();
  return {
    documentCount: source.documentCount,
    capacity: source.capacity,
    averageLength: source.averageLength,
    lengthOf: (document) => source.lengthOf(document),
    postings(termClass, word) {
      const pattern = termClass === 's' ? patterns.get(word) : undefined;
      if (pattern === undefined) return source.postings(termClass, word);
      let postings = united.get(word);
      if (postings === undefined) {
        postings = unitedPostings(pattern.words.map((each) => source.postings('f', each)));
        united.set(word, postings);
      }
      return postings;
    },
  };
}

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
    positions: () => [],
  };
}
