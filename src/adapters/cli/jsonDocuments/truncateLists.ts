/** For a shortened list: its full length, and how many of its items are shown. */
export interface CutList {
  readonly total: number;
  readonly shown: number;
}

type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Cuts each list to its first `most` items. `cut` has the full lengths of the lists that were shortened. */
export function cutLists<Name extends string>(
  lists: Lists<Name>,
  most: number,
): Lists<Name> & { readonly cut?: Readonly<Partial<Record<Name, CutList>>> } {
  const all: readonly (readonly [string, readonly string[]])[] = Object.entries(lists);
  const long = all.filter(([, list]) => list.length > most);
  const some = Object.fromEntries(all.map(([name, list]) => [name, list.slice(0, most)]));
  const cut = Object.fromEntries(long.map(([name, list]) => [name, { total: list.length, shown: most }]));
  return { ...(some as Lists<string> as Lists<Name>), ...(long.length > 0 && { cut: cut as never }) };
}
