import type { Pairs } from './titleTextPairs.js';
import { SeededRandom } from './seededRandom.js';
import { agreement, multiply, multiplyTransposed } from './matrixProducts.js';

export interface TrainingSettings {
  readonly dimensions: number;
  readonly epochs: number;
  /** Number of pairs in a batch; each title is compared with each text of the batch. */
  readonly batch: number;
  /**
   * Number of consecutive pairs that stay together when pairs are shuffled: they come from one project and are harder to
   * distinguish.
   */
  readonly together: number;
  readonly temperature: number;
  /** Initial learning rates of vectors and weights; both decrease to almost zero. */
  readonly rate: number;
  readonly weightRate: number;
  /** Fraction of words in titles and texts that is dropped at random. */
  readonly titleDropped: number;
  readonly textDropped: number;
  /**
   * Fraction of pairs in which all words of the title are removed from the text, because a search finds shared words without
   * vectors.
   */
  readonly sharedDropped: number;
  readonly seed: number;
}

export const TRAINING: TrainingSettings = {
  dimensions: 64,
  epochs: 4,
  batch: 512,
  together: 16,
  temperature: 0.06,
  rate: 0.05,
  weightRate: 0.02,
  titleDropped: 0.1,
  textDropped: 0.2,
  sharedDropped: 0.7,
  seed: 1,
};

/** Counts the pairs that contain each stem. */
export function frequenciesOf({ count, words, starts }: Pairs, stems: number): Int32Array {
  const frequencies = new Int32Array(stems);
  const seenIn = new Int32Array(stems).fill(-1);
  for (let pair = 0; pair < count; pair++) {
    for (let i = starts[2 * pair] ?? 0; i < (starts[2 * pair + 2] ?? 0); i++) {
      const stem = words[i] ?? 0;
      if (seenIn[stem] === pair) continue;
      seenIn[stem] = pair;
      frequencies[stem] = (frequencies[stem] ?? 0) + 1;
    }
  }
  return frequencies;
}

/**
 * Learns a vector and a weight for every stem, such that the weighted sums of a title and its own text are similar, and those of
 * a title and other texts are not: InfoNCE in both directions, with Adagrad per row.
 * @returns the vectors times their weights, stem after stem.
 */
export function trainVectors(
  pairs: Pairs,
  stems: number,
  settings: TrainingSettings,
  report: (epoch: number, loss: number) => void = () => undefined,
): Float32Array {
  return new Training(pairs, stems, settings).run(report);
}

/** One side (titles or texts) of a batch: the words that remain, their vectors, and the gradients. */
interface Side {
  readonly words: Int32Array;
  readonly ends: Int32Array;
  readonly units: Float64Array;
  readonly lengths: Float64Array;
  readonly gradients: Float64Array;
}

class Training {
  readonly #pairs: Pairs;
  readonly #settings: TrainingSettings;
  readonly #chance: SeededRandom;
  readonly #vectors: Float32Array;
  /** Logarithms of the weights. */
  readonly #weights: Float32Array;
  /** Sums of squared gradients, for Adagrad. */
  readonly #vectorSums: Float64Array;
  readonly #weightSums: Float64Array;
  readonly #vectorGradients: Float64Array;
  readonly #weightGradients: Float64Array;
  readonly #touched: Int32Array;
  readonly #isTouched: Uint8Array;
  readonly #inTitle: Uint8Array;
  readonly #titles: Side;
  readonly #texts: Side;
  readonly #likeness: Float64Array;

