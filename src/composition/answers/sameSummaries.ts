import { type RestampedDocument, writtenRow } from '../../adapters/cache/summaryFile.js';
import { readAgain } from './readAgain.js';

/**
 * True where each of these documents, though changed, still says to listings what it said before: who ticks nothing and
 * changes neither title nor frontmatter changes no list. Their new stamps are kept then.
 * @param caches of the project. @param root of the project. @param isKept false where they may change again unseen.
 */
export function haveSameSummaries(
  caches: string,
  root: string,
  documents: readonly RestampedDocument[],
  isKept: boolean,
): boolean {
  return readAgain(caches, root, documents, isKept, (now, before) => writtenRow(now) === before);
}
