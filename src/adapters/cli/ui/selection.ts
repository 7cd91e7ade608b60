import type { BoardColumn } from '../../../application/projections/boardColumns.js';
import type { SpecView } from '../../../domain/spec/specView.js';

/** Returns the columns of the board, reduced to the specs whose number, name, title or tags contain every word of the filter. */
export function filteredColumns(columns: Columns, filter: string): Columns {
  const words = filter.toLowerCase().split(/\s+/u);
  const isShown = ({ ref, title, tags }: SpecView) => {
    const text = `${ref} ${title} ${tags.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return columns.map(({ key, specs }) => ({ key, specs: specs.filter(isShown) }));
}

/** The position of the selected spec on the board of `ui`. */
export interface Selection {
  /** Index of the column on the board. */
  readonly column: number;
  /** Index of the spec in the column; 0 in an empty column. */
  readonly row: number;
}

export type Columns = readonly Pick<BoardColumn, 'key' | 'specs'>[];

export function selectedIn(columns: Columns, { column, row }: Selection): SpecView | undefined {
  return columns[column]?.specs[row];
}

/** Returns the selection after a movement key. @param page number of rows that page up and page down move by. */
export function moved(columns: Columns, { column, row }: Selection, key: string, page: number): Selection {
  const last = (columns[column]?.specs.length ?? 0) - 1;
  const at = (to: number): Selection => ({ column, row: Math.max(0, Math.min(to, last)) });
  const across = (step: 1 | -1): Selection => {
    let to = column + step;
    while (columns[to]?.specs.length === 0) to += step;
    const { specs } = columns[to] ?? {};
    return specs === undefined ? { column, row } : { column: to, row: Math.min(row, specs.length - 1) };
  };
  switch (key) {
    case 'up':
      return at(row - 1);
    case 'down':
      return at(row + 1);
    case 'page up':
      return at(row - page);
    case 'page down':
      return at(row + page);
    case 'home':
      return at(0);
    case 'end':
      return at(last);
    case 'left':
      return across(-1);
    case 'right':
      return across(1);
    default:
      return { column, row };
  }
}

/**
 * Returns the selection after the board changed: the same spec, in whichever row and column it is now. If the spec is no longer
 * on the board, returns the same row of the same column or, if that column is empty, of the nearest column with specs.
 */
export function followed(before: Columns, selection: Selection, after: Columns): Selection {
  const spec = selectedIn(before, selection);
  // Look by path first, because copies of a spec share its id; a renamed spec keeps its id.
  for (const isSame of [
    (one: SpecView) => one.path === spec?.path,
    (one: SpecView) => one.id !== null && one.id === spec?.id,
  ])
    for (const [column, { specs }] of after.entries()) {
      const row = specs.findIndex(isSame);
      if (row >= 0) return { column, row };
    }
  const distance = (column: number) => Math.abs(column - selection.column);
  const [nearest = 0] = [...after.keys()]
    .filter((column) => (after[column]?.specs.length ?? 0) > 0)
    .sort((a, b) => distance(a) - distance(b));
  const last = (after[nearest]?.specs.length ?? 0) - 1;
  return { column: nearest, row: Math.max(0, Math.min(selection.row, last)) };
}

/**
 * Returns the index of the first row to draw, so that the selected row is visible and the column scrolls as little as possible.
 */
export function scrolled(top: number, row: number, room: number, count: number): number {
  const visible = row < top ? row : row >= top + room ? row - room + 1 : top;
  return Math.max(0, Math.min(visible, count - room));
}
