import lunr from 'lunr';
import { existsSync, readFileSync } from 'node:fs';
import { LunrAnalysis } from '../../src/adapters/search/lunr/lunrAnalysis.js';
import { WordVectors } from '../../src/adapters/search/wordVectors.js';
import { findDocuments, prepareQuery } from '../../src/domain/search/findDocuments.js';
import { likenessOf, standardised, vectorOf, stemCounts } from '../../src/domain/search/likeness.js';
import { buildSegment, joinedSegments } from '../../src/domain/search/postings.js';
import { documentFrequencyOf, inverseFrequency } from '../../src/domain/search/ranking.js';
import { RANK_SETTINGS, type RankSettings } from '../../src/domain/search/rankSettings.js';
import { RelatedWords } from '../../src/domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../../src/domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../../src/domain/search/wordSplitter.js';
import { designs, type JudgedCollection, paraphrases, publicCollection } from './judgedCollections.js';
import { type Figures, mean, measure, significance } from './rankingMeasures.js';

// Measures how well the search ranks documents: node scripts/bench.mjs search [DATA] [--sweep '{"k1":[1.2,1.6]}' |
// --leave-one-out '{"lead":[0.3,0.6]}']
const sweepAt = process.argv.indexOf('--sweep');
const leaveAt = process.argv.indexOf('--leave-one-out');
const named = process.argv[2]?.startsWith('--') === false ? process.argv[2] : undefined;
const data = named ?? process.env['SPECTOOL_TEST_DATA'] ?? '../shared/data';
if (!existsSync(data)) {
  console.error(`No judged collections in ${data}: name their folder, npm run bench:search -- DIR`);
  process.exit(1);
}
const splitter = new WordSplitter(new LunrAnalysis());
const table = new RelatedWords(RELATED_WORDS_TABLE);
const noWords = new RelatedWords({ keys: '\n', groups: '' });

const vectors = new WordVectors(
  readFileSync(process.env['SPECTOOL_WORD_VECTORS'] ?? 'src/adapters/search/wordVectors.bin'),
);

type Search = (text: string) => Promise<readonly string[]>;

function lunrSearch({ documents }: JudgedCollection): Search {
  const index = lunr(function () {
    this.ref('key');
    this.field('title');
    this.field('body');
    for (const { key, texts } of documents) {
      const { title, tags, headings, lead, body, files } = texts;
      this.add({ key, title, body: [tags, headings, lead, body, files].join('\n') });
    }
  });
  return async (text) => index.query((query) => query.term(lunr.tokenizer(text), {})).map(({ ref }) => ref);
}

interface Stages {
  readonly settings?: Partial<RankSettings>;
  readonly related?: RelatedWords;
  readonly correct?: boolean;
}

/** Returns spectool's search over an index in memory. */
async function ourSearch({ documents }: JudgedCollection): Promise<(stages?: Stages) => Search> {
  const segment = buildSegment(
    documents.map(({ texts }) => texts),
    splitter,
    vectors,
  );
  const source = joinedSegments([segment]);
  const stems = documents.map(({ texts }) => stemCounts(texts, splitter));
  const rarity = (stem: string) =>
    inverseFrequency(source.documentCount, documentFrequencyOf(source.postings('s', stem)));
  return ({ settings = {}, related = table, correct = true } = {}) =>
    async (text) => {
      const query = prepareQuery(
        { text, phrases: [], required: [], excluded: [], patterns: [], filters: [] },
        { source, related, splitter, vocabulary: () => (correct ? segment.words() : []) },
      );
      const likeness = likenessOf(vectorOf(query.written, splitter, vectors, rarity), [segment.vectors()]);
      const { documents: found } = findDocuments(query, {
        source,
        related,
        splitter,
        likeness: standardised(likeness, () => true),
        settings: { ...RANK_SETTINGS, ...settings },
        stem: (word) => splitter.stem(word),
        stemsOf: (document) => stems[document] ?? new Map(),
      });
      return found.slice(0, 50).map((document) => documents[document]?.key ?? '');
    };
}

const STAGES: readonly (readonly [string, Stages])[] = [
  ['without lead', { settings: { lead: 0 } }],
  ['without related words', { related: noWords }],
  ['without vectors', { settings: { likeness: 0, likenessOwn: 0, similar: 0 } }],
  ['without topics', { settings: { topic: 0 } }],
  ['without surface forms', { settings: { surface: 0 } }],
  ['without neighbours', { settings: { adjacent: 0 } }],
  ['without correction', { correct: false }],
];

