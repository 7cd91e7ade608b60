import type { HitTerm } from '../domain/search/hitTerms.js';
import type { Correction } from '../domain/search/postings/vocabulary.js';
import type { SearchQuery } from '../domain/search/query/searchQuery.js';
import type { Shares } from '../domain/search/ranking/rank.js';
import type { SpecView } from '../domain/spec/specView.js';

export interface IndexRequest {
  readonly query: SearchQuery;
  readonly limit: number;
  /** Archived specs too. */
  readonly archived: boolean;
  /** Specs that may be answered; the others are not counted. All when absent, which is faster. */
  readonly accepts?: (spec: SpecView) => boolean;
}

export interface IndexHit {
  readonly spec: SpecView;
  readonly score: number;
  /** Share of the query's weight that the spec covers, 0 to 1. */
  readonly coverage: number;
  /** False for what shares with the query no more than chance gives; an index that cannot tell leaves it out. */
  readonly isAnswer?: boolean;
  readonly shares: Shares;
  readonly terms: readonly HitTerm[];
}

export interface IndexAnswer {
  /** Best first, at most `limit`. */
  readonly hits: readonly IndexHit[];
  /** All that were found, before `limit`. */
  readonly total: number;
  readonly corrections: readonly Correction[];
  /** The query has no other: such words are looked for in titles alone. */
  readonly onlySmallWords?: true;
  /** Archived specs that answer as well, the best three, where archived ones were not asked for; an index may leave it out. */
  readonly archived?: readonly SpecView[];
  /** Refs of specs whose text could not be read; an index may leave it out. */
  readonly unread?: readonly string[];
}

/** What is about to be written. */
export interface NewText {
  readonly title: string;
  /** What it begins with; the title alone where nothing else is there yet. */
  readonly text: string;
  readonly limit: number;
}

/** Finds specs by their text. Answers are about the tree as it stands at the call, never about an older one. */
export interface SearchIndex {
  search(request: IndexRequest): Promise<IndexAnswer>;
  /**
   * Specs that mean the same as a new one would, the best first; as far as is known without looking at every file. An index that
   * cannot tell leaves it out.
   */
  similar?(text: NewText): Promise<readonly SpecView[]>;
  /** Active specs whose texts mean something near what the spec at `path` does, the nearest first; left out as above. */
  neighbours?(path: string, limit: number): Promise<readonly SpecView[]>;
}

/**
 * Turns texts into vectors that point the same way when the texts mean the same. The tool brings one made of learned word
 * vectors; whoever embeds the tool may bind a model of their own, which runs where the tool runs.
 */
export interface Embedder {
  /** Model and version: vectors of another are made anew, never compared. */
  readonly id: string;
  /** Of every vector. */
  readonly dimensions: number;
  /** A vector for each text: a section of a spec, its title and heading before it. Of any length; zeros for what it cannot tell. */
  sections(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** What is searched for. @param rarity how much a stem tells in this project, by how few specs have it; may be left unused. */
  query(text: string, rarity: (stem: string) => number): Promise<Float32Array>;
}
