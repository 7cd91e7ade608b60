import lunr from 'lunr';
import { STOP_WORDS } from '../../domain/search/text/stopWords.js';
import type { TextAnalysis } from '../../domain/search/text/textAnalysis.js';

/** lunr's stemmer and stop words, ours added. Slow: whoever asks remembers. */
export class LunrAnalysis implements TextAnalysis {
  stem(word: string): string {
    return lunr.stemmer(new lunr.Token(word, {})).toString();
  }

  isStopWord(word: string): boolean {
    return STOP_WORDS.has(word);
  }
}