  constructor(pairs: Pairs, stems: number, settings: TrainingSettings) {
    this.#pairs = pairs;
    this.#settings = settings;
    this.#chance = new SeededRandom(settings.seed);
    const { dimensions, batch } = settings;
    this.#vectors = Float32Array.from(
      { length: stems * dimensions },
      () => this.#chance.next() * 0.02 - 0.01,
    );
    this.#weights = Float32Array.from(frequenciesOf(pairs, stems), (frequency) =>
      // Half the logarithm of the inverse document frequency; `1 +` keeps the inner logarithm positive.
      Math.log(Math.sqrt(Math.log(1 + (pairs.count + 1) / (frequency + 0.5)))),
    );
    this.#vectorSums = new Float64Array(stems).fill(1e-8);
    this.#weightSums = new Float64Array(stems).fill(1e-8);
    this.#vectorGradients = new Float64Array(stems * dimensions);
    this.#weightGradients = new Float64Array(stems);
    this.#touched = new Int32Array(stems);
    this.#isTouched = new Uint8Array(stems);
    this.#inTitle = new Uint8Array(stems);
    this.#titles = side(pairs, 0, batch, dimensions);
    this.#texts = side(pairs, 1, batch, dimensions);
    this.#likeness = new Float64Array(batch * batch);
  }

  run(report: (epoch: number, loss: number) => void): Float32Array {
    const { epochs, batch, dimensions } = this.#settings;
    const batches = Math.floor(this.#pairs.count / batch);
    for (let epoch = 0; epoch < epochs; epoch++) {
      const order = this.#chance.shuffledRuns(this.#pairs.count, this.#settings.together);
      let loss = 0;
      for (let nth = 0; nth < batches; nth++) {
        this.#choose(order.subarray(nth * batch, (nth + 1) * batch));
        this.#embed(this.#titles);
        this.#embed(this.#texts);
        loss += this.#compare();
        this.#step(1.02 - (epoch * batches + nth) / (epochs * batches));
      }
      report(epoch, loss / (batches * batch));
    }
    return this.#vectors.map((value, i) => value * Math.exp(this.#weights[Math.floor(i / dimensions)] ?? 0));
  }

  /** Selects the pairs of a batch and drops some of their words at random. */
  #choose(batch: Int32Array): void {
    const { words, starts } = this.#pairs;
    const { titleDropped, textDropped, sharedDropped } = this.#settings;
    batch.forEach((pair, row) => {
      const [title = 0, text = 0, end = 0] = starts.subarray(2 * pair, 2 * pair + 3);
      const withoutShared = this.#chance.next() < sharedDropped;
      if (withoutShared) for (let i = title; i < text; i++) this.#inTitle[words[i] as number] = 1;
      this.#keep(this.#titles, row, title, text, titleDropped, false);
      this.#keep(this.#texts, row, text, end, textDropped, withoutShared);
      if (withoutShared) for (let i = title; i < text; i++) this.#inTitle[words[i] as number] = 0;
    });
  }

  #keep(side: Side, row: number, start: number, end: number, dropped: number, withoutShared: boolean): void {
    const { words } = this.#pairs;
    const first = row === 0 ? 0 : (side.ends[row - 1] as number);
    let at = first;
    for (let i = start; i < end; i++) {
      const stem = words[i] as number;
      if (withoutShared && this.#inTitle[stem] === 1) continue;
      if (this.#chance.next() >= dropped) side.words[at++] = stem;
    }
    if (at === first) side.words[at++] = words[start + this.#chance.below(end - start)] as number;
    side.ends[row] = at;
  }

  #embed({ words, ends, units, lengths }: Side): void {
    const { batch, dimensions } = this.#settings;
    units.fill(0);
    for (let row = 0, i = 0; row < batch; row++) {
      const at = row * dimensions;
      for (; i < (ends[row] as number); i++) {
        const stem = words[i] as number;
        const weight = Math.exp(this.#weights[stem] as number);
        for (let d = 0, from = stem * dimensions; d < dimensions; d++)
          (units[at + d] as number) += weight * (this.#vectors[from + d] as number);
      }
      let square = 0;
      for (let d = 0; d < dimensions; d++) square += (units[at + d] as number) ** 2;
      const length = Math.sqrt(square) + 1e-9;
      lengths[row] = length;
      for (let d = 0; d < dimensions; d++) units[at + d] = (units[at + d] as number) / length;
    }
  }

  /** Compares every title of the batch with every text. @returns the loss; the gradients are stored in both sides. */
  #compare(): number {
    const { batch, dimensions, temperature } = this.#settings;
    const likeness = this.#likeness;
    agreement(this.#titles.units, this.#texts.units, batch, dimensions, likeness);
    const byTitle = new Float64Array(batch);
    const byText = new Float64Array(batch);
    for (let row = 0, i = 0; row < batch; row++) {
      let sum = 0;
      for (let column = 0; column < batch; column++, i++) {
        // Similarities are at most 1, so the exponential does not overflow.
        const value = Math.exp(((likeness[i] as number) - 1) / temperature);
        likeness[i] = value;
        sum += value;
        (byText[column] as number) += value;
      }
      byTitle[row] = sum;
    }
    let loss = 0;
    const factor = 1 / (2 * temperature);
    for (let row = 0, i = 0; row < batch; row++) {
      const ofTitle = byTitle[row] as number;
      loss -= Math.log((likeness[row * batch + row] as number) / ofTitle);
      for (let column = 0; column < batch; column++, i++)
        (likeness[i] as number) *= factor * (1 / ofTitle + 1 / (byText[column] as number));
      (likeness[row * batch + row] as number) -= 2 * factor;
    }
    multiply(likeness, this.#texts.units, batch, dimensions, this.#titles.gradients);
    multiplyTransposed(likeness, this.#titles.units, batch, dimensions, this.#texts.gradients);
    return loss;
  }

  #step(share: number): void {
    const { dimensions, rate, weightRate } = this.#settings;
    let touched = this.#gather(this.#titles, 0);
    touched = this.#gather(this.#texts, touched);
    for (let i = 0; i < touched; i++) {
      const stem = this.#touched[i] as number;
      this.#isTouched[stem] = 0;
      const at = stem * dimensions;
      let square = 0;
      for (let d = 0; d < dimensions; d++) square += (this.#vectorGradients[at + d] as number) ** 2;
      (this.#vectorSums[stem] as number) += square / dimensions;
      const step = (rate * share) / Math.sqrt(this.#vectorSums[stem] as number);
      for (let d = 0; d < dimensions; d++) {
        (this.#vectors[at + d] as number) -= step * (this.#vectorGradients[at + d] as number);
        this.#vectorGradients[at + d] = 0;
      }
      const gradient = this.#weightGradients[stem] as number;
      (this.#weightSums[stem] as number) += gradient ** 2;
      (this.#weights[stem] as number) -=
        (weightRate * share * gradient) / Math.sqrt(this.#weightSums[stem] as number);
      this.#weightGradients[stem] = 0;
    }
  }

  /** Propagates the gradients of titles or texts to their words. @returns the number of stems changed so far. */
  #gather({ words, ends, units, lengths, gradients }: Side, touchedBefore: number): number {
    const { batch, dimensions } = this.#settings;
    let touched = touchedBefore;
    for (let row = 0, i = 0; row < batch; row++) {
      const at = row * dimensions;
      let along = 0;
      for (let d = 0; d < dimensions; d++) along += (gradients[at + d] as number) * (units[at + d] as number);
      const length = lengths[row] as number;
      // Remove the component along the vector, because the length of the vector has no effect.
      for (let d = 0; d < dimensions; d++)
        gradients[at + d] = ((gradients[at + d] as number) - along * (units[at + d] as number)) / length;
      for (; i < (ends[row] as number); i++) {
        const stem = words[i] as number;
        if (this.#isTouched[stem] === 0) {
          this.#isTouched[stem] = 1;
          this.#touched[touched++] = stem;
        }
        const weight = Math.exp(this.#weights[stem] as number);
        let ofWeight = 0;
        for (let d = 0, to = stem * dimensions; d < dimensions; d++) {
          const gradient = gradients[at + d] as number;
          (this.#vectorGradients[to + d] as number) += weight * gradient;
          ofWeight += (this.#vectors[to + d] as number) * gradient;
        }
        (this.#weightGradients[stem] as number) += weight * ofWeight;
      }
    }
    return touched;
  }
}

function side({ count, starts }: Pairs, offset: 0 | 1, batch: number, dimensions: number): Side {
  let longest = 1;
  for (let pair = 0; pair < count; pair++) {
    const at = 2 * pair + offset;
    longest = Math.max(longest, (starts[at + 1] as number) - (starts[at] as number));
  }
  return {
    words: new Int32Array(batch * longest),
    ends: new Int32Array(batch),
    units: new Float64Array(batch * dimensions),
    lengths: new Float64Array(batch),
    gradients: new Float64Array(batch * dimensions),
  };
}
