import { BOUNDS } from './bounds.js';

/** Lists names for a sentence: the first names, and how many more there are. */
export function firstOf(names: readonly string[], most: number = BOUNDS.named): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

/** Groups items by key. Groups are in the order of their first items. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/**
 * Returns the largest number. Avoids `Math.max`, which throws when given a few hundred thousand arguments.
 * @param least the result if no number is larger.
 */
export function largestNumber(numbers: Iterable<number>, least = -Infinity): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}

type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns an object without the members that are undefined. */
export function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** Returns a function that caches the results of `answer`. The cache must not outlive the command, because files change. */
export function remembered<Key, Value>(answer: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, answer(key));
    return known.get(key) as Value;
  };
}
