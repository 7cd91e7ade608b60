import { largest } from '../../../domain/value/largest.js';
import { pad } from './width.js';
import { wrapSpans, type Span } from './wrap.js';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_LEVELS = ['_', '.', '-', '=', '+', '*', '#', '@'];

/** A horizontal bar of at most `width` cells for `value` of `max`; anything above zero shows at least a sliver. */
export function bar(value: number, max: number, width: number, unicode: boolean): string {
  if (!(value > 0) || !(max > 0) || width < 1) return '';
  const cells = Math.min(1, value / max) * width;
  if (!unicode) return '#'.repeat(Math.max(1, Math.round(cells)));
  const whole = Math.floor(cells);
  const rest = EIGHTHS[Math.round((cells - whole) * 8)];
  const text = '█'.repeat(whole) + (rest ?? '█');
  return text === '' ? '▏' : text;
}

/** A bar on its track, always `width` cells wide: how much of the whole is done. */
export function meter(share: number, width: number, unicode: boolean): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  const [done, rest] = unicode ? ['█', '░'] : ['#', '.'];
  return done.repeat(full) + rest.repeat(width - full);
}

/** One character per value, scaled to the highest; zero is a blank baseline. */
export function sparkline(values: readonly number[], unicode: boolean): string {
  const levels = unicode ? LEVELS : ASCII_LEVELS;
  const max = largest(values, 0);
  return values
    .map((value) =>
      value > 0 ? levels[Math.max(0, Math.ceil((value / max) * levels.length) - 1)] : unicode ? '·' : ' ',
    )
    .join('');
}

/** Labelled horizontal bars, one line each, the value behind the bar. */
export function barChart(
  rows: readonly { readonly label: string; readonly value: number }[],
  options: { readonly width: number; readonly unicode: boolean; readonly paint?: (bar: string) => string },
): string[] {
  const max = largest(
    rows.map((row) => row.value),
    0,
  );
  const labelWidth = largest(
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

/** Less room than this beside the figure, and its meaning goes below. */
const LEAST = 20;

/** A figure and, beside it or below it, what it means. `taken` are the cells of `figure`. */
export function figureLines(
  figure: string,
  taken: number,
  meaning: readonly Span[],
  columns: number | undefined,
): string[] {
  const beside = columns === undefined || columns - taken - 1 >= LEAST;
  const indent = beside ? taken + 1 : 2;
  const room = columns === undefined ? undefined : Math.max(1, columns - indent);
  const lines = wrapSpans(meaning, room);
  const rest = (beside ? lines.slice(1) : lines).map((line) => ' '.repeat(indent) + line);
  return [beside ? `${figure} ${lines[0] ?? ''}` : figure, ...rest];
}
