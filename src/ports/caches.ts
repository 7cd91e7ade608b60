import type { StreamId } from '../domain/log/records/record.js';

/**
 * For each log (a spec has one), the time of its last change in milliseconds since 1970, as it was when an actor last read a
 * summary of the project.
 */
export type ShownChanges = ReadonlyMap<StreamId, number>;

/**
 * Remembers across runs which changes of a working tree each actor has already been shown. It is a cache and may be deleted
 * at any time.
 */
export interface LastVisits {
  /**
   * Returns the times stored at the actor's last visit; undefined if the actor has not visited this working tree, or if the cache
   * was lost.
   */
  last(actor: string): ShownChanges | undefined;
  /** Stores the times as those of the actor's last visit. Does nothing if the cache cannot be written. */
  keep(actor: string, told: ShownChanges): void;
}

/** Counts tokens of a large language model (encoding o200k_base). Load it only when needed, because loading is slow. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
