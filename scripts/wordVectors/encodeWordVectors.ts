import { createHash } from 'node:crypto';
import { WORD_VECTORS_MAGIC, WORD_VECTORS_VERSION } from '../../src/adapters/search/wordVectors.js';

/**
 * Encodes the table of word vectors in the format that the search reads (wordVectors.ts): sorted stems, each with a scale and
 * integers from -127 to 127.
 */
export function encodeWordVectors(
  stems: readonly string[],
  vectors: Float32Array,
  dimensions: number,
): Uint8Array {
  const order = stems
    .map((stem, number) => ({ stem, number }))
    .filter(({ stem }) => /^[\x21-\x7e]+$/.test(stem))
    .sort((a, b) => (a.stem < b.stem ? -1 : 1));
  const text = order.map(({ stem }) => stem).join('');
  const offsets = new Uint32Array(order.length + 1);
  const scales = new Float32Array(order.length);
  const numbers = new Int8Array(order.length * dimensions);
  order.forEach(({ stem, number }, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + stem.length;
    const vector = vectors.subarray(number * dimensions, (number + 1) * dimensions);
    const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 127;
    scales[i] = scale;
    vector.forEach((value, d) => (numbers[i * dimensions + d] = Math.round(value / scale)));
  });
  const rest = Buffer.concat([
    Buffer.from(offsets.buffer),
    Buffer.from(scales.buffer),
    Buffer.from(numbers.buffer),
    Buffer.from(text, 'latin1'),
  ]);
  const head = Uint32Array.of(
    WORD_VECTORS_MAGIC,
    WORD_VECTORS_VERSION,
    dimensions,
    order.length,
    createHash('sha1').update(rest).digest().readUInt32LE(),
  );
  return Buffer.concat([Buffer.from(head.buffer), rest]);
}
