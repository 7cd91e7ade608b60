import lunr from 'lunr';
import { existsSync } from 'node:fs';
import { LunrAnalysis } from '../../src/adapters/search/lunrAnalysis.js';
import { findDocuments } from '../../src/domain/search/findDocuments.js';
import { MemoryPostings } from '../../src/domain/search/memoryPostings.js';
import { PostingCollector } from '../../src/domain/search/postingCollector.js';
import { RANK_SETTINGS, type RankSettings } from '../../src/domain/search/rankSettings.js';
import { RelatedWords } from '../../src/domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../../src/domain/search/related/relatedWordsTable.js';
import { stemCounts } from '../../src/domain/search/stemCounts.js';
import { WordSplitter } from '../../src/domain/search/text/wordSplitter.js';
import { type JudgedCollection, paraphrases, publicCollection } from './collections.js';
import { type Figures, mean, measure, significance } from './measures.js';

// node scripts/bench.mjs search [DATA] [--sweep '{"k1":[1.2,1.6]}']
const sweepAt = process.argv.indexOf('--sweep');
const named = process.argv[2]?.startsWith('--') === false ? process.argv[2] : undefined;
const data = named ?? process.env['SPECTOOL_TEST_DATA'] ?? '../shared/data';
if (!existsSync(data)) {
  console.error(`No judged collections in ${data}: name their folder, npm run bench:search -- DIR`);
  process.exit(1);
}
const splitter = new WordSplitter(new LunrAnalysis());
const table = new RelatedWords(RELATED_WORDS_TABLE);
const noWords = new RelatedWords({ keys: '\n', groups: '' });

type Search = (text: string) => readonly string[];

function lunrSearch({ documents }: JudgedCollection): Search {
  const index = lunr(function () {
    this.ref('key');
    this.field('title');
    this.field('body');
    for (const [key, { title, tags, headings, body, files }] of documents)
      this.add({ key, title, body: [tags, headings, body, files].join('\n') });
  });
  return (text) => index.query((query) => query.term(lunr.tokenizer(text), {})).map(({ ref }) => ref);
}

interface Stages {
  readonly settings?: Partial<RankSettings>;
  readonly related?: RelatedWords;
  readonly correct?: boolean;
}

/** The pipeline the tool has, over postings in memory. */
function ourSearch({ documents }: JudgedCollection): (stages?: Stages) => Search {
  const collector = new PostingCollector(splitter);
  for (const [, texts] of documents) collector.add(texts);
  const source = new MemoryPostings(collector);
  const stems = documents.map(([, texts]) => stemCounts(texts, splitter));
  const words = [...source.keys()]
    .filter(([key]) => key.startsWith('f'))
    .map(([key, frequency]) => ({ word: key.slice(1), frequency }));
  return ({ settings = {}, related = table, correct = true } = {}) =>
    (text) =>
      findDocuments(
        { text, phrases: [], required: [], excluded: [], filters: [] },
        {
          source,
          related,
          splitter,
          settings: { ...RANK_SETTINGS, ...settings },
          stem: (word) => splitter.stem(word),
          stemsOf: (document) => stems[document] ?? new Map(),
          vocabulary: () => (correct ? words : []),
        },
      )
        .documents.slice(0, 50)
        .map((document) => documents[document]?.[0] ?? '');
}

const STAGES: readonly (readonly [string, Stages])[] = [
  ['without related words', { related: noWords }],
  ['without topics', { settings: { topic: 0 } }],
  ['without surface forms', { settings: { surface: 0 } }],
  ['without neighbours', { settings: { adjacent: 0 } }],
  ['without compounds', { settings: { compound: 0 } }],
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

const collections = [
  paraphrases(data),
  publicCollection(data, 'cranfield'),
  publicCollection(data, 'cisi'),
  publicCollection(data, 'rfcs'),
].map((collection) => ({ collection, search: ourSearch(collection) }));

if (sweepAt > 0) sweep(JSON.parse(process.argv[sweepAt + 1] ?? '{}') as Record<string, readonly unknown[]>);
else for (const one of collections) report(one);

/** nDCG@10 of each collection with one setting changed at a time; `+` takes objects of several. */
function sweep(trials: Record<string, readonly unknown[]>): void {
  const show = (name: string, settings: Partial<RankSettings>) =>
    console.log(
      name.padEnd(32),
      ...collections.map(({ collection, search }) => {
        const { ndcg, recall50 } = measure(collection.queries, search({ settings }));
        return `${mean(ndcg).toFixed(4)} ${mean(recall50).toFixed(3)}  `;
      }),
    );
  show('as it is', {});
  for (const [key, values] of Object.entries(trials))
    for (const value of values)
      show(`${key} ${JSON.stringify(value)}`, key.startsWith('+') ? (value as object) : { [key]: value });
}

function report({ collection, search }: (typeof collections)[number]): void {
  const { name, documents, queries } = collection;
  const baseline = measure(queries, lunrSearch(collection));
  const ours = measure(queries, search());
  console.log(`\n${name}: ${documents.length} documents, ${queries.length} queries`);
  console.log(`  ${''.padEnd(24)} nDCG@10     MRR    R@10    R@50`);
  console.log(row('lunr as it comes', baseline, baseline));
  console.log(row('ours', ours, baseline));
  for (const [stage, stages] of STAGES)
    console.log(row(stage, measure(queries, search(stages)), baseline, ours));
}
