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
    const related = readRelatedWords(this.#shipped.read('templates/related-words.txt'), stemsOf);
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
