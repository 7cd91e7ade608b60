import { largestNumber } from '../../../domain/value/collections.js';
import { pad, type Span, NARROWEST, wrapSpans } from './terminalText.js';

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
 * Returns a one-line chart with one character per value, scaled to the highest value. Zero is a dot, or a space without Unicode.
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
 * Returns the lines for a statistic: `figure` (its name and value) and, beside or below it, the explanation `meaning`.
 * @param taken width of `figure` in cells.
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
