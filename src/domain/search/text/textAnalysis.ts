/** The language-specific part of text analysis; passed in, so that the domain depends on no library. */
export interface TextAnalysis {
  /** Returns the stem of a lower-case word. */
  stem(word: string): string;
  /** True for words without a meaning of their own. */
  isStopWord(word: string): boolean;
  /** True for small words that may join the word before: hand off, handoff. */
  isParticle(word: string): boolean;
  /**
   * Returns a test for words that match a lower-case pattern with wildcards (`auth*`) or a distance (`login~1`); undefined for
   * any other.
   */
  wordTest(pattern: string): ((word: string) => boolean) | undefined;
}
