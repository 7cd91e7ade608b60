import { adjacentPostings } from './postings/adjacentPostings.js';
import { NO_POSTINGS, type Postings, type PostingSource } from './postings/postings.js';
import type { WordSplitter } from './wordSplitter.js';

/**
 * Returns the documents that contain the path of a file, ascending. If no document contains the whole path, the longest end of
 * the path that any document contains is used, if it has at least two words.
 */
export function documentsNaming(
  path: string,
  splitter: WordSplitter,
  source: PostingSource,
): readonly number[] {
  for (let rest = path; rest !== ''; rest = rest.replace(/^[^/]*\/?/, '')) {
    const { documents } = inARow(rest, splitter, source);
    if (documents.length > 0) return documents;
  }
  return [];
}

/** Returns the postings of places where the words of `text` occur in the same order and at the same distances. */
function inARow(text: string, splitter: WordSplitter, source: PostingSource): Postings {
  let row: Postings | undefined;
  let [last, count] = [0, 0];
  splitter.visit(text, {
    word: ({ stem, stop }, position) => {
      if (stop) return;
      const postings = source.postings('s', stem);
      row = row === undefined ? postings : adjacentPostings(row, postings, position - last);
      last = position;
      count++;
    },
    compound: () => undefined,
  });
  return count < 2 ? NO_POSTINGS : (row ?? NO_POSTINGS);
}
