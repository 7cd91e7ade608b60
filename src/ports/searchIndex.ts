import type { Correction, MatchedTerm } from '../domain/search/findDocuments.js';
import type { SearchQuery } from '../domain/search/searchQuery.js';
import type { Shares } from '../domain/search/ranking.js';
import type { SpecView } from '../domain/spec/specView.js';

export interface IndexRequest {
  readonly query: SearchQuery;
  readonly limit: number;
  /** True to include archived specs. */
  readonly archived: boolean;
  /** Returns true for specs to search; other specs are not counted. Absent to search all specs, which is faster. */
  readonly accepts?: (spec: SpecView) => boolean;
}

export interface IndexHit {
  readonly spec: SpecView;
  readonly score: number;
  /** Fraction of the query's total word weight that the spec contains, 0 to 1. */
  readonly coverage: number;
  /** False if the spec matches the query no better than by chance; absent if the index cannot determine that. */
  readonly isAnswer?: boolean;
  readonly shares: Shares;
  readonly terms: readonly MatchedTerm[];
}

export interface IndexAnswer {
  /** Matching specs, best first, at most `limit`. */
  readonly hits: readonly IndexHit[];
  /** Number of matching specs, before `limit`. */
  readonly total: number;
  readonly corrections: readonly Correction[];
  /** Set if the query has only very common words, which are searched for only in titles. */
  readonly onlySmallWords?: true;
  /** The best three matching archived specs, if archived specs were not requested; optional. */
  readonly archived?: readonly SpecView[];
  /** References of specs whose text could not be read; optional. */
  readonly unread?: readonly string[];
}

/** The text of a new spec, to find similar specs. */
export interface NewText {
  readonly title: string;
  /** Beginning of the new spec's text; its title if there is no text yet. */
  readonly text: string;
  readonly limit: number;
}

/** Searches the text of specs. Results always reflect the current files, never an outdated index. */
export interface SearchIndex {
  search(request: IndexRequest): Promise<IndexAnswer>;
  /**
   * Returns specs with the same meaning as a new spec, best first, without reading every file. Absent if the index cannot
   * compare meanings.
   */
  similar?(text: NewText): Promise<readonly SpecView[]>;
}
