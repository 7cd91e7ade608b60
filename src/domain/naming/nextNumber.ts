/** Numbers a new spec must not get. */
export interface NumbersInUse {
  /** Of specs, here or elsewhere, deleted ones too. */
  readonly given: Iterable<number | null>;
  /** Being given at this moment by others, who may fail and give them back. */
  readonly pending: ReadonlySet<number>;
}

/** The number a new spec gets: one after the highest ever given. A number given once is never given again. */
export function nextNumber({ given, pending }: NumbersInUse): number {
  let number = 1;
  for (const one of given) number = Math.max(number, (one ?? 0) + 1);
  while (pending.has(number)) number += 1;
  return number;
}
