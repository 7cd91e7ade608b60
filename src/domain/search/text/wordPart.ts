import type { TextAnalysis } from './textAnalysis.js';

/** One part of a written word: `getUserById` has four. */
export interface WordPart {
  /** The part as written, in lower case and without accents. */
  readonly surface: string;
  readonly stem: string;
  readonly stop: boolean;
  /** True if the part may be written as one word with the word before. */
  readonly particle: boolean;
  /** For a part that ends in digits, the stem of its letters: for `hal9000` the stem of `hal`. */
  readonly letters: string | undefined;
  /** The numbers of the surface and of the stem in this splitter, from 0; counting by number is faster than by text. */
  readonly surfaceNumber: number;
  readonly stemNumber: number;
}

/** Assigns numbers to stems, in the order of first use. */
export class StemNumbers {
  readonly #numbers = new Map<string, number>();

  of(stem: string): number {
    let number = this.#numbers.get(stem);
    if (number === undefined) this.#numbers.set(stem, (number = this.#numbers.size));
    return number;
  }
}

const LETTER = /[a-z]/;
const NUMBERED = /^(\p{L}{2,})\p{N}+$/u;

/** A part that is stemmed only when its stem is read, because stemming is slow and searching a passage needs few stems. */
export class StemmedPart implements WordPart {
  readonly surface: string;
  readonly stop: boolean;
  readonly particle: boolean;
  readonly letters: string | undefined;
  readonly surfaceNumber: number;
  readonly #analysis: TextAnalysis;
  readonly #numbers: StemNumbers;
  #stem: string | undefined;
  #stemNumber: number | undefined;

  constructor(surface: string, surfaceNumber: number, analysis: TextAnalysis, numbers: StemNumbers) {
    this.surface = surface;
    this.stop = (surface.length === 1 && LETTER.test(surface)) || analysis.isStopWord(surface);
    this.particle = this.stop && analysis.isParticle(surface);
    const letters = NUMBERED.exec(surface)?.[1];
    this.letters = letters && analysis.stem(letters);
    this.surfaceNumber = surfaceNumber;
    this.#analysis = analysis;
    this.#numbers = numbers;
  }

  get stem(): string {
    return (this.#stem ??= this.#analysis.stem(this.surface));
  }

  get stemNumber(): number {
    return (this.#stemNumber ??= this.#numbers.of(this.stem));
  }
}
