import lunr from 'lunr';
import { STOP_WORDS } from '../../domain/search/text/stopWords.js';
import type { TextAnalysis } from '../../domain/search/text/textAnalysis.js';

/** lunr's stemmer and stop words, ours added; stems are remembered, for lunr's stemmer is the slow part. */
export class LunrAnalysis implements TextAnalysis {
  readonly #stems = new Map<string, string>();

  stem(word: string): string {
    let stem = this.#stems.get(word);
    if (stem === undefined) {
      stem = lunr.stemmer(new lunr.Token(word, {})).toString();
      this.#stems.set(word, stem);
    }
    return stem;
  }

  isStopWord(word: string): boolean {
    return STOP_WORDS.has(word);
  }
}
