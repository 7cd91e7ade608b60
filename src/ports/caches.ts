import type { Inspection } from '../domain/findings/inspection.js';
import type { StreamId } from '../domain/log/records/record.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';

/** When each log last changed, in milliseconds since 1970, at the time an actor was shown it. */
export type ShownChanges = ReadonlyMap<StreamId, number>;

/** Remembers what each actor was last shown of a working tree, across runs. A cache: may be deleted at any time. */
export interface LastVisits {
  /** Log times at the last visit; undefined if the actor is unknown here or the cache was lost. */
  last(actor: string): ShownChanges | undefined;
  /** Stores the log times for an actor. Does nothing if the cache cannot be written. */
  keep(actor: string, told: ShownChanges): void;
}

/** Caches findings of specs that have not changed since they were inspected. May be deleted at any time. */
export interface InspectionCachePort {
  /**
   * Begins an inspection of all specs.
   * @param rules everything besides the specs that findings depend on; findings under other rules are not reused.
   */
  begin(rules: string): InspectionPass;
}

export interface InspectionPass {
  /** Cached findings of a spec, if its files, its log and the targets of its links are unchanged. */
  known(folder: SpecFolder): Inspection | undefined;
  /** Stores findings, unless the spec may have changed since the pass began. */
  learn(folder: SpecFolder, inspection: Inspection): void;
  /** Ends the pass: all specs were inspected, so cached findings of other specs are dropped. */
  end(): void;
}

/** Counts LLM tokens (o200k_base). Load it only when needed, because loading is slow. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}

/** Caches token counts of files across runs. May be deleted at any time. Paths are relative to the project root. */
export interface TokenCache {
  /** Tokens of a file that is unchanged since it was counted; otherwise undefined. */
  known(path: string): number | undefined;
  /**
   * Tokens of exactly this text, if it was the one counted for this file. Also works where `known` cannot trust a file
   * because it was changed just now.
   */
  counted(path: string, text: string): number | undefined;
  remember(path: string, text: string, tokens: number): void;
}
