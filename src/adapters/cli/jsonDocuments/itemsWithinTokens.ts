/**
 * Returns how many items of each column to show so that the total cost is at most `budget`. It takes the next item of each column
 * in turn, until an item no longer fits or the column has reached `most`.
 */
export function firstOfEach<Item>(
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

/** Maximum tokens of a title, tried in turn: titles are shortened before specs are left out. */
const TITLE_TOKENS = [24, 16, 12, 8] as const;

/**
 * Returns the items that fit the budget, with titles as long as possible.
 * @param make creates the items, with titles of at most `titleTokens` tokens.
 */
export function fittingItems<Item>(
  make: (titleTokens: number) => readonly Item[],
  budget: number,
  costOf: (item: Item) => number,
): readonly Item[] {
  if (budget === Infinity) return make(Infinity);
  let items: readonly Item[] = [];
  let count = 0;
  for (const titleTokens of TITLE_TOKENS) {
    items = make(titleTokens);
    [count = 0] = firstOfEach([{ items, most: Infinity }], budget, costOf);
    if (count === items.length) break;
  }
  return items.slice(0, count);
}
