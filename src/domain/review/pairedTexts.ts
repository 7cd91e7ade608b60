import type { Criterion } from '../criteria/criteria.js';
import { bareWords, retiredWords } from '../criteria/retiredCriteria.js';

/** The same item in two versions; `was` is absent for an added item, `now` for a removed one. */
export interface Pair<Item> {
  readonly was?: Item;
  readonly now?: Item;
}

/** Two texts count as the same item, reworded, if they share at least this part of their words. */
const ALIKE = 0.5;
/** The greatest number of items of each version that are compared with each other; more items are paired only by equal keys. */
const MOST_COMPARED = 200;

/**
 * Pairs the items of two versions: by each key in turn, as far as two unpaired items have the same, and then by similar words.
 * Pairs are in the order of the new version; removed items follow.
 */
export function paired<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keys: readonly ((item: Item) => string | undefined)[],
  wordsOf: (item: Item) => string,
): readonly Pair<Item>[] {
  const former = new Map<Item, Item>();
  const left = new Set(before);
  const pair = (now: Item, was: Item) => {
    former.set(now, was);
    left.delete(was);
  };
  for (const keyOf of keys) {
    const waiting = new Map<string, Item[]>();
    for (const was of [...left].reverse()) {
      const key = keyOf(was);
      if (key === undefined) continue;
      const same = waiting.get(key);
      if (same === undefined) waiting.set(key, [was]);
      else same.push(was);
    }
    for (const now of after) {
      const key = former.has(now) ? undefined : keyOf(now);
      const was = key === undefined ? undefined : waiting.get(key)?.pop();
      if (was !== undefined) pair(now, was);
    }
  }
  const unpaired = after.filter((now) => !former.has(now));
  for (const { was, now } of alike([...left], unpaired, wordsOf))
    if (left.has(was) && !former.has(now)) pair(now, was);
  return [
    ...after.map((now): Pair<Item> => {
      const was = former.get(now);
      return was === undefined ? { now } : { was, now };
    }),
    ...[...left].map((was): Pair<Item> => ({ was })),
  ];
}

/** Returns the pairs of similar items, most similar first. */
function alike<Item>(before: readonly Item[], after: readonly Item[], wordsOf: (item: Item) => string) {
  if (before.length > MOST_COMPARED || after.length > MOST_COMPARED) return [];
  const wordsIn = (item: Item) =>
    wordsOf(item)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const olds = before.map((was) => ({ was, words: wordsIn(was) }));
  return after
    .flatMap((now) => {
      const words = wordsIn(now);
      return olds.map(({ was, words: old }) => ({ was, now, part: shared(old, words) }));
    })
    .filter(({ part }) => part >= ALIKE)
    .sort((a, b) => b.part - a.part);
}

/** Returns the part of words that two texts share, from 0 to 1. */
function shared(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of b) {
    const count = counts.get(word) ?? 0;
    if (count > 0) both += 1;
    counts.set(word, count - 1);
  }
  return a.length + b.length === 0 ? 0 : (2 * both) / (a.length + b.length);
}

/** Pairs criteria by their words, then by their labels, then by similar words. A retired criterion has the words that it had. */
export function pairedCriteria(
  before: readonly Criterion[],
  after: readonly Criterion[],
): readonly Pair<Criterion>[] {
  return paired(before, after, [wordsOf, ({ label }) => label], wordsOf);
}

export const CRITERION_CHANGES = [
  'added',
  'removed',
  'reworded',
  'ticked',
  'unticked',
  'retired',
  'restored',
] as const;
export type CriterionChangeKind = (typeof CRITERION_CHANGES)[number];

/** Returns how a criterion changed; empty if it did not. */
export function criterionChanges({ was, now }: Pair<Criterion>): readonly CriterionChangeKind[] {
  if (was === undefined) return ['added'];
  if (now === undefined) return ['removed'];
  const [wasRetired, isRetired] = [was, now].map(({ text }) => retiredWords(text) !== undefined);
  return [
    ...(wordsOf(was) === wordsOf(now) ? [] : ['reworded' as const]),
    ...(was.done === now.done ? [] : [now.done ? ('ticked' as const) : ('unticked' as const)]),
    ...(wasRetired === isRetired ? [] : [isRetired === true ? ('retired' as const) : ('restored' as const)]),
  ];
}

function wordsOf({ text }: Criterion): string {
  return bareWords(retiredWords(text) ?? text);
}
