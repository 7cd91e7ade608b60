import type { Analyser } from '../domain/search/analyser.js';
import type { SearchableFields } from '../domain/search/documentTerms.js';
import type { RelatedTerm } from '../domain/search/relatedWords.js';

/** A spec as the index sees it. */
export interface IndexedSpec {
  /** Folder path. */
  readonly key: string;
  /** Changes whenever any of its files does. */
  readonly signature: string;
  /** Read only when the index does not know the signature. */
  load(): SearchableFields;
}

export interface SearchHit {
  readonly key: string;
  readonly score: number;
  /** Shares of the score by what they come from; they add up to it. */
  readonly parts: Readonly<Record<string, number>>;
}

export interface SearchAnswer {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** Share of the query that the best spec reaches, related words counted at their worth; 0 to 1. */
  readonly reach: number;
  /** Related words looked for, by the stems of the query they stand for. */
  readonly expansions: ReadonlyMap<string, readonly RelatedTerm[]>;
}

/** Ranks specs for a query. An embedding program may bind its own. */
export interface SearchIndex {
  /** How texts are taken apart, for marking passages. */
  readonly analyser: Analyser;
  search(query: string, specs: readonly IndexedSpec[]): Promise<SearchAnswer>;
}
