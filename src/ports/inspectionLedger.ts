import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { Inspection } from '../domain/findings/inspection.js';

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
