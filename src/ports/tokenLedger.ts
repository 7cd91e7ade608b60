/** Token counts of files, remembered across runs; disposable at any moment. Paths are relative to the project root. */
export interface TokenLedger {
  /** Tokens of a file that has not changed since it was counted. */
  known(path: string): number | undefined;
  /** Tokens of this very text, when it is what was counted in this file: says more than `known` of a fresh file. */
  counted(path: string, text: string): number | undefined;
  remember(path: string, text: string, tokens: number): void;
}
