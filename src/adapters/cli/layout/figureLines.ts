import { wrapSpans, type Span } from './wrap.js';

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
