import { bareWords, type Criterion, retiredWords } from '../criteria/criteria.js';

/** The same item in two versions; `was` is absent for an added item, `now` for a removed one. */
interface Pair<Item> {
  readonly was?: Item;
  readonly now?: Item;
}

/** The least share of common words with which two texts count as the same item, reworded. */
const ALIKE = 0.5;
/** The greatest number of items of each version that are compared with each other; more items are paired only by equal keys. */
const MOST_COMPARED = 200;

/**
 * Pairs the items of two versions: by equal values of each key in turn, and then by similar words. Pairs are in the order of the
 * new version, followed by the removed items.
 */
export function pairItems<Item>(
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

/** Returns the share of words that two texts have in common, from 0 to 1. */
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

/**
 * Pairs criteria by their words, then by their labels, then by similar words. A retired criterion is compared by its words before
 * the retirement.
 */
export function pairedCriteria(
  before: readonly Criterion[],
  after: readonly Criterion[],
): readonly Pair<Criterion>[] {
  return pairItems(before, after, [wordsOf, ({ label }) => label], wordsOf);
}

export type CriterionChangeKind =
  'added' | 'removed' | 'reworded' | 'ticked' | 'unticked' | 'retired' | 'restored';

/** Returns the kinds of changes of a criterion; empty if it did not change. */
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

/** The parts of a criterion that the log stores. */
export interface KnownCriterion {
  readonly label?: string;
  readonly text: string;
}

/** The criteria in the log that the text no longer has, or has in other words. */
export interface LostCriteria<Known extends KnownCriterion = KnownCriterion> {
  readonly removed: readonly Known[];
  /** Criteria that were reworded, split, or joined with another criterion. */
  readonly reworded: readonly { readonly was: Known; readonly now: KnownCriterion }[];
}

/** The share of a removed criterion's words that another criterion must have gained for the two to count as joined. */
const JOINED = 0.6;

/**
 * Compares the criteria in the log with those in the text: by their words, then by their labels, then by similar words.
 * @param retired the texts of retired criteria, which are not reported as removed.
 */
export function lostCriteria<Known extends KnownCriterion>(
  known: readonly Known[],
  current: readonly KnownCriterion[],
  retired: readonly string[],
): LostCriteria<Known> {
  const given = new Set(retired.map(bareWords));
  const asked = known.filter(({ text }) => !given.has(bareWords(text)));
  const pairs = pairItems<KnownCriterion>(
    asked,
    current,
    [criterionWords, ({ label }) => label],
    criterionWords,
  ) as readonly Pair<Known>[];
  const found = pairs.flatMap(({ was, now }) =>
    was === undefined ? [] : [{ was, now: now ?? joined(was, pairs) }],
  );
  return {
    removed: found.flatMap(({ was, now }) => (now === undefined ? [was] : [])),
    reworded: found.flatMap(({ was, now }) =>
      now === undefined || criterionWords(was) === criterionWords(now) ? [] : [{ was, now }],
    ),
  };
}

/** Returns the criterion in the text that gained the words of a criterion that is missing there. */
function joined(lost: KnownCriterion, pairs: readonly Pair<KnownCriterion>[]): KnownCriterion | undefined {
  return pairs.find(({ was, now }) => {
    if (was === undefined || now === undefined) return false;
    const [former, present] = [wordsIn(was), wordsIn(now)];
    const own = [...wordsIn(lost)].filter((word) => !former.has(word));
    return own.length > 0 && own.filter((word) => present.has(word)).length >= JOINED * own.length;
  })?.now;
}

function wordsIn(one: KnownCriterion): ReadonlySet<string> {
  return new Set(
    criterionWords(one)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

function criterionWords({ text }: KnownCriterion): string {
  return bareWords(retiredWords(text) ?? text);
}
