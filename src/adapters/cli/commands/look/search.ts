import { Command, Option } from 'clipanion';
import type {
  SearchSpecsResult,
  SearchExplanation,
  SearchMatch,
  SearchResult,
} from '../../../../application/queries/searchSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { Warning } from '../../../../application/warning.js';
import { tagFilter } from '../../fieldOptions.js';
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
      'All Markdown files of a spec are searched. In the query: "a phrase", +required, -excluded, ' +
      'auth*, login~1, status:planned, tag:ui, assignee:kim, priority:high, created:2026-01..2026-03, and custom fields, ' +
      'sprint:14. The path of a file finds the specs that name it.',
    examples: [
      ['Find specs on a topic', 'spectool search "people sign in with their phone"'],
      ['Only planned specs', 'spectool search "export status:planned -pdf"'],
      ['Which specs name this file?', 'spectool search src/login/form.ts --brief'],
      ['Why was it found?', 'spectool search "slow start" --explain'],
    ],
  });

  query = Option.Rest({ name: 'query', required: 1 });
  limit = takes('N', Option.String('--limit', { description: 'at most this many; 10 by default' }));
  status = takes(
    `${STATUSES.join('|')},…`,
    Option.Array('--status', { description: 'only specs in one of these states' }),
  );
  tags = tagFilter();
  all = Option.Boolean('--all', false, { description: 'include archived specs' });
  full = Option.Boolean('--full', false, { description: 'longer passages, and the headings above them' });
  brief = Option.Boolean('--brief', false, { description: 'one line per spec' });
  explain = Option.Boolean('--explain', false, { description: 'show how each score is made up' });

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

  protected override warnings({ corrections, warnings = [] }: SearchSpecsResult): readonly Warning[] {
    const taken = corrections.map(({ from, to }) => ({
      code: 'UNCHANGED',
      message: `No spec contains "${safeText(from)}": searched for "${safeText(to)}".`,
    }));
    return [...warnings, ...taken];
  }

  protected override render(result: SearchSpecsResult, terminal: Terminal, { config }: Spectool): string {
    const form = this.brief ? 'brief' : this.full ? 'full' : 'usual';
    return renderSearch(result, terminal, config.structure.sequenceDigits, form);
  }
}

const INDENT = '    ';
const MOST_LINES = 6;
const MOST_WIDTH = 100;
const MOST_TERMS = 6;
const MOST_EXPLAINED = 12;
/** A short passage is as long as two lines of a terminal. */
const SHORT_PASSAGE = 160;

/** `brief` is a line for each spec; `usual` three: title, state and place, passage; `full` has longer passages. */
type Form = 'brief' | 'usual' | 'full';

/** What was found, each with where, why, and its best passage. No final newline. */
export function renderSearch(
  found: SearchSpecsResult,
  terminal: Terminal,
  digits: number,
  form: Form = 'usual',
): string {
  const style = createStyle(terminal);
  const blocks: string[] = [];
  if (found.results.length === 0) {
    blocks.push(nothingFound(found, style));
  }
  const results = [...found.results, ...found.nearest].map((result) =>
    renderResult(result, style, terminal, digits, form),
  );
  if (results.length > 0) blocks.push(results.join(form === 'full' ? '\n\n' : '\n'));
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
    notes.push(`Related to these: ${namesOf(found.related, style, digits)}`);
  }
  if (notes.length > 0) {
    blocks.push(notes.flatMap((note) => wrap(note, terminal.columns).map(style.quiet)).join('\n'));
  }
  return blocks.join('\n\n');
}

function nothingFound({ nearest, archived }: SearchSpecsResult, style: Style): string {
  if (nearest.length > 0)
    return `No clear match. ${style.quiet('Read the closest ones before you write a new one:')}`;
  const others =
    archived.length > 0
      ? 'other words, or fewer filters.'
      : 'other words, fewer filters, or --all for archived specs too.';
  return `No ${archived.length > 0 ? 'active ' : ''}spec matches.\n${style.quiet(`Try ${others}`)}`;
}

