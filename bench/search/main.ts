import lunr from 'lunr';
import { existsSync, readFileSync } from 'node:fs';
import { LunrAnalyser } from '../../src/adapters/search/lunrAnalyser.js';
import { tokensOf } from '../../src/domain/search/analyser.js';
import { collect } from '../../src/domain/search/collection.js';
import { documentTerms } from '../../src/domain/search/documentTerms.js';
import { rank, type RankOptions } from '../../src/domain/search/rank.js';
import { readRelatedWords } from '../../src/domain/search/relatedWords.js';
import { type JudgedCollection, paraphrases, publicCollection } from './collections.js';
import { type Figures, mean, measure, significance } from './measures.js';

const data = process.argv[2] ?? process.env['SPECTOOL_TEST_DATA'] ?? '../shared/data';
if (!existsSync(data)) {
  console.error(`No judged collections in ${data}: name their folder, npm run bench:search -- DIR`);
  process.exit(1);
}
const analyser = new LunrAnalyser();
const table = readFileSync('templates/related-words.txt', 'utf8');
const related = readRelatedWords(table, (words) => tokensOf(words, analyser).map(({ stem }) => stem));

function lunrSearch({ documents }: JudgedCollection): (text: string) => readonly string[] {
  const index = lunr(function () {
    this.ref('key');
    for (const field of ['title', 'name', 'tags', 'body']) this.field(field);
    for (const [key, { title, name, tags, texts }] of documents)
      this.add({ key, title, name, tags: tags.join(' '), body: texts.join('\n') });
  });
  return (text) => index.query((query) => query.term(lunr.tokenizer(text), {})).map(({ ref }) => ref);
}

function row(name: string, figures: Figures, baseline: Figures, ours?: Figures): string {
  const numbers = [figures.ndcg, figures.mrr, figures.recall10, figures.recall50].map((values) =>
    mean(values).toFixed(3),
  );
  const against =
    figures === baseline ? '' : `p(lunr) ${significance(figures.ndcg, baseline.ndcg).toFixed(4)}`;
  const lost = ours === undefined ? '' : `p(ours) ${significance(figures.ndcg, ours.ndcg).toFixed(4)}`;
  return `  ${name.padEnd(22)} ${numbers.map((number) => number.padStart(8)).join('')}   ${against}  ${lost}`;
}

for (const collection of [
  paraphrases(data),
  publicCollection(data, 'cranfield'),
  publicCollection(data, 'cisi'),
]) {
  const index = collect(collection.documents.map(([key, fields]) => [key, documentTerms(fields, analyser)]));
  const search = (options: RankOptions) => (text: string) =>
    rank(text, index, analyser, options)
      .ranked.slice(0, 50)
      .map(({ document }) => index.keys[document] ?? '');
  const baseline = measure(collection.queries, lunrSearch(collection));
  const ours = measure(collection.queries, search({ related }));
  console.log(
    `\n${collection.name}: ${collection.documents.length} documents, ${collection.queries.length} queries`,
  );
  console.log(`  ${''.padEnd(22)}  nDCG@10     MRR    R@10    R@50`);
  console.log(row('lunr as it comes', baseline, baseline));
  console.log(row('ours', ours, baseline));
  console.log(row('without related words', measure(collection.queries, search({})), baseline, ours));
  console.log(
    row(
      'without feedback',
      measure(collection.queries, search({ related, feedback: false })),
      baseline,
      ours,
    ),
  );
  console.log(row('words alone', measure(collection.queries, search({ feedback: false })), baseline, ours));
}
