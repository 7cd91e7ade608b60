import { slugOf, wordsOf } from '../../../domain/naming/slug.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { required, text, type RequestSchema } from '../../requestSchema.js';
import { UseCase } from '../../useCase.js';

export interface SimilarSpecsRequest {
  /** Name of the new spec, as for `create`. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly body?: string | undefined;
}

export interface SimilarSpecsResult {
  /** Similar specs, best first, at most three. */
  readonly similar: readonly SpecView[];
}

const MOST = 3;
/**
 * Maximum length of the compared text, in characters: about as much as one vector (the numbers that stand for a meaning)
 * covers.
 */
const MOST_TEXT = 1200;

/** Finds specs with the same meaning as one about to be created. */
export class SimilarSpecs extends UseCase<SimilarSpecsRequest, SimilarSpecsResult> {
  static readonly request: RequestSchema<SimilarSpecsRequest> = {
    name: required(text),
    title: text,
    body: text,
  };

  protected override async run({ name, title, body }: SimilarSpecsRequest): Promise<SimilarSpecsResult> {
    const named = title ?? (name === slugOf(name) ? wordsOf(name) : name);
    const text = body === undefined ? named : `${named}\n${body.slice(0, MOST_TEXT)}`;
    const similar = await this.use.searchIndex.similar?.({ title: named, text, limit: MOST });
    return { similar: this.use.specCatalog.dated(similar ?? []) };
  }
}
