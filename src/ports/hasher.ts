export interface Hasher {
  /** SHA-256 of the UTF-8 bytes, lower-case hex. */
  sha256(text: string): string;
}
