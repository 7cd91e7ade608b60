import type { BoardColumn } from '../../../../../application/projections/boardColumns.js';
import { isStatus } from '../../../../../domain/spec/status.js';

/** Estimated tokens of the heading of a column. */
const COLUMN_TOKENS = 14;
/** The part of the budget that is kept for specs. */
const LEAST_FOR_SPECS = 0.7;
/** Maximum specs in a column of complete specs, or of specs with an unknown status. */
const FINISHED_SHOWN = 8;
const OPEN_SHOWN = 40;

/**
 * Chooses the columns, and the number of specs in each, that fit `budget`. If there are too many columns, those with the most
 * specs are kept.
 * @param budget in the unit of `costOf`; if it is infinite, everything is included.
 * @param itemsOf returns the specs of a column as they will be shown.
 */
export function shownColumns<Item>(
  all: readonly BoardColumn[],
  budget: number,
  itemsOf: (column: BoardColumn) => readonly Item[],
  costOf: (item: Item | string) => number,
): readonly { readonly column: BoardColumn; readonly items: readonly Item[] }[] {
  let left = budget;
  const kept = new Set<BoardColumn>();
  for (const column of [...all].sort((a, b) => b.specs.length - a.specs.length)) {
    const cost = budget === Infinity ? 0 : COLUMN_TOKENS + costOf(column.key);
    // Keep enough of the budget for specs, because column headings alone are of no use.
    if (left - cost < budget * LEAST_FOR_SPECS) break;
    left -= cost;
    kept.add(column);
  }
  const columns = all.filter((column) => kept.has(column));
  const items = columns.map((column) => itemsOf(column));
  const counts = firstOfEach(
    items.map((one) => ({ items: one, most: Infinity })),
    left,
    costOf,
  );
  return columns.map((column, i) => ({ column, items: items[i]?.slice(0, counts[i]) ?? [] }));
}

/** Returns the maximum number of specs to show in a column. */
export function mostOf({ key, specs }: BoardColumn, isWhole: boolean): number {
  if (isWhole) return Infinity;
  const isOpen = isStatus(key)
    ? key !== 'complete'
    : specs.some(({ status }) => status !== 'complete' && status !== null);
  return isOpen ? OPEN_SHOWN : FINISHED_SHOWN;
}

/**
 * Returns how many items of each column to show so that the total cost is at most `budget`. It takes the next item of each column
 * in turn, until an item no longer fits or the column has reached `most`.
 */
function firstOfEach<Item>(
  columns: readonly { readonly items: readonly Item[]; readonly most: number }[],
  budget: number,
  costOf: (item: Item) => number,
): readonly number[] {
  const counts = columns.map(() => 0);
  let left = budget;
  let open = columns.map((_, i) => i);
  while (open.length > 0) {
    open = open.filter((i) => {
      const { items = [], most = 0 } = columns[i] ?? {};
      const count = counts[i] ?? 0;
      const item = items[count];
      if (item === undefined || count >= most) return false;
      const cost = budget === Infinity ? 0 : costOf(item);
      if (cost > left) return false;
      left -= cost;
      counts[i] = count + 1;
      return true;
    });
  }
  return counts;
}
