import { BOUNDS } from '../../../domain/value/bounds.js';
import { STALE_AFTER_DAYS } from '../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import { OVERSIZED_ABOVE } from '../../../domain/fields/parseStatus.js';
import { largestNumber } from '../../../domain/value/collections.js';
import { numberText } from './specTable.js';
import type { Mark, Style, Terminal } from './terminalStyle.js';
import { NARROWEST, pad, type Span, wrapSpans } from './wrapText.js';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_LEVELS = ['_', '.', '-', '=', '+', '*', '#', '@'];

/** Returns a horizontal bar of at most `width` cells for `value` out of `max`; any value above zero is visible. */
export function bar(value: number, max: number, width: number, unicode: boolean): string {
  if (!(value > 0) || !(max > 0) || width < 1) return '';
  const cells = Math.min(1, value / max) * width;
  if (!unicode) return '#'.repeat(Math.max(1, Math.round(cells)));
  const whole = Math.floor(cells);
  const rest = EIGHTHS[Math.round((cells - whole) * 8)];
  const text = '█'.repeat(whole) + (rest ?? '█');
  return text === '' ? '▏' : text;
}

/** Returns a progress bar, always `width` cells wide, for a share between 0 and 1. */
export function meter(share: number, width: number, unicode: boolean): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  const [done, rest] = unicode ? ['█', '░'] : ['#', '.'];
  return done.repeat(full) + rest.repeat(width - full);
}

/**
 * Returns a chart of one line: one character per value, scaled to the highest value. Zero is a dot, or a blank without Unicode.
 */
export function sparkline(values: readonly number[], unicode: boolean): string {
  const levels = unicode ? LEVELS : ASCII_LEVELS;
  const max = largestNumber(values, 0);
  return values
    .map((value) =>
      value > 0 ? levels[Math.max(0, Math.ceil((value / max) * levels.length) - 1)] : unicode ? '·' : ' ',
    )
    .join('');
}

/** Returns labelled horizontal bars, one line each, with the value after the bar. */
export function barChart(
  rows: readonly { readonly label: string; readonly value: number }[],
  options: { readonly width: number; readonly unicode: boolean; readonly paint?: (bar: string) => string },
): string[] {
  const max = largestNumber(
    rows.map((row) => row.value),
    0,
  );
  const labelWidth = largestNumber(
    rows.map((row) => row.label.length),
    0,
  );
  const barWidth = Math.max(1, options.width - labelWidth - String(max).length - 4);
  const paint = options.paint ?? ((text: string): string => text);
  return rows.map(({ label, value }) => {
    const drawn = bar(value, max, barWidth, options.unicode);
    return `${pad(label, labelWidth)}  ${drawn === '' ? '' : `${paint(drawn)} `}${value}`;
  });
}

/**
 * Returns the lines for a figure (a name and its value) with an explanation beside or below it. @param taken width of `figure` in
 * cells.
 */
export function figureLines(
  figure: string,
  taken: number,
  meaning: readonly Span[],
  columns: number | undefined,
): string[] {
  const beside = columns === undefined || columns - taken - 1 >= NARROWEST;
  const indent = beside ? taken + 1 : 2;
  const room = columns === undefined ? undefined : Math.max(1, columns - indent);
  const lines = wrapSpans(meaning, room);
  const rest = (beside ? lines.slice(1) : lines).map((line) => ' '.repeat(indent) + line);
  return [beside ? `${figure} ${lines[0] ?? ''}` : figure, ...rest];
}

const NAME_WIDTH = 11;

/** Returns the numbers of the specs that the health section mentions, by folder name or path. */
function numbersNamed({
  health,
  columns,
}: Pick<ShowBoardResult, 'health' | 'columns'>): Readonly<Record<string, number | null>> {
  const { blocked, stale, oversized, problems } = health;
  const named = new Set([blocked, stale, oversized, problems].flatMap((refs) => refs.slice(0, BOUNDS.named)));
  // Search the columns, because every spec named in the health section is in one of them.
  const specs = columns.flatMap((column) => column.specs);
  return Object.fromEntries(
    specs.flatMap(({ ref, path, sequence }) =>
      [ref, path].filter((name) => named.has(name)).map((name) => [name, sequence]),
    ),
  );
}

/** Returns `2 complete in the archive`. */
export function archivedWords(count: number): string {
  return `${String(count)} complete in the archive`;
}

/** Renders the health section of the board: each figure with its meaning and the specs that it counts. */
export function renderHealth(
  { health, columns }: Pick<ShowBoardResult, 'health' | 'columns'>,
  style: Style,
  terminal: Pick<Terminal, 'columns'>,
  digits: number,
): string[] {
  const numbers = numbersNamed({ health, columns });
  const figure = (name: string, value: string, spans: readonly Span[]): string[] =>
    figureLines(`${pad(name, NAME_WIDTH)} ${value}`, NAME_WIDTH + 5, spans, terminal.columns);
  const concern = (name: Mark | 'problems', refs: readonly string[], meaning: string): string[] => {
    const paint = refs.length === 0 ? style.quiet : name === 'problems' ? style.error : style.markPaint(name);
    const names = refs
      .slice(0, BOUNDS.named)
      .map((ref) =>
        numberText(
          { ref, sequence: (Object.hasOwn(numbers, ref) ? numbers[ref] : undefined) ?? null },
          digits,
        ),
      );
    const more = refs.length > BOUNDS.named ? `, ${style.symbols.ellipsis}` : '';
    return figure(name, paint(pad(String(refs.length), 4, 'right')), [
      { text: style.called(meaning), paint: style.quiet },
      { text: refs.length === 0 ? '' : `: ${names.join(', ')}${more}` },
    ]);
  };
  const percent = `${Math.floor(health.completionRate * 100)}%`;
  const counts = Object.entries(health.byStatus).map(([status, count]) => `${count} ${status}`);
  const ended = Object.entries(health.ended ?? {});
  const limit = String(OVERSIZED_ABOVE).replace(/(?=\d{3}$)/, ',');
  return [
    style.strong('Health'),
    ...figure('completion', pad(percent, 4, 'right'), [
      { text: meter(health.completionRate, 12, style.unicode), paint: style.success },
      {
        text: ` ${health.byStatus.complete} of ${health.total} complete: ${counts.join(', ')}${health.archivedComplete === undefined ? '' : `; ${archivedWords(health.archivedComplete)}`}`,
        paint: style.quiet,
      },
    ]),
    ...(ended.length === 0
      ? []
      : figure(
          'ended',
          style.quiet(pad(String(ended.reduce((sum, [, count]) => sum + count, 0)), 4, 'right')),
          [{ text: ended.map(([outcome, count]) => `${count} ${outcome}`).join(', '), paint: style.quiet }],
        )),
    ...concern('blocked', health.blocked, 'waiting for specs that are not complete'),
    ...concern('stale', health.stale, `in progress, unchanged for ${STALE_AFTER_DAYS} days`),
    ...concern(
      'oversized',
      health.oversized,
      `above ${limit} tokens${health.estimated ? ', some estimated (spectool tokens counts them)' : ''}`,
    ),
    ...concern(
      'problems',
      health.problems,
      'unreadable, with invalid values, or complete and failing (spectool validate)',
    ),
  ];
}
