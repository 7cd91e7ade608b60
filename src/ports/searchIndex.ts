import type { MatchedTerm } from '../domain/search/matchedTerms.js';
import type { Correction } from '../domain/search/postings/vocabulary.js';
import type { SearchQuery } from '../domain/search/query/searchQuery.js';
import type { Shares } from '../domain/search/ranking/rank.js';
import type { SpecView } from '../domain/spec/specView.js';

export interface IndexRequest {
  readonly query: SearchQuery;
  readonly limit: number;
  /** True to include archived specs. */
  readonly archived: boolean;
  /** Limits the search to these specs; others are not counted. Absent for all specs, which is faster. */
  readonly accepts?: (spec: SpecView) => boolean;
}

export interface IndexHit {
  readonly spec: SpecView;
  readonly score: number;
  /** Share of the query's weight that the spec covers, 0 to 1. */
  readonly coverage: number;
  /** False if the overlap with the query is no better than chance; absent if the index cannot tell. */
  readonly isAnswer?: boolean;
  readonly shares: Shares;
  readonly terms: readonly MatchedTerm[];
}

export interface IndexAnswer {
  /** Best match first, at most `limit`. */
  readonly hits: readonly IndexHit[];
  /** Number of matches before `limit`. */
  readonly total: number;
  readonly corrections: readonly Correction[];
  /** Set if the query has only very common words, which are searched for in titles alone. */
  readonly onlySmallWords?: true;
  /** The best three matching archived specs, if archived specs were not requested; optional. */
  readonly archived?: readonly SpecView[];
  /** References of specs whose text could not be read; optional. */
  readonly unread?: readonly string[];
}

/** A spec about to be written. */
export interface NewText {
  readonly title: string;
  /** Beginning of the text; the title alone if there is no text yet. */
  readonly text: string;
  readonly limit: number;
}

/** Searches the text of specs. Answers always reflect the current files, never an outdated index. */
export interface SearchIndex {
  search(request: IndexRequest): Promise<IndexAnswer>;
  /**
   * Specs with the same meaning as a new one, best first, without looking at every file. Absent if the index cannot compare
   * meanings.
   */
  similar?(text: NewText): Promise<readonly SpecView[]>;
  /** Active specs nearest in meaning to the spec at `path`, nearest first. Absent if the index cannot compare meanings. */
  neighbours?(path: string, limit: number): Promise<readonly SpecView[]>;
}

/**
 * Turns texts into vectors; texts with similar meanings get vectors with similar directions. The built-in embedder uses
 * learned word vectors; programs that embed spectool may supply another model, which runs locally.
 */
export interface Embedder {
  /** Model and version. Vectors with another id are recomputed, never compared. */
  readonly id: string;
  /** Number of elements in every vector. */
  readonly dimensions: number;
  /**
   * Returns a vector for each text: a section of a spec, preceded by the title and its heading. Vectors need not be
   * normalized; zeros mean that the model knows nothing of the text.
   */
  sections(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /**
   * Returns the vector of a search query.
   * @param rarity weight of a stem in this project, higher if fewer specs contain it; may be ignored.
   */
  query(text: string, rarity: (stem: string) => number): Promise<Float32Array>;
}
