import lunr from 'lunr';
import type { Analyser } from '../../domain/search/analyser.js';

/** Words that say nothing in a spec or a question about one, beside lunr's own list. */
const MORE_STOP_WORDS = new Set(
  `also anything anyone away back being below between both cannot come comes could done during each few going gone got had hence here how i'd
  i'll i'm into it's keep keeps kind know let's like lot made make makes making many more much must need needs never new now often once one
  only onto other our out over own per please put rather really same see seems several shall should show since some something still such take
  than that's their them then there these they thing things those though through thus till too under until up upon use used using very via want
  wants way we we're well were what when where whether which while whole whose why will within without would yet you your`.split(
    /\s+/,
  ),
);

/** lunr's analysis chain: its Porter stemmer and its stop words. Stems are remembered: most words of a text are the same few. */
export class LunrAnalyser implements Analyser {
  readonly #stems = new Map<string, string>();

  stem(word: string): string {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const stem = /^[a-z]+$/.test(word) ? String(lunr.stemmer(new lunr.Token(word, {}))) : word;
    this.#stems.set(word, stem);
    return stem;
  }

  isStopWord(word: string): boolean {
    return MORE_STOP_WORDS.has(word) || !lunr.stopWordFilter(new lunr.Token(word, {}));
  }
}
