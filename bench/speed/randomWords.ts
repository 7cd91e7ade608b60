const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fo ga go ka ke ki ko la le li lo lu ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo'.split(
    ' ',
  );
const TAGS = ['api', 'cli', 'ui', 'search', 'auth', 'storage', 'docs', 'build', 'testing', 'security'];

/** Generates the same words in every run, distributed as in real texts: a few are frequent, most are rare. */
export class RandomWords {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0 || 1;
  }

  some(fewest: number, most: number): readonly string[] {
    const count = fewest + Math.floor(this.#chance() * (most - fewest + 1));
    return Array.from({ length: count }, () => this.#word());
  }

  one<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.#chance() * choices.length)];
    if (choice === undefined) throw new Error('nothing to choose from');
    return choice;
  }

  tag(): string {
    return this.one(TAGS);
  }

  /** Returns a word whose index in the vocabulary is distributed by Zipf's law. */
  #word(): string {
    let n = Math.floor(60_000 ** this.#chance());
    let word = '';
    do {
      word += SYLLABLES[n % SYLLABLES.length] ?? '';
      n = Math.floor(n / SYLLABLES.length);
    } while (n > 0);
    return word.length < 3 ? `${word}n` : word;
  }

  /** Returns a number in [0, 1), by xorshift32. */
  #chance(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 4_294_967_296;
  }
}
