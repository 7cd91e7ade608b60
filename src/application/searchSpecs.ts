import { tokensOf } from '../domain/search/analyser.js';
import { bestPassage } from '../domain/search/passage.js';
import { isInRange, type ParsedQuery, parseQuery } from '../domain/search/query.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import type { SpecSummary } from '../domain/document/specSummary.js';
import type { SpecView } from '../domain/spec/specView.js';
import { toSpecView } from '../domain/spec/toSpecView.js';
import type { SearchAnswer, SearchHit, SearchIndex } from '../ports/searchIndex.js';
import type { SpecStore } from '../ports/specStore.js';
import type { SearchSources } from './searchSources.js';

export interface SearchSpecsRequest {
  /** Words, "phrases", -excluded ones, and filters such as `status:planned tag:api created:2026-01..2026-03`. */
  readonly query: string;
  readonly limit?: number;
  readonly status?: readonly string[];
  readonly tags?: readonly string[];
  /** Archived specs too. */
  readonly all?: boolean;
  readonly explain?: boolean;
}

export interface SearchMatch {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  /** Headings above it, joined by ` › `. */
  readonly heading?: string;
  readonly snippet: string;
  /** Words of the snippet that were asked for. */
  readonly terms: readonly string[];
  /** Words of it that mean much the same. */
  readonly relatedTerms: readonly string[];
}

export interface SearchResult {
  readonly spec: SpecView;
  /** Best of a query is about 1. */
  readonly score: number;
  readonly matches: readonly SearchMatch[];
  readonly explanation?: {
    /** Shares of the score; they add up to it. */
    readonly parts: Readonly<Record<string, number>>;
    /** Related words that were looked for, by the words of the query. */
    readonly related: Readonly<Record<string, readonly string[]>>;
  };
}

export interface SearchSpecsResult {
  readonly query: string;
  /** How many specs match, before `limit`. */
  readonly total: number;
  readonly results: readonly SearchResult[];
  /** When nothing matches: what comes nearest, and is no match. */
  readonly nearest: readonly SearchResult[];
}

const LIMIT = 10;
/** A query of which no spec reaches this share is about something else. */
const LEAST_REACH = 0.3;
/** Hits below this share of the best one are chance. */
const LEAST_SHARE = 0.35;

/** Finds specs by what they say, in these words or in others. */
export class SearchSpecs {
  readonly #store: SpecStore;
  readonly #index: SearchIndex;
  readonly #sources: SearchSources;

  constructor(store: SpecStore, index: SearchIndex, sources: SearchSources) {
    this.#store = store;
    this.#index = index;
    this.#sources = sources;
  }

