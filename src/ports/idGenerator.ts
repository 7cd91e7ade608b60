export interface IdGenerator {
  /** A new spec identity: 16 characters of `[a-z0-9]`, the first a letter, never given twice. */
  specId(): string;
  /** Distinguishes two records that are the same in everything else. */
  nonce(): string;
}
