/** One thing wrong with the configuration. */
export interface ConfigFinding {
  /** Key path, `structure.sequenceDigits`; empty for the file as a whole. */
  readonly key: string;
  /** What is wrong, naming the value found. */
  readonly message: string;
  /** What is allowed, or the nearest known key. */
  readonly allowed?: string;
}
