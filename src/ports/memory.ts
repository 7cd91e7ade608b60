import type { Inspection } from '../domain/findings/inspection.js';
import type { StreamId } from '../domain/log/records/record.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';

/** When each log was last changed, milliseconds since 1970, as somebody was told of it. */
export type Told = ReadonlyMap<StreamId, number>;

/** What people and agents were told of a working tree, remembered across runs; disposable at any moment. */
export interface Visits {
  /** As of the last time; undefined for who was never told anything here, or where that was forgotten. */
  last(actor: string): Told | undefined;
  /** Quiet where nothing can be written. */
  keep(actor: string, told: Told): void;
}

/** What was found in specs that did not change since they were looked at; disposable at any moment. */
export interface InspectionLedger {
  /** One look at every spec. @param rules what the findings depend on besides the specs; other rules, other findings. */
  begin(rules: string): InspectionPass;
}

export interface InspectionPass {
  /** What was found in a spec while its files, its log and what its links lead to are what they were. */
  known(folder: SpecFolder): Inspection | undefined;
  /** Keeps what was found, unless it may have changed since the pass began. */
  learn(folder: SpecFolder, inspection: Inspection): void;
  /** Every spec was looked at: what was found in others is forgotten. */
  end(): void;
}

/** Counts LLM tokens (o200k_base). Loading it is slow, so it is asked for only where tokens are counted. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}

/** Token counts of files, remembered across runs; disposable at any moment. Paths are relative to the project root. */
export interface TokenLedger {
  /** Tokens of a file that has not changed since it was counted. */
  known(path: string): number | undefined;
  /** Tokens of this very text, when it is what was counted in this file: says more than `known` of a fresh file. */
  counted(path: string, text: string): number | undefined;
  remember(path: string, text: string, tokens: number): void;
}
