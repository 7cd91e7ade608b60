/** The language-specific part of text analysis; an interface, so that the domain does not depend on a library. */
export interface TextAnalysis {
  /** Returns the stem of a lower-case word. */
  stem(word: string): string;
  /** True for words without a meaning of their own. */
  isStopWord(word: string): boolean;
  /** True for small words that may be written as one word with the word before: `off`, as in hand off and handoff. */
  isParticle(word: string): boolean;
}

/** A part of a written word; `getUserById` has four parts. */
export interface WordPart {
  /** The part in lower case and without accents. */
  readonly surface: string;
  readonly stem: string;
  readonly stop: boolean;
  /** True if the part may be written as one word with the word before. */
  readonly particle: boolean;
  /** For a part that ends in digits, the stem of its letters: for `hal9000` the stem of `hal`. */
  readonly letters: string | undefined;
  /** The number that the splitter assigned to `surface`, from 0, because counting words by number is faster than by text. */
  readonly number: number;
}

/** A part of a written word, with the range in the text of the whole word, `[start, end)`. */
export interface Token extends Pick<WordPart, 'surface' | 'stem' | 'stop'> {
  readonly start: number;
  readonly end: number;
}

/** Adjacent words that are joined to one word, such as `userlogin` for `user-login`. */
export type Compound = Pick<Token, 'stem' | 'start' | 'end'>;

export interface SplitText {
  readonly tokens: readonly Token[];
  readonly compounds: readonly Compound[];
}

/** An object that receives the words of a text, one after the other. */
export interface WordVisitor {
  /**
   * Receives one word. Adjacent words that are not stop words have adjacent positions; between sentences or paragraphs there is a
   * gap.
   */
  word(part: WordPart, position: number, start: number, end: number): void;
  /**
   * Receives the stem of words that may be written as one, after the words themselves: `userlogin` for `user-login`, `user_login`
   * and `userLogin`, `handoff` for `hand off`, and `hal` for `HAL9000`.
   */
  compound?(stem: string, start: number, end: number): void;
}