function namesOf(specs: readonly SpecView[], style: Style, digits: number): string {
  return specs
    .map((spec) => `${numberText(spec, digits)} ${safeText(spec.title)}`)
    .join(` ${style.symbols.dot} `);
}

function renderResult(
  result: SearchResult,
  style: Style,
  terminal: Terminal,
  digits: number,
  form: Form,
): string {
  const { spec, matches, explanation } = result;
  const number = numberText(spec, digits);
  const width = terminal.columns === undefined ? undefined : Math.min(terminal.columns, MOST_WIDTH);
  const best = matches[0] && (form === 'full' ? matches[0] : shortened(matches[0], style));
  const place = best === undefined ? '' : `  ${style.path(`${safeText(best.file)}:${best.line}`)}`;
  const archived = spec.archived ? `  ${style.mark('archived')}` : '';
  const state = `${cellText(statusCell(spec, style))}${archived}`;
  const title = wrap(safeText(spec.title), width === undefined ? undefined : Math.max(20, width - 8));
  const [first = '', ...more] = title;
  const head = `${style.ref(number)} ${style.strong(more.length === 0 ? first : `${first}${style.symbols.ellipsis}`)}`;
  const lines: string[] = [];
  if (form === 'brief') lines.push(`${head}  ${state}${place}`);
  else {
    lines.push(head, `${INDENT}${state}${place}  ${style.quiet(whyText(result))}`);
    if (best !== undefined) lines.push(...passageLines(best, style, width, form));
  }
  if (explanation !== undefined) lines.push(...renderExplanation(result.score, explanation, style));
  return lines.join('\n');
}

/** Why it is there, by the words that count. */
function whyText({ terms, relatedTerms, similar, score }: SearchResult): string {
  const list = (words: readonly string[]) => words.slice(0, MOST_TERMS).map(safeText).join(', ');
  const parts = [
    terms.length > 0 ? `contains ${list(terms)}` : '',
    relatedTerms.length > 0 ? `related: ${list(relatedTerms)}` : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join('; ');
  if (similar === true) return 'similar in meaning, no word in common';
  return score === 0 ? 'passes the filters' : '';
}

/** From the line on that has most of the words, no longer than two lines of a terminal. */
function shortened(match: SearchMatch, style: Style): SearchMatch {
  const lines = match.snippet.split('\n');
  const words = new Set([...match.terms, ...match.relatedTerms]);
  const count = (line: string) =>
    new Set((line.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []).filter((word) => words.has(word))).size;
  const counts = lines.map(count);
  const best = Math.max(0, counts.indexOf(Math.max(...counts)));
  const text = lines.slice(best).join(' ').replace(/\s+/g, ' ').trim();
  if (text.length <= SHORT_PASSAGE) return { ...match, line: match.line + best, snippet: text };
  // One line may be a whole file: the words decide which part of it is shown.
  const at = Math.min(
    ...[...words].map((word) => text.indexOf(word)).filter((place) => place >= 0),
    Infinity,
  );
  const from =
    Number.isFinite(at) && at > SHORT_PASSAGE / 2 ? text.lastIndexOf(' ', at - SHORT_PASSAGE / 4) + 1 : 0;
  const part = text
    .slice(from, from + SHORT_PASSAGE)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/ \S*$/, '');
  const begun = from > 0 ? style.symbols.ellipsis : '';
  return { ...match, line: match.line + best, snippet: `${begun}${part}${style.symbols.ellipsis}` };
}

function passageLines(match: SearchMatch, style: Style, width: number | undefined, form: Form): string[] {
  const room = width === undefined ? undefined : Math.max(20, width - 6);
  const text = safeBlock(match.snippet)
    .replace(/\t/g, '  ')
    .replace(/\n{2,}/g, '\n');
  const spans = markWords(text, match.terms, match.relatedTerms, style);
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
