import { Command, Option } from 'clipanion';
import type {
  SearchSpecsResult,
  SearchExplanation,
  SearchMatch,
  SearchResult,
} from '../../../../application/queries/searchSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { Warning } from '../../../../application/warning.js';
import { listOption, numberOption } from '../../listOption.js';
import { safeText, safeBlock } from '../../layout/safeText.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { STATUSES } from '../../../../domain/spec/status.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { markWords } from '../../layout/markWords.js';
import { numberText, statusCell } from '../../layout/specCells.js';
import { cellText } from '../../layout/table.js';
import { createStyle, type Style } from '../../layout/style.js';
import { wrap, wrapSpans } from '../../layout/wrap.js';

export class SearchCommand extends SpectoolCommand<SearchSpecsResult> {
  static override paths = [['search']];
  static override synonyms = { '"QUERY"': ['find', 'grep', 'query', 'lookup'] };
  static override usage = Command.Usage({
    details:
      'Every Markdown file of a spec is searched. In the query: "a phrase", +required, -excluded, ' +
      'status:planned, tag:ui, assignee:kim, priority:high, created:2026-01..2026-03.',
    examples: [
      ['Find specs about a topic', 'spectool search "people sign in with their phone"'],
      ['Only what is still planned', 'spectool search "export status:planned -pdf"'],
      ['Why is it found?', 'spectool search "slow start" --explain'],
    ],
  });

  query = Option.Rest({ name: 'query', required: 1 });
  limit = takes('N', Option.String('--limit', { description: 'at most this many; 10 by default' }));
  status = takes(
    `${STATUSES.join('|')},…`,
    Option.Array('--status', { description: 'only specs in one of these states' }),
  );
  tags = takes(
    'TAG,…',
    Option.Array('--tag', {
      description: 'only specs with this tag; with several, those that have all of them',
    }),
  );
  all = Option.Boolean('--all', false, { description: 'archived specs too' });
  explain = Option.Boolean('--explain', false, { description: 'how each score came about' });

  protected override async run(spectool: Spectool): Promise<SearchSpecsResult> {
    const status = listOption(this.status);
    const tags = listOption(this.tags);
    const limit = numberOption('--limit', this.limit);
    return spectool.searchSpecs.execute({
      query: this.query.join(' '),
      all: this.all,
      explain: this.explain,
      ...(limit !== undefined && { limit }),
      ...(status && { status }),
      ...(tags && { tags }),
    });
  }

  protected override warnings({ corrections }: SearchSpecsResult): readonly Warning[] {
    return corrections.map(({ from, to }) => ({
      code: 'UNCHANGED',
      message: `No spec has "${safeText(from)}": searched for "${safeText(to)}".`,
    }));
  }

  protected override render(result: SearchSpecsResult, terminal: Terminal, { config }: Spectool): string {
    return renderSearch(result, terminal, config.structure.sequenceDigits);
  }
}

const INDENT = '    ';
const MOST_LINES = 6;
const MOST_WIDTH = 100;
const MOST_EXPLAINED = 12;

/** What was found, each with why and its best passage. No final newline. */
export function renderSearch(found: SearchSpecsResult, terminal: Terminal, digits: number): string {
  const style = createStyle(terminal);
  const blocks: string[] = [];
  if (found.results.length === 0) {
    blocks.push(nothingFound(found, style));
  }
  for (const result of [...found.results, ...found.nearest])
    blocks.push(renderResult(result, style, terminal, digits));
  const notes: string[] = [];
  if (found.total > found.results.length && found.results.length > 0) {
    notes.push(
      `${found.results.length} of ${found.total} shown; --limit ${Math.min(found.total, 50)} shows more`,
    );
  }
  if (found.archived.length > 0) {
    notes.push(`Archived, and fitting too: ${namesOf(found.archived, style, digits)}; --all shows them`);
  }
  if (found.related.length > 0) {
    notes.push(`Related to these: ${namesOf(found.related, style, digits)}`);
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

function namesOf(specs: readonly SpecView[], style: Style, digits: number): string {
  return specs
    .map((spec) => `${numberText(spec, digits)} ${safeText(spec.title)}`)
    .join(` ${style.symbols.dot} `);
}

function renderResult(result: SearchResult, style: Style, terminal: Terminal, digits: number): string {
  const { spec, matches, explanation } = result;
  const statusText = cellText(statusCell(spec, style));
  const archived = spec.archived ? `  ${style.mark('archived')}` : '';
  const width = Math.min(terminal.columns ?? Infinity, MOST_WIDTH);
  const lines = wrap(safeText(spec.title), Number.isFinite(width) ? Math.max(20, width - 8) : undefined).map(
    (line, i) =>
      i === 0
        ? `${style.ref(numberText(spec, digits))} ${style.strong(line)}`
        : `${INDENT}${style.strong(line)}`,
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
