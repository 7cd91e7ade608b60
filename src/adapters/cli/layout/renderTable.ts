import { displayWidth, truncate } from './terminalText.js';
import type { Style } from './terminalStyle.js';

/** Preferred width of a column (`natural`) and the minimum width at which the column is readable (`floor`), in cells. */
export interface ColumnNeed {
  readonly natural: number;
  readonly floor: number;
}

/** Returns the width of a row in cells: its columns and the gaps between them. */
export function totalWidth(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1);
}

/**
 * Returns widths with which the columns fit into `limit` cells. The widest columns shrink first, until all are at their `floor`;
 * then the rightmost columns are cut.
 */
export function fitWidths(needs: readonly ColumnNeed[], limit: number, gap: number): number[] {
  const widths = needs.map((need) => need.natural);
  let excess = totalWidth(widths, gap) - limit;
  while (excess > 0) {
    let widest = -1;
    for (let i = 0; i < needs.length; i++) {
      const width = widths[i] ?? 0;
      if (width > (needs[i]?.floor ?? 0) && (widest < 0 || width > (widths[widest] ?? 0))) widest = i;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  for (let i = widths.length - 1; i >= 0 && excess > 0; i--) {
    const cut = Math.min(excess, Math.max(0, (widths[i] ?? 0) - 1));
    widths[i] = (widths[i] ?? 0) - cut;
    excess -= cut;
  }
  return widths;
}

/** A table cell: its text, and a function that colours the text after it was measured and cut. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** Returns a cell's text for use outside a table. */
export function cellText(cell: Cell | string): string {
  if (typeof cell === 'string') return cell;
  return cell.paint === undefined ? cell.text : cell.paint(cell.text);
}

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => Cell | string;
  readonly align?: 'left' | 'right';
  /** Minimum width, in cells, to which the column shrinks if the table is too wide; if absent, the column does not shrink. */
  readonly shrinkTo?: number;
  /**
   * If shrinking is not enough, columns with the highest number are removed first; a column without a number is never removed.
   */
  readonly dropOrder?: number;
  /** True if the column is shown even if all its cells are empty. */
  readonly isKept?: boolean;
}

interface TableOptions {
  readonly columns: number | undefined;
  readonly ellipsis: string;
  readonly paintHeader: (text: string) => string;
  /** Returns true after the last line that is shown. The lines after it are counted but not drawn: they are empty. */
  readonly isLast?: (line: string) => boolean;
  /** Called for each column that was removed because the table was too wide. */
  readonly onLeftOut?: (header: string) => void;
}

const GAP = 2;
const SPACES: string[] = [];
/** Maximum number of cell widths cached per column. */
const MOST_KNOWN = 16;
/**
 * Maximum width to which cells are padded in a pipe or file. Because cells are not cut there, one very long cell would otherwise
 * widen its whole column.
 */
const UNBOUNDED_PAD = 72;

/** A column with its cells and their widths. Each cell is created only once, because a table may have 10,000 rows. */
interface Measured<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly (Cell | string)[];
  readonly widths: Uint32Array;
  readonly natural: number;
}

/**
 * Renders an aligned table without empty columns. In a terminal, columns shrink and are then removed until the table fits; in a
 * pipe or file, no cell is cut.
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  options: TableOptions,
): string[] {
  const filled = columns
    .map((column) => measure(rows, column))
    .filter((one) => one.column.isKept === true || one.widths.some((width) => width > 0));
  const shown = options.columns === undefined ? filled : thatFit(filled, options.columns);
  for (const { column } of filled)
    if (!shown.some((one) => one.column === column)) options.onLeftOut?.(column.header);
  const widths =
    options.columns === undefined
      ? shown.map((one) => Math.min(one.natural, UNBOUNDED_PAD))
      : fitWidths(
          shown.map((one) => ({ natural: one.natural, floor: floor(one) })),
          options.columns,
          GAP,
        );
  const headings = shown.map((one) => ({
    ...one,
    cells: [one.column.header],
    widths: Uint32Array.of(displayWidth(one.column.header)),
  }));
  const header = drawRow(headings, widths, 0, options);
  const lines = [options.paintHeader(header)];
  for (let row = 0, isFull = false; row < rows.length; row++) {
    const line: string = isFull ? '' : drawRow(shown, widths, row, options);
    isFull ||= options.isLast?.(line) === true;
    lines.push(line);
  }
  return lines;
}

function measure<Row>(rows: readonly Row[], column: Column<Row>): Measured<Row> {
  const cells: (Cell | string)[] = [];
  const widths = new Uint32Array(rows.length);
  let natural = column.header.length;
  // Cells such as statuses and names repeat, so cache their widths.
  const known = new Map<string, number>();
  for (let row = 0; row < rows.length; row++) {
    const cell = column.cell(rows[row] as Row);
    const text = typeof cell === 'string' ? cell : cell.text;
    let width = known.get(text);
    if (width === undefined) {
      width = displayWidth(text);
      if (known.size < MOST_KNOWN) known.set(text, width);
    }
    widths[row] = width;
    if (width > natural) natural = width;
    cells.push(cell);
  }
  return { column, cells, widths, natural };
}

/** Removes columns, highest `dropOrder` first, until the remaining columns can be shrunk to `limit` cells. */
function thatFit<Row>(all: readonly Measured<Row>[], limit: number): readonly Measured<Row>[] {
  let shown = all;
  while (shown.length > 1 && totalWidth(shown.map(floor), GAP) > limit) {
    const victim = shown.reduce((a, b) => ((b.column.dropOrder ?? 0) > (a.column.dropOrder ?? 0) ? b : a));
    if (victim.column.dropOrder === undefined) break;
    shown = shown.filter((one) => one !== victim);
  }
  return shown;
}

function drawRow<Row>(
  shown: readonly Measured<Row>[],
  finalWidths: readonly number[],
  row: number,
  options: Pick<TableOptions, 'columns' | 'ellipsis'>,
): string {
  let line = '';
  // Write padding spaces only before further text, so that no line ends with spaces.
  let owed = 0;
  for (let i = 0; i < shown.length; i++) {
    const { column, cells, widths } = shown[i] as Measured<Row>;
    const cell = cells[row] ?? '';
    const width = finalWidths[i] ?? 0;
    let text = typeof cell === 'string' ? cell : cell.text;
    let taken = widths[row] ?? 0;
    if (options.columns !== undefined && taken > width) {
      text = truncate(text, width, options.ellipsis);
      taken = displayWidth(text);
    }
    const space = width > taken ? width - taken : 0;
    if (text === '') owed += space;
    else {
      const painted = typeof cell === 'string' || cell.paint === undefined ? text : cell.paint(text);
      line += spaces(column.align === 'right' ? owed + space : owed) + painted;
      owed = column.align === 'right' ? 0 : space;
    }
    owed += GAP;
  }
  return line;
}

function spaces(count: number): string {
  return (SPACES[count] ??= ' '.repeat(count));
}

function floor(one: { readonly natural: number; readonly column: { readonly shrinkTo?: number } }): number {
  return Math.min(one.natural, one.column.shrinkTo ?? one.natural);
}

/** Returns a coloured cell for a table of specs, or plain text if the style has no colour. */
export function painted(text: string, paint: (text: string) => string, { colour }: Style): Cell | string {
  return colour ? { text, paint } : text;
}