function row(name: string, figures: Figures, baseline: Figures, ours?: Figures): string {
  const numbers = [figures.ndcg, figures.mrr, figures.recall10, figures.recall50].map((values) =>
    mean(values).toFixed(3).padStart(8),
  );
  const against =
    figures === baseline ? '' : `p(lunr) ${significance(figures.ndcg, baseline.ndcg).toFixed(4)}`;
  const lost = ours === undefined ? '' : `p(ours) ${significance(figures.ndcg, ours.ndcg).toFixed(4)}`;
  return `  ${name.padEnd(24)}${numbers.join('')}   ${against}  ${lost}`;
}

const collections = await Promise.all(
  [
    paraphrases(data),
    ...['rfcs', 'cranfield', 'cisi'].map((name) => publicCollection(data, name)),
    ...designs(data),
  ].map(async (collection) => ({ collection, search: await ourSearch(collection) })),
);

if (leaveAt > 0)
  await leaveOneOut(JSON.parse(process.argv[leaveAt + 1] ?? '{}') as Record<string, readonly number[]>);
else if (sweepAt > 0)
  await sweep(JSON.parse(process.argv[sweepAt + 1] ?? '{}') as Record<string, readonly unknown[]>);
else for (const one of collections) await report(one);

/**
 * Prints the quality of the ranking (nDCG@10) for each collection, with one setting changed at a time. The key `+` of `trials`
 * lists combinations of several settings.
 */
async function sweep(trials: Record<string, readonly unknown[]>): Promise<void> {
  const show = async (name: string, settings: Partial<RankSettings>) => {
    const figures: string[] = [];
    for (const { collection, search } of collections) {
      const { ndcg, recall50 } = await measure(collection.queries, search({ settings }));
      figures.push(`${mean(ndcg).toFixed(4)} ${mean(recall50).toFixed(3)}  `);
    }
    console.log(name.padEnd(32), ...figures);
  };
  await show('as it is', {});
  for (const [key, values] of Object.entries(trials))
    for (const value of values)
      await show(
        `${key} ${JSON.stringify(value)}`,
        key.startsWith('+') ? (value as object) : { [key]: value },
      );
}

/**
 * For each collection, finds the settings (of all combinations in the grid) that are best on average for the other
 * collections, and prints their result for this collection.
 */
async function leaveOneOut(grid: Record<string, readonly number[]>): Promise<void> {
  let combinations: Partial<RankSettings>[] = [{}];
  for (const [key, values] of Object.entries(grid))
    combinations = combinations.flatMap((one) => values.map((value) => ({ ...one, [key]: value })));
  const trials: {
    readonly settings: Partial<RankSettings>;
    readonly ndcg: readonly (readonly number[])[];
  }[] = [];
  for (const settings of combinations) {
    const ndcg: (readonly number[])[] = [];
    for (const { collection, search } of collections)
      ndcg.push((await measure(collection.queries, search({ settings }))).ndcg);
    trials.push({ settings, ndcg });
  }
  const before = new Map<string, readonly number[]>();
  for (const [i, { collection }] of collections.entries()) {
    const others = ({ ndcg }: (typeof trials)[number]) => mean(ndcg.filter((_, j) => j !== i).map(mean));
    const chosen = trials.reduce((best, one) => (others(one) > others(best) ? one : best));
    before.set(collection.name, chosen.ndcg[i] ?? []);
    console.log(
      collection.name.padEnd(12),
      mean(chosen.ndcg[i] ?? []).toFixed(3),
      JSON.stringify(chosen.settings),
    );
  }
  console.log('mean'.padEnd(12), mean([...before.values()].map(mean)).toFixed(4));
}

async function report({ collection, search }: (typeof collections)[number]): Promise<void> {
  const { name, documents, queries } = collection;
  const baseline = await measure(queries, lunrSearch(collection));
  const ours = await measure(queries, search());
  console.log(`\n${name}: ${documents.length} documents, ${queries.length} queries`);
  console.log(`  ${''.padEnd(24)} nDCG@10     MRR    R@10    R@50`);
  console.log(row('lunr as it comes', baseline, baseline));
  console.log(row('ours', ours, baseline));
  for (const [stage, stages] of STAGES)
    console.log(row(stage, await measure(queries, search(stages)), baseline, ours));
}
