import { tokensOf } from '../../domain/search/analyser.js';
import { collect } from '../../domain/search/collection.js';
import { documentTerms } from '../../domain/search/documentTerms.js';
import { rank } from '../../domain/search/rank.js';
import { readRelatedWords } from '../../domain/search/relatedWords.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { IndexedSpec, SearchAnswer, SearchIndex } from '../../ports/searchIndex.js';
import type { ShippedFiles } from '../../ports/shippedFiles.js';
import { LunrAnalyser } from './lunrAnalyser.js';
import { TermCache } from './termCache.js';

/** The tool's own ranking; terms of specs that have not changed come from the cache. */
export class RankingIndex implements SearchIndex {
  readonly analyser = new LunrAnalyser();
  readonly #files: FileSystem;
  readonly #shipped: ShippedFiles;

  constructor(files: FileSystem, shipped: ShippedFiles) {
    this.#files = files;
    this.#shipped = shipped;
  }

  async search(query: string, specs: readonly IndexedSpec[]): Promise<SearchAnswer> {
    const cache = new TermCache(this.#files);
    const entries = specs.map((spec) => {
      const known = cache.get(spec.key, spec.signature);
      const terms = known ?? documentTerms(spec.load(), this.analyser);
      if (known === undefined && spec.signature !== '') cache.set(spec.key, spec.signature, terms);
      return [spec.key, terms] as const;
    });
    cache.save(new Set(specs.map(({ key }) => key)));
    const collection = collect(entries);
    const stemsOf = (words: string) => tokensOf(words, this.analyser).map(({ stem }) => stem);
    const related = readRelatedWords(
      linesAbout(query, this.#shipped.read('templates/related-words.txt')),
      stemsOf,
    );
    const { ranked, reach, expansions } = rank(query, collection, this.analyser, { related });
    return {
      hits: ranked.map(({ document, score, parts }) => ({
        key: collection.keys[document] ?? '',
        score,
        parts,
      })),
      reach,
      expansions,
    };
  }
}

/**
 * The lines of the table that may concern a query: reading all of it costs more than the search. Words of one stem begin
 * alike, so the first letters decide.
 */
function linesAbout(query: string, table: string): string {
  const beginnings = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])].map((word) =>
    word.slice(0, 3),
  );
  return table
    .split('\n')
    .filter((line) => beginnings.some((beginning) => line.includes(beginning)))
    .join('\n');
}
