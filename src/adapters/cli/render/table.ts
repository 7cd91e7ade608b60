import { fitWidths, totalWidth } from './fitWidths.js';
import { displayWidth, pad, truncate } from './width.js';

/** One cell: its text, and how it is painted once it has its width. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => Cell | string;
  readonly align?: 'left' | 'right';
  /** Gives way when the table is too wide, down to this many cells. */
  readonly shrinkTo?: number;
  /** Left out altogether, highest first, when shrinking is not enough. */
  readonly dropOrder?: number;
}

export interface TableOptions {
  readonly columns: number | undefined;
  readonly ellipsis: string;
  readonly paintHeader: (text: string) => string;
}

const GAP = '  ';
/** Without a terminal nothing is cut; one endless cell shall not push all others aside, though. */
const UNBOUNDED_PAD = 72;

/**
 * Aligned columns. In a terminal the table fits its width: columns shrink, then go; empty columns are never shown.
 * Anywhere else every cell is whole.
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  options: TableOptions,
): string[] {
  const cells = columns.map((column) => rows.map((row) => asCell(column.cell(row))));
  const filled = columns.map((column, i) => ({ column, cells: cells[i] ?? [] }));
  let shown = filled
    .filter((one) => one.cells.some((cell) => cell.text !== ''))
    .map((one) => ({
      ...one,
      widths: one.cells.map((cell) => displayWidth(cell.text)),
    }))
    .map((one) => ({
      ...one,
      natural: one.widths.reduce((a, b) => Math.max(a, b), one.column.header.length),
    }));
  const limit = options.columns;
  while (limit !== undefined && shown.length > 1 && totalWidth(shown.map(floor), GAP.length) > limit) {
    const victim = shown.reduce((a, b) => ((b.column.dropOrder ?? 0) > (a.column.dropOrder ?? 0) ? b : a));
    if ((victim.column.dropOrder ?? 0) === 0) break;
    shown = shown.filter((one) => one !== victim);
  }
  const final =
    limit === undefined
      ? shown.map((one) => Math.min(one.natural, UNBOUNDED_PAD))
      : fitWidths(
          shown.map((one) => ({ natural: one.natural, floor: floor(one) })),
          limit,
          GAP.length,
        );

  const lines: string[] = [];
  const last = shown.length - 1;
  const header = shown.map(({ column }, i) =>
    finish(
      truncate(column.header, limit === undefined ? Infinity : (final[i] ?? 0), ''),
      final[i] ?? 0,
      column,
      i === last,
    ),
  );
  lines.push(options.paintHeader(header.join(GAP).trimEnd()));
  for (let row = 0; row < rows.length; row++) {
    let line = '';
    for (let i = 0; i <= last; i++) {
      const one = shown[i] as (typeof shown)[number];
      const cell = one.cells[row] as Cell;
      const width = final[i] as number;
      let text = cell.text;
      let taken = one.widths[row] as number;
      if (limit !== undefined && taken > width) {
        text = truncate(text, width, options.ellipsis);
        taken = displayWidth(text);
      }
      const painted = cell.paint === undefined || text === '' ? text : cell.paint(text);
      const space = ' '.repeat(Math.max(0, width - taken));
      if (one.column.align === 'right') line += space + painted;
      else line += i === last ? painted : painted + space;
      if (i < last) line += GAP;
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

function floor(one: { readonly natural: number; readonly column: { readonly shrinkTo?: number } }): number {
  return Math.min(one.natural, one.column.shrinkTo ?? one.natural);
}

function finish(
  text: string,
  width: number,
  column: { readonly align?: 'left' | 'right' },
  last: boolean,
): string {
  return last && column.align !== 'right' ? text : pad(text, width, column.align);
}

function asCell(cell: Cell | string): Cell {
  return typeof cell === 'string' ? { text: cell } : cell;
}
