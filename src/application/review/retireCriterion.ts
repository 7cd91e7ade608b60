import { criteriaOf } from '../../domain/criteria/criteria.js';
import { findCriterion } from '../../domain/criteria/findCriterion.js';
import { retiredWords } from '../../domain/criteria/retiredCriteria.js';
import { quoted } from '../../domain/value/quoted.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { ChangeOneSpec } from '../commands/changeOneSpec.js';
import { required, text, words, type RequestSchema } from '../requestSchema.js';

export interface RetireCriterionRequest {
  readonly spec: string;
  /** The criterion, given by its number, label, or the beginning of its text. */
  readonly criterion: string;
  readonly reason: string;
  /** The spec that has the criterion now, and the criterion's label or number there: `14` or `14/AC2`. */
  readonly by?: string | undefined;
}

/** Retires one criterion: it stays in the text, struck through, and does not count any more. */
export class RetireCriterion extends ChangeOneSpec<RetireCriterionRequest> {
  static readonly request: RequestSchema<RetireCriterionRequest> = {
    spec: required(text),
    criterion: required(text),
    reason: required(words),
    by: text,
  };

  protected override async run(request: RetireCriterionRequest): Promise<ChangeResult> {
    const { spec, criterion, reason } = request;
    return this.change({
      command: 'retire',
      spec,
      commands: () => {
        const by = request.by === undefined ? undefined : this.#successor(request.by);
        const data = { criterion, reason, ...(by !== undefined && { by }) };
        return [{ type: 'RetireCriterion', data }];
      },
      unchanged: (ref) => `This criterion of ${ref} is retired already`,
    });
  }

  /** Returns the folder name of the spec, with the label or number of its criterion. */
  #successor(by: string): string {
    const at = by.lastIndexOf('/');
    const whole = at < 0 ? this.use.specCatalog.nameOf(by) : this.#nameIfAny(by);
    if (whole !== undefined) return whole;
    const folder = this.use.specCatalog.find(by.slice(0, at));
    const { text: document, bodyStart } = this.use.specStore.open(folder);
    const criteria = criteriaOf(document.slice(bodyStart), this.use.config.criteria.sections);
    const { label, n, text: words } = findCriterion(criteria, by.slice(at + 1), folder.ref);
    // Criteria that retire each other would all be settled, and none met.
    if (retiredWords(words) !== undefined)
      throw new SpectoolError(
        'FIELD_INVALID',
        `${folder.ref} has retired this criterion itself: ${quoted(words)}.`,
        {
          hint: 'Name a criterion that counts.',
          details: { field: 'by' },
        },
      );
    return `${folder.ref}/${label ?? String(n)}`;
  }

  #nameIfAny(reference: string): string | undefined {
    try {
      return this.use.specCatalog.nameOf(reference);
    } catch (error) {
      if (error instanceof SpectoolError && error.code === 'SPEC_NOT_FOUND') return undefined;
      throw error;
    }
  }
}

export interface RestoreCriterionRequest {
  readonly spec: string;
  /** The retired criterion, given by its number, label, or the beginning of its text. */
  readonly criterion: string;
}

/** Restores a retired criterion, so that it counts again. */
export class RestoreCriterion extends ChangeOneSpec<RestoreCriterionRequest> {
  static readonly request: RequestSchema<RestoreCriterionRequest> = {
    spec: required(text),
    criterion: required(text),
  };

  protected override async run({ spec, criterion }: RestoreCriterionRequest): Promise<ChangeResult> {
    return this.change({
      command: 'restore',
      spec,
      commands: () => [{ type: 'RestoreCriterion', data: { criterion } }],
      unchanged: (ref) => `This criterion of ${ref} is not retired`,
    });
  }
}
