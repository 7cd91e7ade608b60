import { type Span, NARROWEST, wrapSpans } from './terminalText.js';

/** Returns a progress bar, always `width` cells wide, for a share between 0 and 1. */
export function meter(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
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
