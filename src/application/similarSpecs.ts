import type { SpecView } from '../domain/spec/specView.js';
import type { SearchIndex } from '../ports/searchIndex.js';

export interface SimilarSpecsRequest {
  readonly title: string;
  readonly body?: string;
}

const MOST_WORDS = 60;
const MOST = 3;
/** Share of the new spec's words that an existing one must hold for a warning to be worth reading. */
const LEAST_COVERAGE = 0.75;

/** Existing specs that say what a new one is going to say; for a warning before the same work is specified twice. */
export class SimilarSpecs {
  readonly #index: SearchIndex;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  async execute({ title, body = '' }: SimilarSpecsRequest): Promise<readonly SpecView[]> {
    const words = `${title}\n${body}`.split(/\s+/).filter((word) => word !== '');
    const text = words.slice(0, MOST_WORDS).join(' ');
    if (words.length < 2) return [];
    const answer = await this.#index.search({
      query: { text, phrases: [], required: [], excluded: [], filters: [] },
      limit: MOST,
      archived: true,
    });
    return answer.hits
      .filter(
        ({ coverage, terms }) =>
          coverage >= LEAST_COVERAGE && terms.filter(({ kind }) => kind === 'direct').length >= 2,
      )
      .map(({ spec }) => spec);
  }
}
