import type {
  SearchExplanation,
  SearchMatch,
  SearchResult,
  SearchSpecsResult,
} from '../../../application/queries/searchSpecs.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { markWords } from '../layout/markWords.js';
import { safeBlock, safeText } from '../layout/safeText.js';
import { numberText, statusCell } from '../layout/specCells.js';
import { cellText } from '../layout/table.js';
import { createStyle, type Style } from '../layout/style.js';
import type { Terminal } from '../layout/terminal.js';
import { wrap, wrapSpans } from '../layout/wrap.js';

const INDENT = '    ';
const MOST_LINES = 6;
const MOST_WIDTH = 100;
const MOST_EXPLAINED = 12;

/** What was found, each with why and its best passage. No final newline. */
export function renderSearch(found: SearchSpecsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const blocks: string[] = [];
  if (found.results.length === 0) {
    blocks.push(nothingFound(found, style));
  }
  for (const result of [...found.results, ...found.nearest])
    blocks.push(renderResult(result, style, terminal));
  const notes: string[] = [];
  if (found.total > found.results.length && found.results.length > 0) {
    notes.push(
      `${found.results.length} of ${found.total} shown; --limit ${Math.min(found.total, 50)} shows more`,
    );
  }
  if (found.archived.length > 0) {
    notes.push(`Archived, and fitting too: ${namesOf(found.archived, style)}; --all shows them`);
  }
  if (found.related.length > 0) {
    notes.push(`Related to these: ${namesOf(found.related, style)}`);
  }
  if (notes.length > 0) {
    blocks.push(notes.flatMap((note) => wrap(note, terminal.columns).map(style.quiet)).join('\n'));
  }
  return blocks.join('\n\n');
}

function nothingFound({ nearest, archived }: SearchSpecsResult, style: Style): string {
  if (nearest.length > 0)
    return `Nothing fits for certain. ${style.quiet('Read the nearest before you write a new one:')}`;
  const others =
    archived.length > 0
      ? 'other words, or fewer filters.'
      : 'other words, fewer filters, or --all for archived specs too.';
  return `No ${archived.length > 0 ? 'active ' : ''}spec fits.\n${style.quiet(`Try ${others}`)}`;
}

function namesOf(specs: readonly SpecView[], style: Style): string {
  return specs.map((spec) => `${numberText(spec)} ${safeText(spec.title)}`).join(` ${style.symbols.dot} `);
}

function renderResult(result: SearchResult, style: Style, terminal: Terminal): string {
  const { spec, matches, explanation } = result;
  const statusText = cellText(statusCell(spec, style));
  const archived = spec.archived ? `  ${style.mark('archived')}` : '';
  const width = Math.min(terminal.columns ?? Infinity, MOST_WIDTH);
  const lines = wrap(safeText(spec.title), Number.isFinite(width) ? Math.max(20, width - 8) : undefined).map(
    (line, i) =>
      i === 0 ? `${style.ref(numberText(spec))} ${style.strong(line)}` : `${INDENT}${style.strong(line)}`,
  );
  lines.push(`${INDENT}${statusText}${archived}  ${style.quiet(whyText(result))}`);
  const best = matches[0];
  if (best !== undefined) lines.push(...renderMatch(best, style, terminal));
  if (explanation !== undefined) lines.push(...renderExplanation(result.score, explanation, style));
  return lines.join('\n');
}

function whyText({ matches, score }: SearchResult): string {
  const unique = (words: readonly string[]) => [
    ...new Set(words.map((word) => safeText(word.toLowerCase()))),
  ];
  const direct = unique(matches.flatMap(({ terms }) => terms));
  const related = unique(matches.flatMap(({ relatedTerms }) => relatedTerms)).filter(
    (word) => !direct.includes(word),
  );
  const parts = [
    direct.length > 0 ? `has ${direct.slice(0, 6).join(', ')}` : '',
    related.length > 0 ? `related: ${related.slice(0, 6).join(', ')}` : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join('; ');
  return score === 0 ? 'passes the filters' : 'similar in topic, no word in common';
}

function renderMatch(match: SearchMatch, style: Style, terminal: Terminal): string[] {
  const heading = match.heading === undefined ? '' : `  ${safeText(match.heading)}`;
  const place = `${safeText(match.file)}:${match.line}`;
  const room =
    terminal.columns === undefined ? undefined : Math.max(20, Math.min(terminal.columns, MOST_WIDTH) - 6);
  const text = safeBlock(match.snippet)
    .replace(/\t/g, '  ')
    .replace(/\n{2,}/g, '\n');
  const spans = markWords(text, match.terms, match.relatedTerms, style);
  const wrapped = wrapSpans(spans, room);
  const shown = wrapped.slice(0, MOST_LINES);
  if (wrapped.length > MOST_LINES) shown.push(style.quiet(style.symbols.ellipsis));
  return [
    `${INDENT}${style.path(place)}${style.quiet(heading)}`,
    ...shown.map((line) => `${INDENT}${style.quiet(style.symbols.vertical)} ${line}`),
  ];
}

/** `1.08 = words 0.76 + related 0.17 + …`, then what each word adds. */
function renderExplanation(
  score: number,
  { shares, coverage, terms }: SearchExplanation,
  style: Style,
): string[] {
  const shareNames = ['words', 'related', 'topic'] as const;
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
