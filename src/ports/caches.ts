import type { Inspection } from '../domain/findings/specInspection.js';
import type { AgreedText } from '../domain/review/agreedText.js';
import type { StreamId } from '../domain/log/records/record.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';

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

/** Caches findings of specs that have not changed since they were inspected. The cache may be deleted at any time. */
export interface FindingsCachePort {
  /**
   * Begins an inspection of all specs.
   * @param rules everything that findings depend on, apart from the specs themselves. Cached findings from a pass with other
   * rules are not reused.
   */
  begin(rules: string): InspectionPass;
}

export interface InspectionPass {
  /**
   * Returns the cached findings of a spec, if its files, its log and the targets of its links are unchanged; otherwise
   * undefined.
   */
  known(folder: SpecFolder): Inspection | undefined;
  /** Stores the findings of a spec, unless the spec may have changed since the pass began. */
  learn(folder: SpecFolder, inspection: Inspection): void;
  /** Ends the pass. All specs were inspected, so findings of specs that were not in this pass are dropped from the cache. */
  end(): void;
}

/** Caches the agreed texts of documents across runs. The cache may be deleted at any time. */
export interface AgreedTextCache {
  /** Returns the agreed text of the document at `path`, from the cache if the file is unchanged, and else from `read`. */
  of(path: string, read: () => AgreedText): AgreedText;
}

/** Counts tokens of a large language model (encoding o200k_base). Load it only when needed, because loading is slow. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
