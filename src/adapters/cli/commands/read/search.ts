import type {
  SearchExplanation,
  SearchMatch,
  SearchResult,
  SearchSpecsResult,
} from '../../../../application/queries/searchSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { tagFilter } from '../../options/specFieldFlags.js';
import { chosenFacts, factsFlag } from '../../jsonDocuments/chosenFields.js';
import { lettersOf, searchDocument, searchFacts } from '../../jsonDocuments/searchDocument.js';
import { shortPassage } from '../../jsonDocuments/shortenPassage.js';
import { renderFacts } from '../../layout/fieldTable.js';
import { tokenEstimate, withinTokens } from '../../../../domain/value/tokenEstimate.js';
import { safeText, safeBlock } from '../../layout/escapeUnsafeText.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { STATUSES } from '../../../../domain/spec/status.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, list, number, on, rare } from '../../options/taken.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { highlightWords } from '../../layout/highlightWords.js';
import { numberText, statusCell } from '../../layout/specTableCells.js';
import { cellText } from '../../layout/renderTable.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import { wrap, wrapSpans } from '../../layout/wrapText.js';

export default defineCommand({
  name: 'search',
  group: 'Look',
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
    ['Specs that mention a file', 'spectool search src/login/form.ts --brief'],
    ['With the reason why each spec was found', 'spectool search "slow start" --explain'],
  ],
  takes: {
    query: argument('QUERY…'),
    limit: number('--limit N', 'show at most this many specs; 10 by default'),
    status: list(`--status ${STATUSES.join('|')},…`, 'only specs whose status is one of these'),
    tags: tagFilter,
    all: on('--all', 'search archived specs too'),
    full: on('--full', 'show longer passages of each spec, with their headings'),
    brief: on('--brief', 'show one line per spec'),
    chosen: factsFlag,
    explain: rare(on('--explain', 'show how the score of each spec was computed')),
  },
  allProjects: true,
  runs: 'searchSpecs',
  run: ({ searchSpecs }, { query, full: _full, brief: _brief, chosen: _chosen, ...given }) =>
    searchSpecs.execute({ ...given, query: query.join(' ') }),
  warnings: ({ corrections, warnings = [] }) => {
    const taken = corrections.map(({ from, to }) => ({
      code: 'UNCHANGED',
      message: `No spec contains "${safeText(from)}"; searched for "${safeText(to)}" instead.`,
    }));
    return [...warnings, ...taken];
  },
  document: (result, spectool, given) => {
    const chosen = factsOf(result, spectool, given.chosen);
    return searchDocument(result, { form: formOf(given), ...(chosen !== undefined && { chosen }) });
  },
  render: (result, terminal, spectool, given) => {
    const chosen = factsOf(result, spectool, given.chosen);
    const digits = spectool.config.structure.sequenceDigits;
    return renderSearch(result, terminal, digits, formOf(given), {
      // A pipe has a token limit, except with these flags.
      isBounded: given.limit === undefined && !given.full && !given.explain && terminal.columns === undefined,
      ...(chosen !== undefined && { chosen }),
    });
  },
});

function formOf({ brief, full }: { readonly brief: boolean; readonly full: boolean }): Form {
  return brief ? 'brief' : full ? 'full' : 'usual';
}

function factsOf(
  { results, nearest }: SearchSpecsResult,
  spectool: Spectool,
  names: readonly string[] | undefined,
): readonly string[] | undefined {
  const found = [...results, ...nearest];
  const specs = found.map(({ spec }) => spec);
  return chosenFacts(names, specs, spectool, searchFacts(found));
}

const INDENT = '    ';
const MOST_LINES = 6;
const MOST_WIDTH = 100;
const MOST_TERMS = 6;
const FEW_TERMS = 3;
const MOST_EXPLAINED = 12;
/** Maximum tokens of search results that are printed to a pipe. */
const PIPE_TOKENS = 760;
const TITLE_TOKENS = 24;
const NAMED_TOKENS = 12;
const SHORTEST_PASSAGE = 12;
/** Maximum tokens of a passage of a found spec, about two lines of a terminal. */
const LONGEST_PASSAGE = 60;

/**
 * How much to print about each result. `brief`: one line; `usual`: title, status, file with line, and passage; `full`: longer
 * passages.
 */
type Form = 'brief' | 'usual' | 'full';

/** Renders the found specs, each with file and line, the reason why it was found, and its best passage. No final newline. */
export function renderSearch(
  found: SearchSpecsResult,
  terminal: Terminal,
  digits: number,
  form: Form = 'usual',
  { isBounded = false, chosen }: { readonly isBounded?: boolean; readonly chosen?: readonly string[] } = {},
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
  if (found.related.length > 0) {
    notes.push(`Related specs: ${namesOf(found.related, style, digits)}`);
  }
  const noted = notes.flatMap((note) => wrap(note, terminal.columns).map(style.quiet)).join('\n');
  if (chosen !== undefined && all.length > 0) {
    const specs = all.map(({ spec }) => spec);
    blocks.push(renderFacts(specs, chosen, terminal, digits, searchFacts(all)).join('\n'));
  } else if (all.length > 0) {
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
  const most = Math.min(LONGEST_PASSAGE, Math.floor((budget - spent) / shown));
  return results.slice(0, shown).map((result) => render(result, Math.max(SHORTEST_PASSAGE, most)));
}

function nothingFound({ nearest, archived, onlySmallWords }: SearchSpecsResult, style: Style): string {
  if (onlySmallWords)
    return `The query has only common words, and no title contains them.\n${style.quiet('Add a less common word that says what the spec is about.')}`;
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
    .map((spec) => `${numberText(spec, digits)} ${withinTokens(safeText(spec.title), NAMED_TOKENS)}`)
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
  const { spec, matches, explanation } = result;
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
  let lines: readonly string[];
  if (form === 'brief') lines = [`${head}  ${state}${place}`];
  else {
    const why = style.quiet(whyText(result, isShort ? FEW_TERMS : MOST_TERMS));
    lines = [head, `${INDENT}${state}${place}  ${why}`];
    if (best !== undefined && passageTokens !== 0)
      lines = [...lines, ...passageLines(best, style, width, form)];
  }
  if (explanation !== undefined) lines = [...lines, ...renderExplanation(result.score, explanation, style)];
  return lines.join('\n');
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

/** Renders how a score is composed, `1.08 = words 0.76 + related 0.17 + …`, and the share of each word. */
function renderExplanation(
  score: number,
  { shares, coverage, terms }: SearchExplanation,
  style: Style,
): string[] {
  const shareNames = ['words', 'related', 'topic', 'likeness'] as const;
  const parts = shareNames
    .map((name) => [name, shares[name]] as const)
    .filter(([, share]) => share > 0)
    .map(([name, share]) => `${name} ${share.toFixed(2)}`);
  const lines = [
    `${score.toFixed(2)} = ${parts.join(' + ')}; covers ${Math.round(coverage * 100)} % of the query`,
    ...terms.slice(0, MOST_EXPLAINED).map(({ word, kind, stems, score: added, group }) => {
      const through = kind === 'direct' ? '' : ` through "${safeText(stems)}" (${safeText(group ?? '')})`;
      return `  ${added.toFixed(2)} ${safeText(word)}${through}`;
    }),
  ];
  return lines.map((line) => INDENT + style.quiet(line));
}
