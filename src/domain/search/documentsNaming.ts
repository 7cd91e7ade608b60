import { adjacentPostings } from './postings/adjacency.js';
import { NO_POSTINGS, type Postings, type PostingSource } from './postings/postings.js';
import type { WordSplitter } from './text/wordSplitter.js';

/**
 * Returns documents that name the file, ascending: by its whole path, or by the longest end of the path that any document has, of
 * at least two words. Empty if there are none.
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

/** Returns the postings where the words of a text have the same distances as in the text. */
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
