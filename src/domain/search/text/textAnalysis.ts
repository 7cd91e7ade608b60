/** The parts of analysis that know a language; handed in, so that the ranking knows no library. */
export interface TextAnalysis {
  /** What inflected forms of a lower-case word have in common. */
  stem(word: string): string;
  /** True for words that carry no meaning of their own. */
  isStopWord(word: string): boolean;
}
