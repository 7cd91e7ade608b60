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

/** Keeps values that were computed from files, while nothing that was looked at for them has changed. They may be lost at any time. */
export interface KeptValues {
  /**
   * Returns the values of one kind.
   * @param rules what else than files and settings the values depend on.
   * @param shared looks at the files that all values depend on.
   */
  of<Value>(kind: string, rules?: string, shared?: () => void): ValuesOf<Value>;
}

/** Values of one kind, each about the folder of a spec. */
export interface ValuesOf<Value> {
  /**
   * Returns the kept value, if all files and folders that were looked at for it are unchanged; otherwise a function that notes what
   * is looked at from now on.
   */
  at(folder: string): { readonly known: Value } | BeginningOf<Value>;
  /** Drops the values that this run neither found valid nor kept. */
  keepMet(): void;
}

/** A value that is being computed. */
export interface BeginningOf<Value> {
  readonly known: undefined;
  /**
   * Ends the computing, and keeps a value with all that was looked at for it.
   * @param isSure false if the value depends on more than files: neither it nor a value that is computed from it is kept.
   */
  keep(value: Value | undefined, isSure: boolean): void;
}

/** Counts tokens of a large language model (encoding o200k_base). Load it only when needed, because loading is slow. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
