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

/** Cache of values computed from files. A value is valid while the files read for it are unchanged. It may be lost any time. */
export interface KeptValues {
  /**
   * Returns the values of one kind.
   * @param rules identifies everything besides files and settings on which the values depend.
   * @param shared reads the files on which all values depend.
   */
  of<Value>(kind: string, rules?: string, shared?: () => void): ValuesOf<Value>;
}

/** Values of one kind, each about the folder of a spec. */
export interface ValuesOf<Value> {
  /**
   * Returns the cached value if all files and folders that were read for it are unchanged. Otherwise begins to note which files
   * are read, and returns an object to store the new value.
   */
  at(folder: string): { readonly known: Value } | BeginningOf<Value>;
  /** Removes the values that this run has neither used nor stored. */
  keepMet(): void;
}

/** A value that is being computed; the files read for it are noted. */
export interface BeginningOf<Value> {
  readonly known: undefined;
  /**
   * Ends the computation and stores the value with the paths that were read for it.
   * @param isSure false if the value depends on more than files. Neither the value nor values computed from it are then stored.
   */
  keep(value: Value | undefined, isSure: boolean): void;
}

/** Counts tokens of a large language model (encoding o200k_base). Load it only when needed, because loading is slow. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
