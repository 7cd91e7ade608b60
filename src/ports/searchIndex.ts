import type { MatchedTerm } from '../domain/search/matchedTerms.js';
import type { Correction } from '../domain/search/postings/spellingCorrection.js';
import type { SearchQuery } from '../domain/search/query/searchQuery.js';
import type { Shares } from '../domain/search/ranking/rankDocuments.js';
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

/** Searches the text of specs. Answers always reflect the current files, never an outdated index. */
export interface SearchIndex {
  search(request: IndexRequest): Promise<IndexAnswer>;
  /**
   * Returns specs with the same meaning as a new spec, best first, without reading every file. Absent if the index cannot
   * compare meanings.
   */
  similar?(text: NewText): Promise<readonly SpecView[]>;
  /**
   * Returns active specs with a meaning similar to that of the spec at `path`, nearest first. Absent if the index cannot
   * compare meanings.
   */
  neighbours?(path: string, limit: number): Promise<readonly SpecView[]>;
}

/**
 * Turns texts into vectors; texts with similar meanings get vectors with similar directions. The built-in embedder uses
 * learned word vectors. A program that embeds spectool may supply another model, which runs locally.
 */
export interface Embedder {
  /** Name and version of the model. Vectors with another id are computed again, because they cannot be compared. */
  readonly id: string;
  /** Number of elements in every vector. */
  readonly dimensions: number;
  /**
   * Returns a vector for each text. A text is a section of a spec, preceded by the spec's title and the section's heading.
   * Vectors need not be normalized; a vector of zeros means that the model does not know the words of the text.
   */
  sections(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /**
   * Returns the vector of a search query.
   * @param rarity returns the weight of a stem in this project, which is higher if fewer specs contain the stem; the embedder
   * may ignore it.
   */
  query(text: string, rarity: (stem: string) => number): Promise<Float32Array>;
}
