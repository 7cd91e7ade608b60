import type {
  SearchMatch,
  SearchResult,
  SearchSpecsResult,
} from '../../../../application/queries/searchSpecs.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { type Status, STATUSES } from '../../../../domain/fields/statusAndPriority.js';
import { largestNumber } from '../../../../domain/value/collections.js';
import { cutText } from '../../../../domain/value/text.js';
import { lettersPerToken, tokenEstimate, withinTokens } from '../../../../domain/value/tokenEstimate.js';
import { tagFilter } from '../../fieldFlags.js';
import { argument, listFlag, numberFlag, switchFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import {
  safeBlock,
  safeText,
  NAME_TOKENS,
  type Span,
  TITLE_TOKENS,
  wrap,
  wrapSpans,
} from '../../layout/terminalText.js';
import { cellText } from '../../layout/renderTable.js';
import { numberText, statusCell } from '../../layout/specTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';
import { type BriefSpec, briefSpec } from '../../layout/outputFields.js';

/** Length of a short passage in characters: two lines of a terminal. */
const LENGTH = 160;

/**
 * Shortens a passage to about two lines of a terminal, starting at the line with the most matching words.
 * @param most maximum number of tokens of the passage.
 */
function shortPassage(match: SearchMatch, most: number, ellipsis = '…'): SearchMatch {
  const lines = match.snippet.split('\n');
  const words = new Set([...match.terms, ...match.relatedTerms]);
  const count = (line: string) =>
    new Set((line.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []).filter((word) => words.has(word))).size;
  const counts = lines.map(count);
  const best = Math.max(0, counts.indexOf(largestNumber(counts)));
  const line = match.line + best;
  const text = lines.slice(best).join(' ').replace(/\s+/g, ' ').trim();
  const whole = withinTokens(text, most, '');
  if (text.length <= LENGTH && whole === text) return { ...match, line, snippet: text };
  const length = Math.min(LENGTH, whole.length);
  // A line may be as long as a whole file, so start near the first matching word instead of at the beginning of the line.
  const places = [...words].map((word) => text.indexOf(word)).filter((place) => place >= 0);
  const at = places.reduce((first, place) => Math.min(first, place), Infinity);
  const from = Number.isFinite(at) && at > length / 2 ? text.lastIndexOf(' ', at - length / 4) + 1 : 0;
  const part = withinTokens(cutText(text.slice(from), length), most, '').replace(/ \S*$/, '');
  return { ...match, line, snippet: `${from > 0 ? ellipsis : ''}${part}${ellipsis}` };
}

/** Number, names and status of a spec that was found. */
export type FoundSpec = Pick<
  BriefSpec,
  'sequence' | 'ref' | 'title' | 'status' | 'priority' | 'archived' | 'broken'
>;

/** A passage of a found spec: file, line and text; with `--full`, also the other members of `SearchMatch`. */
export type FoundPassage = Pick<SearchMatch, 'file' | 'line' | 'snippet'> & Partial<SearchMatch>;

export interface FoundResult {
  readonly spec: FoundSpec;
  readonly score: number;
  /** True for a spec that is similar in meaning but contains no word of the query. */
  readonly similar?: true;
  /** With `--full`: words of the query found in the spec, sorted by their share of the score, highest first. */
  readonly terms?: readonly string[];
  /** With `--full`: words in the spec that are related to words of the query and add to the score. */
  readonly relatedTerms?: readonly string[];
  /** The best passage; with `--full`, the best of each file.  */
  readonly matches: readonly FoundPassage[];
}

export interface SearchDocument extends Omit<SearchSpecsResult, 'results' | 'nearest' | 'archived'> {
  readonly shown: number;
  /** The specs that match the query, best first. */
  readonly results: readonly FoundResult[];
  /** Only if there are no results: specs that do not match the query but are most similar to it. */
  readonly nearest: readonly FoundResult[];
  /** The best three matches among archived specs, when only active specs were searched. */
  readonly archived: readonly Pick<BriefSpec, 'sequence' | 'ref'>[];
}

/** Maximum tokens of a passage without `--full`: about two lines of a terminal. */
const PASSAGE_TOKENS = 60;

function searchDocument(found: SearchSpecsResult, form: Form): SearchDocument {
  const { results, nearest, archived, ...others } = found;
  const rest = {
    ...others,
    archived: archived.map(({ sequence, ref }) => ({ sequence, ref })),
  };
  const { query, total, ...more } = rest;
  return {
    query,
    total,
    shown: results.length,
    results: results.map((result) => foundResult(result, form)),
    nearest: results.length > 0 ? [] : nearest.map((result) => foundResult(result, form)),
    ...more,
  };
}

/**
 * Returns the average number of letters per token, for estimating tokens. Measures it in the passages, because passages represent
 * the language of the specs better than names do.
 */
function lettersOf(results: readonly SearchResult[]): number {
  return lettersPerToken(results.map(({ matches }) => matches[0]?.snippet ?? '').join('\n'), 0.04);
}

function foundResult(result: SearchResult, form: Form): FoundResult {
  const { spec, score, similar, terms, relatedTerms, matches } = result;
  const [best] = matches;
  return {
    spec: foundSpec(spec),
    score,
    ...(similar === true && { similar }),
    ...(form === 'full' && { terms, relatedTerms }),
    matches: form === 'full' ? matches : best === undefined ? [] : [foundPassage(best)],
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

/**
 * Highlights the words of a search query, and words related to them, in a text. Without colour, query words become `*word*` and
 * related words `_word_`.
 */
function highlightWords(
  text: string,
  direct: readonly string[],
  related: readonly string[],
  style: Style,
): readonly Span[] {
  const [own, near] = [new Set(direct), new Set(related)];
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu)) {
    const [word] = match;
    const isOwn = own.has(word);
    if (!isOwn && !near.has(word)) continue;
    spans.push({ text: text.slice(end, match.index) });
    if (style.colour) {
      spans.push({ text: word, paint: isOwn ? style.match : (part) => style.link(style.hint(part)) });
    } else spans.push({ text: isOwn ? `*${word}*` : `_${word}_` });
    end = match.index + word.length;
  }
  spans.push({ text: text.slice(end) });
  return spans;
}

export const searchCommand = defineCommand({
  name: 'search',
  group: 'Look',
  usedBy: 'everyone',
  purpose: 'search the text of all specs, by words and by meaning',
  details:
    'Searches the fields and all text files of each spec, including code and data. In a query, "two words" finds a phrase; ' +
    '+word finds only specs with the word; -word leaves out specs with the word; auth* finds all words that begin with auth. ' +
    'status:planned, tag:ui, assignee:kim, priority:high, ' +
    'created:2026-01..2026-03, or a custom field such as sprint:14, finds only specs with this value. ' +
    'The path of a file finds the specs that mention the file.',
  examples: [
    ['Find specs on a topic', 'spectool search "people sign in with their phone"'],
    ['Only planned specs', 'spectool search "export status:planned -pdf"'],
    ['Specs that mention a file', 'spectool search src/login/form.ts'],
  ],
  takes: {
    query: argument('QUERY…'),
    limit: numberFlag('--limit N', 'show at most this many specs; 10 by default'),
    status: listFlag<Status>(`--status ${STATUSES.join('|')},…`, 'only specs whose status is one of these'),
    tags: tagFilter,
    all: switchFlag('--all', 'search archived specs too'),
    full: switchFlag('--full', 'show longer passages of each spec, with their headings'),
  },
  allProjects: true,
  runs: 'searchSpecs',
  run: ({ searchSpecs }, { query, full: _full, ...given }) =>
    searchSpecs.execute({ ...given, query: query.join(' ') }),
  warnings: ({ corrections, warnings = [] }) => {
    const taken = corrections.map(({ from, to }) => ({
      code: 'UNCHANGED',
      message: `No spec contains "${safeText(from)}"; searched for "${safeText(to)}" instead.`,
    }));
    return [...warnings, ...taken];
  },
  document: (result, _spectool, given) => searchDocument(result, formOf(given)),
  render: (result, terminal, { config }, given) => {
    // Output to a pipe has a token limit, unless `--limit` or `--full` was given.
    const isBounded = given.limit === undefined && !given.full && terminal.columns === undefined;
    return renderSearch(result, terminal, config.structure.sequenceDigits, formOf(given), isBounded);
  },
});

function formOf({ full }: { readonly full: boolean }): Form {
  return full ? 'full' : 'usual';
}

const INDENT = '    ';
const MOST_LINES = 6;
const MOST_WIDTH = 100;
const MOST_TERMS = 6;
const FEW_TERMS = 3;
/** Maximum tokens of search results that are printed to a pipe. */
const PIPE_TOKENS = 760;
const SHORTEST_PASSAGE = 12;

/** How much to print about each result. `usual`: title, status, file with line, and passage; `full`: longer passages. */
type Form = 'usual' | 'full';

/** Renders the found specs: for each, file and line, why the spec was found, and its best passage. No final newline. */
export function renderSearch(
  found: SearchSpecsResult,
  terminal: Terminal,
  digits: number,
  form: Form = 'usual',
  isBounded = false,
): string {
  const style = createStyle(terminal);
  const blocks: string[] = [];
  if (found.results.length === 0) {
    blocks.push(nothingFound(found, style));
  }
  const all = [...found.results, ...found.nearest];
  const notes: string[] = [];
  if (found.total > found.results.length && found.results.length > 0) {
    notes.push(
      `${found.results.length} of ${found.total} shown; --limit ${Math.min(found.total, 50)} shows more`,
    );
  }
  if (found.archived.length > 0) {
    notes.push(`Archived specs that match too: ${namesOf(found.archived, style, digits)}; --all shows them`);
  }
  const noted = notes.flatMap((note) => wrap(note, terminal.columns).map(style.quiet)).join('\n');
  if (all.length > 0) {
    const budget = isBounded ? PIPE_TOKENS - tokenEstimate(noted) : Infinity;
    const results = inBudget(all, budget, (result, most) =>
      renderResult(result, style, terminal, digits, form, most),
    );
    blocks.push(results.join(form === 'full' ? '\n\n' : '\n'));
  }
  if (notes.length > 0) blocks.push(noted);
  return blocks.join('\n\n');
}

/** Renders the results that fit the budget (in tokens), with passages as long as possible. */
function inBudget(
  results: readonly SearchResult[],
  budget: number,
  render: (result: SearchResult, passageTokens: number | undefined) => string,
): readonly string[] {
  if (budget === Infinity) return results.map((result) => render(result, undefined));
  const letters = lettersOf(results);
  const bare = results.map((result) => tokenEstimate(render(result, 0), letters) + 4);
  let shown = results.length;
  let spent = bare.reduce((sum, cost) => sum + cost, 0);
  while (shown > 1 && spent + shown * SHORTEST_PASSAGE > budget) {
    shown -= 1;
    spent -= bare[shown] ?? 0;
  }
  const most = Math.min(PASSAGE_TOKENS, Math.floor((budget - spent) / shown));
  return results.slice(0, shown).map((result) => render(result, Math.max(SHORTEST_PASSAGE, most)));
}

function nothingFound({ nearest, archived, onlySmallWords }: SearchSpecsResult, style: Style): string {
  if (onlySmallWords)
    return `The query has only common words, and no title contains them.\n${style.quiet('Add a less common word for the topic of the spec.')}`;
  if (nearest.length > 0)
    return `No clear match. ${style.quiet('Read the closest specs before you create a new one:')}`;
  const others =
    archived.length > 0
      ? 'other words, or fewer filters.'
      : 'other words, fewer filters, or --all for archived specs too.';
  return `No ${archived.length > 0 ? 'active ' : ''}spec matches.\n${style.quiet(`Try ${others}`)}`;
}

function namesOf(specs: readonly SpecView[], style: Style, digits: number): string {
  return specs
    .map((spec) => `${numberText(spec, digits)} ${withinTokens(safeText(spec.title), NAME_TOKENS)}`)
    .join(` ${style.symbols.dot} `);
}

function renderResult(
  result: SearchResult,
  style: Style,
  terminal: Terminal,
  digits: number,
  form: Form,
  passageTokens: number | undefined,
): string {
  const { spec, matches } = result;
  const isShort = passageTokens !== undefined;
  const number = numberText(spec, digits);
  const width = terminal.columns === undefined ? undefined : Math.min(terminal.columns, MOST_WIDTH);
  const best =
    matches[0] &&
    (form === 'full'
      ? matches[0]
      : shortPassage(matches[0], passageTokens ?? Infinity, style.symbols.ellipsis));
  const place = best === undefined ? '' : `  ${style.path(`${safeText(best.file)}:${best.line}`)}`;
  const archived = spec.archived ? `  ${style.mark('archived')}` : '';
  const state = `${cellText(statusCell(spec, style))}${archived}`;
  const name = safeText(spec.title);
  const title = wrap(
    isShort ? withinTokens(name, TITLE_TOKENS) : name,
    width === undefined ? undefined : Math.max(20, width - 8),
  );
  const [first = '', ...more] = title;
  const head = `${style.ref(number)} ${style.strong(more.length === 0 ? first : `${first}${style.symbols.ellipsis}`)}`;
  const why = style.quiet(whyText(result, isShort ? FEW_TERMS : MOST_TERMS));
  const passage = best === undefined || passageTokens === 0 ? [] : passageLines(best, style, width, form);
  return [head, `${INDENT}${state}${place}  ${why}`, ...passage].join('\n');
}

/** Describes why a spec was found: the words that add most to its score. @param most maximum number of words of each kind. */
function whyText({ terms, relatedTerms, similar, score }: SearchResult, most: number): string {
  const list = (words: readonly string[]) => words.slice(0, most).map(safeText).join(', ');
  const parts = [
    terms.length > 0 ? `contains ${list(terms)}` : '',
    relatedTerms.length > 0 ? `related: ${list(relatedTerms)}` : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join('; ');
  if (similar === true) return 'similar in meaning, no word in common';
  return score === 0 ? 'matches the filters' : '';
}

function passageLines(match: SearchMatch, style: Style, width: number | undefined, form: Form): string[] {
  const room = width === undefined ? undefined : Math.max(20, width - 6);
  const text = safeBlock(match.snippet)
    .replace(/\t/g, '  ')
    .replace(/\n{2,}/g, '\n');
  const spans = highlightWords(text, match.terms, match.relatedTerms, style);
  const wrapped = wrapSpans(spans, room);
  const most = form === 'full' ? MOST_LINES : 2;
  const shown = wrapped.slice(0, most);
  if (form === 'full' && wrapped.length > most) shown.push(style.quiet(style.symbols.ellipsis));
  const heading =
    form === 'full' && match.heading !== undefined
      ? [`${INDENT}${style.quiet(safeText(match.heading))}`]
      : [];
  return [...heading, ...shown.map((line) => `${INDENT}${style.quiet(style.symbols.vertical)} ${line}`)];
}
