import type { TextAnalysis } from './textAnalysis.js';
import { nextWord } from './wordBounds.js';
import { StemmedPart, StemNumbers, type WordPart } from './wordPart.js';
import { WordTable } from './wordTable.js';

/** A part of a written word, with its position in the text. */
export interface Token extends Pick<WordPart, 'surface' | 'stem' | 'stop'> {
  /** The range in the text of the written word that contains the part, `[start, end)`. */
  readonly start: number;
  readonly end: number;
}

export interface SplitText {
  readonly tokens: readonly Token[];
  readonly compounds: readonly Compound[];
}

/** Adjacent words that are joined to one word. */
export type Compound = Pick<Token, 'stem' | 'start' | 'end'>;

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
  compound(stem: string, start: number, end: number): void;
}

/** Matches written words that have only one part. */
const PLAIN = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/;
const PROGRAMMING = /^[A-Za-z](?:#|\+\+)$/;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** The greatest number of characters between two words of the same phrase. */
const LONGEST_GAP = 40;
const [SPACE, TAB, LINE_END, HYPHEN, UNDERSCORE, SLASH] = [32, 9, 10, 45, 95, 47];
const MOST_COMPOUND_PARTS = 4;

/** Splits a text into words, also at the parts of names in code. Each written word is cached. */
export class WordSplitter {
  readonly #analysis: TextAnalysis;
  readonly #words = new WordTable();
  /** `#single` has the part of each word in the table that has one part; `#several` has the parts of all other words. */
  readonly #single: (WordPart | undefined)[] = [];
  readonly #several = new Map<number, readonly WordPart[]>();
  readonly #parts = new Map<string, WordPart>();
  readonly #stemNumbers = new StemNumbers();
  /** Cache of the stems of joined words, because stemming is slow. */
  readonly #joined = new Map<string, string>();
  /** The parts of the compound that is being read. */
  readonly #run: { readonly surfaces: string[]; readonly starts: number[]; readonly ends: number[] } = {
    surfaces: [],
    starts: [],
    ends: [],
  };

  constructor(analysis: TextAnalysis) {
    this.#analysis = analysis;
  }

  split(text: string): SplitText {
    const tokens: Token[] = [];
    const compounds: Compound[] = [];
    this.visit(text, {
      word: (part, _, start, end) => tokens.push(new PartToken(part, start, end)),
      compound: (stem, start, end) => compounds.push({ stem, start, end }),
    });
    return { tokens, compounds };
  }

  /** Passes every word of `text` to `visitor`; returns the last position. */
  visit(text: string, visitor: WordVisitor): number {
    let position = 0;
    let last = 0;
    let parts = 0;
    let before: WordPart | undefined;
    let [beforeStart, beforeEnd] = [0, 0];
    const { surfaces, starts, ends } = this.#run;
    const word = { start: 0, end: 0, hash: 0 };
    while (nextWord(text, word)) {
      const { start, end } = word;
      if (!isJoint(text, last, start)) {
        if (parts > 1) this.#tellRun(parts, visitor);
        parts = 0;
      }
      if (!isSoft(text, last, start)) {
        position++;
        before = undefined;
      }
      last = end;
      const number = this.#words.numberOf(text, word);
      if (number === this.#single.length) this.#learn(this.#words.wordOf(number));
      let part = this.#single[number];
      const several = part === undefined ? this.#several.get(number) : undefined;
      if (several !== undefined) part = several[0];
      for (let i = 1; part !== undefined; part = several?.[i++]) {
        if (parts > 0 && parts < MOST_COMPOUND_PARTS) {
          // Parts are stored only from the second one on, because most words are not joined to others.
          if (parts === 1)
            [surfaces[0], starts[0], ends[0]] = [before?.surface ?? '', beforeStart, beforeEnd];
          surfaces[parts] = part.surface;
          starts[parts] = start;
          ends[parts] = end;
        }
        parts++;
        visitor.word(part, part.stop ? position : ++position, start, end);
        if (part.letters !== undefined) visitor.compound(part.letters, start, end);
        if (part.particle && parts === 1 && before?.stop === false)
          visitor.compound(this.stem(before.surface + part.surface), beforeStart, end);
        before = part;
        beforeStart = start;
        beforeEnd = end;
      }
    }
    if (parts > 1) this.#tellRun(parts, visitor);
    return position;
  }

  /** Passes every sequence of two or more joined parts to the visitor, as a compound. */
  #tellRun(parts: number, visitor: WordVisitor): void {
    if (parts > MOST_COMPOUND_PARTS) return;
    const { surfaces, starts, ends } = this.#run;
    for (let from = 0; from < parts - 1; from++) {
      let joined = surfaces[from] as string;
      for (let to = from + 1; to < parts; to++) {
        joined += surfaces[to] as string;
        visitor.compound(this.stem(joined), starts[from] as number, ends[to] as number);
      }
    }
  }

  /** Splits the newest word of the table into its parts. */
  #learn(written: string): void {
    if (PLAIN.test(written)) {
      this.#single.push(this.#part(written.toLowerCase()));
      return;
    }
    const parts = this.#take(written);
    if (parts.length > 1) this.#several.set(this.#single.length, parts);
    this.#single.push(parts.length === 1 ? parts[0] : undefined);
  }

  stem(word: string): string {
    let stem = this.#joined.get(word);
    if (stem === undefined) this.#joined.set(word, (stem = this.#analysis.stem(word)));
    return stem;
  }

  /**
   * Returns a test for words that match a pattern such as `auth*`; undefined if the text is not a pattern.
   * @see TextAnalysis.wordTest
   */
  wordTest(pattern: string): ((word: string) => boolean) | undefined {
    return this.#analysis.wordTest(folded(pattern));
  }

  #take(written: string): readonly WordPart[] {
    if (PROGRAMMING.test(written)) return [this.#part(written.toLowerCase())];
    const word = written
      .normalize('NFKC')
      .replace(/[’]/g, "'")
      .replace(/'s$/, '')
      .replace(/(\p{Lu}{2,})s(?!\p{L})/gu, '$1')
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(IDEOGRAPHS, (run) => ` ${bigrams(run)} `);
    return folded(word)
      .split(/[^\p{L}\p{N}']+/u)
      .map((part) => part.replace(/^'+|'+$/g, ''))
      .filter((part) => part !== '')
      .map((part) => this.#part(part));
  }

  #part(surface: string): WordPart {
    let part = this.#parts.get(surface);
    if (part === undefined) {
      part = new StemmedPart(surface, this.#parts.size, this.#analysis, this.#stemNumbers);
      this.#parts.set(surface, part);
    }
    return part;
  }
}

/** A token that gets its surface and its stem from a part. */
class PartToken implements Token {
  readonly start: number;
  readonly end: number;
  readonly #part: WordPart;

  constructor(part: WordPart, start: number, end: number) {
    this.#part = part;
    this.start = start;
    this.end = end;
  }

  get surface(): string {
    return this.#part.surface;
  }

  get stem(): string {
    return this.#part.stem;
  }

  get stop(): boolean {
    return this.#part.stop;
  }
}

/** Returns a word in lower case and without accents. */
function folded(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** True if the range is a single character that joins words, as in `user-login` and `user_login`. */
function isJoint(text: string, start: number, end: number): boolean {
  if (end - start !== 1) return false;
  const code = text.charCodeAt(start);
  return code === HYPHEN || code === UNDERSCORE;
}

/** True if the range may be between two words of the same phrase: spaces, tabs, joining characters, and at most one line end. */
function isSoft(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_GAP) return false;
  let isNewLine = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === SPACE || code === TAB) continue;
    if (isNewLine) return false;
    if (code === LINE_END) isNewLine = true;
    else if (code !== HYPHEN && code !== UNDERSCORE && code !== SLASH) return false;
  }
  return true;
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
