import type { TextAnalysis } from './textAnalysis.js';

/** One part of a written word: `getUserById` has four. */
export interface WordPart {
  /** As written, in lower case, without accents. */
  readonly surface: string;
  readonly stem: string;
  readonly stop: boolean;
  /** Makes another word of the one before. */
  readonly particle: boolean;
  /** Stem of the letters of one that ends in digits: of `hal9000` that of `hal`. */
  readonly letters: string | undefined;
  /** Numbers of surface and stem among all this splitter has met, from 0: faster to count by than texts. */
  readonly surfaceNumber: number;
  readonly stemNumber: number;
}

/** Numbers for stems, in the order they are asked for. */
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

/** Is stemmed when it is asked for its stem: a passage asks few of its words, and stemming is slow. */
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
