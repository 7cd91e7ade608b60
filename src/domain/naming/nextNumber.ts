/** Numbers a new spec must not get. */
export interface NumbersInUse {
  /** Of specs, here or elsewhere, deleted ones too. */
  readonly given: Iterable<number | null>;
  /** Being given at this moment by others, who may fail and give them back. */
  readonly pending: ReadonlySet<number>;
}

/** The highest that a folder name can carry, and one after it still. */
export const HIGHEST_NUMBER = 999_999_999_999_998;

/** The number a new spec gets: one after the highest ever given. A number given once is never given again; one that somebody made up is passed over. */
export function nextNumber({ given, pending }: NumbersInUse): number {
  let number = 1;
  for (const one of given) if (one !== null && one <= HIGHEST_NUMBER) number = Math.max(number, one + 1);
  while (pending.has(number)) number += 1;
  return number;
}
