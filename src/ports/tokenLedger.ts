/** Token counts of files, remembered across runs; disposable at any moment. Paths are relative to the project root. */
export interface TokenLedger {
  /** Tokens of a file that has not changed since it was counted. */
  known(path: string): number | undefined;
  remember(path: string, tokens: number): void;
  /** Keeps what was remembered; quiet where nothing can be written. */
  save(): void;
  /**
   * Tokens of a whole folder without looking at its files: what was counted, when `mainFile` still has this size in bytes,
   * else what a text of this size usually has. For figures at a glance only.
   */
  likely(folder: string, mainFile: string, size: number): number;
}