/** Matches an ASCII word, or a run with other characters, which `WORD` then splits; Unicode patterns alone would be slow. */
const RUN = /[A-Za-z0-9\u0080-\uffff][A-Za-z0-9'\u0080-\uffff]*(?:#|\+\+)?/g;
/** Matches a word. `C++` and `C#` are words, including their signs. */
const WORD = /[A-Za-z](?:#|\+\+)|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
/** Matches words that have only one part, as most do. */
const SINGLE = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[A-Za-z](?:#|\+\+))$/;
const NUMBERED = /^(\p{L}{2,})\p{N}+$/u;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** Matches what may be between two words of the same phrase: spaces, joining characters, and at most one line end. */
const SOFT_GAP = /^[ \t\-_/]*(?:\n[ \t]*)?$/;
/** The greatest number of characters between two words of the same phrase. */
const LONGEST_GAP = 40;
/** The number of characters of a word that are read; further characters are ignored. */
const LONGEST_WORD = 100;
const MOST_COMPOUND_PARTS = 4;

/** Splits a text into words, also at the parts of names in code. Each written word is cached. */
export class WordSplitter {
  readonly #analysis: TextAnalysis;
  readonly #written = new Map<string, readonly WordPart[]>();
  readonly #parts = new Map<string, WordPart>();
  readonly #stems = new Map<string, string>();

  constructor(analysis: TextAnalysis) {
    this.#analysis = analysis;
  }

  split(text: string): SplitText {
    const tokens: Token[] = [];
    const compounds: Compound[] = [];
    this.visit(text, {
      word: ({ surface, stem, stop }, _, start, end) => tokens.push({ surface, stem, stop, start, end }),
      compound: (stem, start, end) => compounds.push({ stem, start, end }),
    });
    return { tokens, compounds };
  }

  /** Passes every word of `text` to `visitor`; returns the last position. */
  visit(text: string, visitor: WordVisitor): number {
    let [position, last] = [0, 0];
    let before: WordPart | undefined;
    let beforeStart = 0;
    /** The parts that may form a compound with the current one, with the ranges of their words. The arrays are reused. */
    const [parts, starts, ends]: [WordPart[], number[], number[]] = [[], [], []];
    let joined = 0;
    const tellRun = () => {
      if (joined > MOST_COMPOUND_PARTS) return;
      for (let from = 0; from < joined - 1; from++) {
        let word = parts[from]?.surface ?? '';
        for (let to = from + 1; to < joined; to++) {
          word += parts[to]?.surface ?? '';
          visitor.compound?.(this.stem(word), starts[from] ?? 0, ends[to] ?? 0);
        }
      }
    };
    const take = (written: readonly WordPart[], start: number, end: number) => {
      // Most gaps are one character, and taking a character is faster than taking a part of a text.
      const gap =
        start - last === 1 ? text.charAt(last) : start - last > LONGEST_GAP ? '.' : text.slice(last, start);
      if (gap !== '-' && gap !== '_') {
        if (joined > 1) tellRun();
        joined = 0;
      }
      if (gap !== ' ' && !SOFT_GAP.test(gap)) {
        position++;
        before = undefined;
      }
      last = end;
      for (const part of written) {
        if (joined < MOST_COMPOUND_PARTS) [parts[joined], starts[joined], ends[joined]] = [part, start, end];
        joined++;
        visitor.word(part, part.stop ? position : ++position, start, end);
        if (part.letters !== undefined) visitor.compound?.(part.letters, start, end);
        if (part.particle && joined === 1 && before?.stop === false)
          visitor.compound?.(this.stem(before.surface + part.surface), beforeStart, end);
        before = part;
        beforeStart = start;
      }
    };
    // A loop over `exec`, because it takes half the time of `matchAll`.
    const runs = new RegExp(RUN);
    for (let match = runs.exec(text); match !== null; match = runs.exec(text)) {
      const [found] = match;
      const known = this.#written.get(found);
      if (known !== undefined) take(known, match.index, runs.lastIndex);
      else
        for (const word of found.matchAll(WORD)) {
          const start = match.index + word.index;
          take(this.#partsOf(word[0]), start, start + word[0].length);
        }
    }
    tellRun();
    return position;
  }

  stem(word: string): string {
    let stem = this.#stems.get(word);
    if (stem === undefined) this.#stems.set(word, (stem = this.#analysis.stem(word)));
    return stem;
  }

  #partsOf(written: string): readonly WordPart[] {
    const word = written.slice(0, LONGEST_WORD);
    let parts = this.#written.get(word);
    if (parts === undefined) {
      // A long word is copied, because V8 would keep the whole text in memory for a substring.
      const copy = word.length < 13 ? word : word.split('').join('');
      this.#written.set(copy, (parts = surfacesOf(copy).map((surface) => this.#part(surface))));
    }
    return parts;
  }

  #part(surface: string): WordPart {
    let part = this.#parts.get(surface);
    if (part !== undefined) return part;
    const analysis = this.#analysis;
    let stem: string | undefined;
    const stop = /^[a-z]$/.test(surface) || this.#analysis.isStopWord(surface);
    const letters = NUMBERED.exec(surface)?.[1];
    part = {
      surface,
      // The stem is computed only on request, because stemming is slow.
      get stem() {
        return (stem ??= analysis.stem(surface));
      },
      stop,
      particle: stop && this.#analysis.isParticle(surface),
      letters: letters && this.stem(letters),
      number: this.#parts.size,
    };
    this.#parts.set(surface, part);
    return part;
  }
}

/** Returns the parts of a written word, in lower case and without accents. */
function surfacesOf(written: string): readonly string[] {
  if (SINGLE.test(written)) return [written.toLowerCase()];
  const word = written
    .normalize('NFKC')
    .replace(/[’]/g, "'")
    .replace(/'s$/, '')
    .replace(/(\p{Lu}{2,})s(?!\p{L})/gu, '$1')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(IDEOGRAPHS, (run) => ` ${bigrams(run)} `);
  return foldWord(word)
    .split(/[^\p{L}\p{N}']+/u)
    .map((part) => part.replace(/^'+|'+$/g, ''))
    .filter((part) => part !== '');
}

/** Returns a word in lower case and without accents. */
export function foldWord(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** Splits a text in a script without spaces into all pairs of adjacent characters. */
function bigrams(run: string): string {
  const letters = Array.from(run);
  if (letters.length < 3) return run;
  return letters
    .slice(0, -1)
    .map((letter, i) => letter + (letters[i + 1] ?? ''))
    .join(' ');
}
