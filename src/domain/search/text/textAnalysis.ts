/** The parts of analysis that know a language; handed in, so that the ranking knows no library. */
export interface TextAnalysis {
  /** What inflected forms of a lower-case word have in common. */
  stem(word: string): string;
  /** True for words that carry no meaning of their own. */
  isStopWord(word: string): boolean;
  /** True for small words that make another word of the one before: hand off, handoff. */
  isParticle(word: string): boolean;
  /** What words of the specs have to be like for a lower-case one with wildcards (`auth*`) or a distance (`login~1`); undefined for any other. */
  wordTest(pattern: string): ((word: string) => boolean) | undefined;
}
