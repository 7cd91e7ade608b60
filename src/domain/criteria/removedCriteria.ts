import { type Pair, paired } from '../review/pairedTexts.js';
import { bareWords, retiredWords } from './retiredCriteria.js';

/** A criterion that the log knows. */
export interface KnownCriterion {
  readonly label?: string;
  readonly text: string;
}

/** How the criteria of a text differ from those that the log knows. */
export interface LostCriteria<Known extends KnownCriterion = KnownCriterion> {
  readonly removed: readonly Known[];
  /** Criteria that have other words now, or were split or joined. */
  readonly reworded: readonly { readonly was: Known; readonly now: KnownCriterion }[];
}

/** A criterion counts as joined to another if that one gained at least this part of the words that are its own. */
const JOINED = 0.6;

/**
 * Compares the criteria that the log knows with those of the text: by their words, then by their labels, then by similar words.
 * @param retired the texts of criteria that were retired, which nobody misses.
 */
export function lostCriteria<Known extends KnownCriterion>(
  known: readonly Known[],
  current: readonly KnownCriterion[],
  retired: readonly string[],
): LostCriteria<Known> {
  const given = new Set(retired.map(bareWords));
  const asked = known.filter(({ text }) => !given.has(bareWords(text)));
  const pairs = paired<KnownCriterion>(
    asked,
    current,
    [wordsOf, ({ label }) => label],
    wordsOf,
  ) as readonly Pair<Known>[];
  const found = pairs.flatMap(({ was, now }) =>
    was === undefined ? [] : [{ was, now: now ?? joined(was, pairs) }],
  );
  return {
    removed: found.flatMap(({ was, now }) => (now === undefined ? [was] : [])),
    reworded: found.flatMap(({ was, now }) =>
      now === undefined || wordsOf(was) === wordsOf(now) ? [] : [{ was, now }],
    ),
  };
}

/** Returns the criterion that gained the words of a former one. */
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
    wordsOf(one)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

function wordsOf({ text }: KnownCriterion): string {
  return bareWords(retiredWords(text) ?? text);
}
