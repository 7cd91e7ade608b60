/**
 * How many of each column are shown when all of them together may cost no more than `budget`: in turn the next of every column, as long as it
 * fits and the column has not as many as it shall have.
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

/** Tokens that titles may have: they are shortened before specs are left out. */
const TITLE_TOKENS = [24, 16, 12, 8] as const;

/** The items, made with titles of that many tokens, as many as fit. */
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
