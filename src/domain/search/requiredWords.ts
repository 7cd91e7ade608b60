import { adjacentPostings } from './postings/adjacentPostings.js';
import type { Alternatives } from './postings/wordAlternatives.js';
import type { PostingSource } from './postings/postings.js';
import type { SearchQuery } from './query/searchQuery.js';
import type { WordSplitter } from './wordSplitter.js';

/**
 * Returns a function that is true for documents that have all phrases and required words of the query and none of its excluded
 * words.
 */
export function requiredWords(
  { phrases, required, excluded }: SearchQuery,
  alternatives: Alternatives,
  splitter: WordSplitter,
  source: PostingSource,
): (document: number) => boolean {
  const setsOf = (texts: readonly string[]) =>
    texts.flatMap((text) =>
      alternatives.has(text)
        ? new Set(source.postings('s', text).documents)
        : (documentsWith(text, splitter, source) ?? []),
    );
  const wanted = setsOf([...phrases, ...required]);
  const unwanted = setsOf(excluded);
  return (document) =>
    wanted.every((documents) => documents.has(document)) &&
    !unwanted.some((documents) => documents.has(document));
}

/**
 * Returns the documents that have the words of `text` in sequence; undefined if `text` has only stop words, which are not
 * indexed.
 */
function documentsWith(
  text: string,
  splitter: WordSplitter,
  source: PostingSource,
): ReadonlySet<number> | undefined {
  const words = splitter.split(text).tokens.filter(({ stop }) => !stop);
  const [first, ...rest] = words.map(({ stem }) => source.postings('s', stem));
  return first && new Set(rest.reduce((before, word) => adjacentPostings(before, word), first).documents);
}
