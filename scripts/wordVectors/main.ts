// Trains the table of word vectors: node scripts/trainWordVectors.mjs [DATA] [--out FILE] [--epochs N] [--seed N] [--check]
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LunrAnalysis } from '../../src/adapters/search/lunr/lunrAnalysis.js';
import { encodeWordVectors } from './encodeWordVectors.js';
import { readPairs } from './titleTextPairs.js';
import { TRAINING, trainVectors } from './trainVectors.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'src/adapters/search/wordVectors.bin' },
    epochs: { type: 'string', default: String(TRAINING.epochs) },
    seed: { type: 'string', default: String(TRAINING.seed) },
    check: { type: 'boolean', default: false },
  },
});
const [data = '../shared/data/meaning'] = positionals;
const analysis = new LunrAnalysis();

/**
 * Gives each stem a number in order of appearance. `of` maps the number of a word to the number of its stem, -1 for stop
 * words.
 */
function stemsOf(words: readonly string[]): { readonly stems: readonly string[]; readonly of: Int32Array } {
  const numbers = new Map<string, number>();
  const of = Int32Array.from(words, (word) => {
    if (analysis.isStopWord(word)) return -1;
    const stem = analysis.stem(word);
    const number = numbers.get(stem) ?? numbers.size;
    numbers.set(stem, number);
    return number;
  });
  return { stems: [...numbers.keys()], of };
}

function unpacked(file: string): Uint8Array {
  const { stdout, status, error } = spawnSync('xz', ['-dc', file], { maxBuffer: 1 << 28 });
  if (status === 0) return stdout;
  const why = error === undefined ? `xz ended with ${status ?? 'a signal'}` : error.message;
  console.error(`${file} cannot be unpacked: ${why}. The command \`xz\` is needed (package xz or xz-utils).`);
  process.exit(1);
}

const words = readFileSync(join(data, 'vocabulary.txt'), 'utf8').trimEnd().split('\n');
const { stems, of } = stemsOf(words);
const pairs = readPairs(unpacked(join(data, 'pairs.bags.xz')), of);
console.log(`${pairs.count} pairs, ${stems.length} stems`);
const settings = { ...TRAINING, epochs: Number(values.epochs), seed: Number(values.seed) };
const started = Date.now();
const vectors = trainVectors(pairs, stems.length, settings, (epoch, loss) => {
  console.log(`epoch ${epoch + 1}: loss ${loss.toFixed(4)}, ${Math.round((Date.now() - started) / 1000)} s`);
});
const table = encodeWordVectors(stems, vectors, settings.dimensions);
if (!values.check) {
  writeFileSync(values.out, table);
  console.log(`${values.out}: ${table.length} bytes`);
} else if (!Buffer.from(table).equals(readFileSync(values.out))) {
  console.error(`${values.out} is not what the trainer gives.`);
  process.exit(1);
}
