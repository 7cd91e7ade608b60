import type {
  SearchExplanation,
  SearchMatch,
  SearchResult,
  SearchSpecsResult,
} from '../../../application/queries/searchSpecs.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { lettersPerToken } from '../../../domain/value/tokenEstimate.js';
import { type ChosenSpec, type ExtraFields, withFacts } from './chosenFields.js';
import { shortPassage } from './shortenPassage.js';
import { type BriefSpec, briefSpec } from './briefSpec.js';

/** Number, names and status of a spec that was found. */
export type FoundSpec = Pick<
  BriefSpec,
  'sequence' | 'ref' | 'title' | 'status' | 'priority' | 'archived' | 'broken'
>;

/** A passage of a found spec: file, line and text. The other members are present only with `--full`. */
export type FoundPassage = Pick<SearchMatch, 'file' | 'line' | 'snippet'> & Partial<SearchMatch>;

export interface FoundResult {
  readonly spec: FoundSpec | ChosenSpec;
  readonly score: number;
  /** True for a spec that is similar in meaning but contains no word of the query. */
  readonly similar?: true;
  /** With `--full`: words of the query found in the spec, those with the highest share of the score first. */
  readonly terms?: readonly string[];
  /** With `--full`: words in the spec that are related to words of the query and add to the score. */
  readonly relatedTerms?: readonly string[];
  /** The best passage; with `--full`, the best of each file. Absent with `--brief`. */
  readonly matches?: readonly FoundPassage[];
  readonly explanation?: SearchExplanation;
}

export interface SearchDocument extends Omit<
  SearchSpecsResult,
  'results' | 'nearest' | 'archived' | 'related'
> {
  readonly shown: number;
  /** The specs that match the query, best first. */
  readonly results: readonly FoundResult[];
  /** Only if there are no results: the specs most similar to the query, which do not match it. */
  readonly nearest: readonly FoundResult[];
  /** The best three matches among archived specs, when only active specs were searched. */
  readonly archived: readonly Pick<BriefSpec, 'sequence' | 'ref'>[];
  /** Specs that the best results depend on or mention in their text. */
  readonly related: readonly Pick<BriefSpec, 'sequence' | 'ref' | 'status'>[];
}

export interface SearchForm {
  readonly form: 'brief' | 'usual' | 'full';
  readonly chosen?: readonly string[];
}

/** Maximum tokens of a passage without `--full`: about two lines of a terminal. */
const PASSAGE_TOKENS = 60;

export function searchDocument(found: SearchSpecsResult, asked: SearchForm): SearchDocument {
  const { results, nearest, archived, related, ...others } = found;
  const rest = {
    ...others,
    archived: archived.map(({ sequence, ref }) => ({ sequence, ref })),
    related: related.map(({ sequence, ref, status }) => ({ sequence, ref, status })),
  };
  const { query, total, ...more } = rest;
  return {
    query,
    total,
    shown: results.length,
    results: results.map((result) => foundResult(result, asked)),
    nearest: results.length > 0 ? [] : nearest.map((result) => foundResult(result, asked)),
    ...more,
  };
}

/**
 * Returns the average number of letters per token, for estimating tokens. It is measured in the passages, because they represent
 * the language of the specs better than names do.
 */
export function lettersOf(results: readonly SearchResult[]): number {
  return lettersPerToken(results.map(({ matches }) => matches[0]?.snippet ?? '').join('\n'), 0.04);
}

function foundResult(result: SearchResult, { form, chosen }: SearchForm): FoundResult {
  const { spec, score, similar, terms, relatedTerms, matches, explanation } = result;
  const [best] = matches;
  const tells = chosen === undefined;
  return {
    spec: tells ? foundSpec(spec) : withFacts(spec, chosen, searchFacts([result])),
    ...(tells && {
      score,
      ...(similar === true && { similar }),
      ...(form === 'full' && { terms, relatedTerms }),
      ...(form !== 'brief' && {
        matches: form === 'full' ? matches : best === undefined ? [] : [foundPassage(best)],
      }),
    }),
    ...(explanation !== undefined && { explanation }),
  } as FoundResult;
}

/** Returns the fields that `search --fields` offers besides the fields of every spec. */
export function searchFacts(results: readonly SearchResult[]): ExtraFields {
  const by = new Map(results.map((result) => [result.spec.path, result]));
  const best = ({ path }: SpecView) => by.get(path)?.matches[0];
  return {
    score: ({ path }) => by.get(path)?.score,
    terms: ({ path }) => by.get(path)?.terms,
    file: (spec) => best(spec)?.file,
    line: (spec) => best(spec)?.line,
    snippet: (spec) => best(spec)?.snippet,
  };
}

function foundSpec(spec: SpecView): FoundSpec {
  const { assignee: _a, claim: _b, criteria: _c, group: _d, problem: _e, ...brief } = briefSpec(spec);
  return brief;
}

function foundPassage(match: SearchMatch): FoundPassage {
  const { file, line, snippet } = shortPassage(match, PASSAGE_TOKENS);
  return { file, line, snippet };
}
