import type { Tokens } from 'marked';
import { largestNumber } from '../../../../domain/value/collections.js';
import { fitWidths, totalWidth, type ColumnNeed } from '../columnWidths.js';
import type { Style } from '../terminalStyle.js';
import { displayWidth } from '../displayWidth.js';
import { wrapSpans, type Span } from '../wrapText.js';
import { inlineSpans } from './markdownInline.js';

const GAP = 2;
const READABLE = 8;
/** Words up to this length are broken only if the table does not fit otherwise. */
const WHOLE_WORD = 16;

/**
 * Renders a Markdown table. If the table is too wide, its cells wrap; if it is still too wide, each row becomes a list of
 * headings and values.
 */
export function markdownTable(token: Tokens.Table, width: number | undefined, style: Style): string[] {
  const header = token.header.map((cell) => inlineSpans(cell.tokens, style, style.strong));
  const rows = token.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, style)));
  const needs = header.map((cell, i) => {
    const cells = [cell, ...rows.map((row) => row[i] ?? [])];
    const natural = largestNumber(cells.map(spansWidth), 1);
    const word = Math.min(WHOLE_WORD, largestNumber(cells.map(longestWord)));
    return { natural, floor: Math.min(natural, Math.max(READABLE, word)) };
  });
  const least = needs.map((need) => Math.min(need.natural, READABLE));
  if (width !== undefined && totalWidth(least, GAP) > width) return records(header, rows, width, style);
  const widths = width === undefined ? needs.map((need) => need.natural) : shrunk(needs, least, width);
  const align = (i: number): Align => token.align[i] ?? 'left';
  const head = row(header, widths, align);
  const body = rows.map((cells) => row(cells, widths, align));
  const airy = body.some((lines) => lines.length > 1);
  return [
    ...head,
    style.quiet(widths.map((cells) => style.symbols.line.repeat(cells)).join(' '.repeat(GAP))),
    ...body.flatMap((lines, i) => (airy && i > 0 ? ['', ...lines] : lines)),
  ];
}

type Align = 'left' | 'right' | 'center';

function row(
  cells: readonly (readonly Span[])[],
  widths: readonly number[],
  align: (i: number) => Align,
): string[] {
  const wrapped = widths.map((width, i) => wrapSpans(cells[i] ?? [], width));
  const height = largestNumber(wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, i) => place(wrapped[i]?.[line] ?? '', width, align(i)))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function place(text: string, width: number, align: Align): string {
  const space = Math.max(0, width - displayWidth(text));
  const before = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(space - before);
}

function records(
  header: readonly (readonly Span[])[],
  rows: readonly (readonly (readonly Span[])[])[],
  width: number,
  style: Style,
): string[] {
  return rows.flatMap((cells, r) => [
    ...(r > 0 ? [''] : []),
    ...cells.flatMap((cell, i) =>
      wrapSpans([...(header[i] ?? []), { text: ': ', paint: style.quiet }, ...cell], width),
    ),
  ]);
}

/** Returns column widths that fit `width`. Words are broken only if the columns do not fit with whole words. */
function shrunk(needs: readonly ColumnNeed[], least: readonly number[], width: number): number[] {
  const roomy = totalWidth(
    needs.map((need) => need.floor),
    GAP,
  );
  if (roomy <= width) return fitWidths(needs, width, GAP);
  return fitWidths(
    needs.map((need, i) => ({ natural: need.floor, floor: least[i] ?? 1 })),
    width,
    GAP,
  );
}

function longestWord(spans: readonly Span[]): number {
  const words = spans
    .map((span) => span.text)
    .join('')
    .split(/\s+/);
  return largestNumber(words.map(displayWidth));
}

function spansWidth(spans: readonly Span[]): number {
  const lines = spans
    .map((span) => span.text)
    .join('')
    .split('\n');
  return largestNumber(lines.map(displayWidth));
}
