/** The language-specific part of text analysis. It is an interface, so that the domain does not depend on a library. */
export interface TextAnalysis {
  /** Returns the stem of a lower-case word. */
  stem(word: string): string;
  /** True for words without a meaning of their own. */
  isStopWord(word: string): boolean;
  /** True for small words that may be written as one word with the word before: `off`, as in hand off and handoff. */
  isParticle(word: string): boolean;
  /**
   * Returns a test for words that match a lower-case pattern with wildcards (`auth*`) or with a number of edits (`login~1`);
   * undefined for a text that is not a pattern.
   */
  wordTest(pattern: string): ((word: string) => boolean) | undefined;
}
