import type { BoardColumn } from '../../../application/projections/boardColumns.js';
import type { SpecView } from '../../../domain/spec/specView.js';

/** The selected spec of a board. */
export interface Selection {
  /** Index of the column. */
  readonly column: number;
  /** Index in the column; 0 in an empty column. */
  readonly row: number;
}

export type Columns = readonly Pick<BoardColumn, 'key' | 'specs'>[];

export function selectedIn(columns: Columns, { column, row }: Selection): SpecView | undefined {
  return columns[column]?.specs[row];
}

/** Moves the selection. @param page the number of rows that a page has. */
export function moved(columns: Columns, { column, row }: Selection, key: string, page: number): Selection {
  const last = (columns[column]?.specs.length ?? 0) - 1;
  const at = (to: number): Selection => ({ column, row: Math.max(0, Math.min(to, last)) });
  const across = (to: number): Selection => {
    const kept = Math.max(0, Math.min(to, columns.length - 1));
    return { column: kept, row: Math.max(0, Math.min(row, (columns[kept]?.specs.length ?? 0) - 1)) };
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
      return across(column - 1);
    case 'right':
      return across(column + 1);
    default:
      return { column, row };
  }
}

/**
 * Returns the selection after the board changed: the same spec wherever it is now; if it is gone, the spec that took its place.
 */
export function followed(before: Columns, selection: Selection, after: Columns): Selection {
  const spec = selectedIn(before, selection);
  const isSame = (one: SpecView) =>
    spec !== undefined && (spec.id === null ? one.path === spec.path : one.id === spec.id);
  for (const [column, { specs }] of after.entries()) {
    const row = specs.findIndex(isSame);
    if (row >= 0) return { column, row };
  }
  return moved(after, selection, 'stay', 0).column < after.length
    ? {
        column: selection.column,
        row: Math.max(0, Math.min(selection.row, (after[selection.column]?.specs.length ?? 0) - 1)),
      }
    : { column: 0, row: 0 };
}

/** Returns the index of the first row to draw, so that the selected row is visible and the list moves as little as possible. */
export function scrolled(top: number, row: number, room: number, count: number): number {
  const visible = row < top ? row : row >= top + room ? row - room + 1 : top;
  return Math.max(0, Math.min(visible, count - room));
}