  async execute(request: SearchSpecsRequest): Promise<SearchSpecsResult> {
    const query = parseQuery(request.query);
    const limit = request.limit ?? LIMIT;
    const summaries = this.#store.summaries().filter(({ problem }) => problem === undefined);
    const views = new Map(summaries.map((summary) => [summary.folder.path, toSpecView(summary)]));
    const wanted = (spec: SpecView) => isWanted(spec, request, query);
    const byNumber = [...views.values()].filter((spec) => isNumber(query.words, spec) && wanted(spec));
    const answer = await this.#index.search(
      query.words,
      summaries.map((summary) => this.#sources.of(summary)),
    );
    const hits = answer.hits.filter(({ key }) => {
      const spec = views.get(key);
      return spec !== undefined && wanted(spec) && this.#holds(summaries, key, query);
    });
    const listed = query.words === '' ? [...views.values()].filter(wanted) : [];
    const best = hits[0]?.score ?? 0;
    const matching =
      answer.reach < LEAST_REACH || byNumber.length > 0
        ? []
        : hits.filter(({ score }) => score >= best * LEAST_SHARE);
    const results = [
      ...[...byNumber, ...listed].map((spec) => ({ spec, score: 1, matches: [] })),
      ...this.#results(
        matching.filter(({ key }) => !byNumber.some(({ path }) => path === key)).slice(0, limit),
        views,
        query,
        answer,
        request,
      ),
    ];
    return {
      query: request.query,
      total: byNumber.length + listed.length + matching.length,
      results: results.slice(0, limit),
      nearest: results.length > 0 ? [] : this.#results(hits.slice(0, 3), views, query, answer, request),
    };
  }

  #results(
    hits: readonly SearchHit[],
    views: ReadonlyMap<string, SpecView>,
    query: ParsedQuery,
    answer: SearchAnswer,
    request: SearchSpecsRequest,
  ): readonly SearchResult[] {
    const { analyser } = this.#index;
    const direct = new Set(tokensOf(query.words, analyser).map(({ stem }) => stem));
    const related = new Set([...answer.expansions.values()].flat().flatMap(({ stems }) => stems));
    const expansions = Object.fromEntries(
      [...answer.expansions].map(([stem, terms]) => [stem, terms.map(({ words }) => words)]),
    );
    return hits.flatMap(({ key, score, parts }) => {
      const spec = views.get(key);
      if (spec === undefined) return [];
      const explanation = request.explain === true ? { explanation: { parts, related: expansions } } : {};
      return [{ spec, score: rounded(score), matches: this.#matches(spec, direct, related), ...explanation }];
    });
  }

  #matches(
    spec: SpecView,
    direct: ReadonlySet<string>,
    related: ReadonlySet<string>,
  ): readonly SearchMatch[] {
    const { analyser } = this.#index;
    return this.#sources
      .texts(spec)
      .flatMap(({ file, text, firstLine }) => {
        const passage = bestPassage(text, direct, related, analyser);
        return passage === undefined ? [] : [{ file, firstLine, passage }];
      })
      .sort((a, b) => b.passage.score - a.passage.score)
      .slice(0, 2)
      .map(({ file, firstLine, passage }) => ({
        file,
        line: passage.line + firstLine - 1,
        ...(passage.headings.length > 0 && { heading: passage.headings.join(' › ') }),
        snippet: passage.snippet,
        terms: passage.terms,
        relatedTerms: passage.relatedTerms,
      }));
  }

  /** Phrases must stand in the text, excluded words must not. */
  #holds(summaries: readonly SpecSummary[], key: string, { phrases, excluded }: ParsedQuery): boolean {
    if (phrases.length === 0 && excluded.length === 0) return true;
    const summary = summaries.find(({ folder }) => folder.path === key);
    if (summary === undefined) return false;
    const document: SpecDocument = this.#store.open(summary.folder);
    const text = [
      summary.folder.ref,
      ...this.#sources.texts(toSpecView(summary)).map(({ text: own }) => own),
      document.text,
    ]
      .join('\n')
      .toLowerCase()
      .replace(/\s+/g, ' ');
    return phrases.every((phrase) => text.includes(phrase)) && !excluded.some((word) => text.includes(word));
  }
}

function isWanted(spec: SpecView, request: SearchSpecsRequest, { filters }: ParsedQuery): boolean {
  const statuses = [...filters.status.flatMap((list) => list.split(',')), ...(request.status ?? [])];
  return (
    (request.all === true || !spec.archived) &&
    (statuses.length === 0 || (spec.status !== null && statuses.includes(spec.status))) &&
    [...filters.tag, ...(request.tags ?? [])].every((tag) => spec.tags.includes(tag)) &&
    filters.assignee.every((assignee) => spec.assignee === assignee) &&
    (filters.priority.length === 0 ||
      (spec.priority !== undefined && filters.priority.includes(spec.priority))) &&
    (filters.created === undefined || (spec.created !== null && isInRange(spec.created, filters.created)))
  );
}

function isNumber(words: string, spec: SpecView): boolean {
  const number = /^#?(\d{1,15})$/.exec(words.trim())?.[1];
  return number !== undefined && spec.sequence === Number(number);
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
