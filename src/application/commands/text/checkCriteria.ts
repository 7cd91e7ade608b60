import type { CriterionProof } from '../../../domain/criteria/criteria.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { fieldText } from '../../../domain/fields/checkFieldText.js';
import type { ChangeResult } from '../../changes/changeResult.js';
import { required, text, texts, words, type RequestSchema } from '../../requestSchema.js';
import { ChangeOneSpec } from '../changeOneSpec.js';

export interface CheckCriteriaRequest {
  readonly spec: string;
  /** Criteria to tick, each given by its number, label, or the beginning of its text. */
  readonly criteria: readonly string[];
  /** Proof that the criteria are met, one or several of: a person (`by`), a commit, a test. */
  readonly by?: string | undefined;
  readonly commit?: string | undefined;
  readonly test?: string | undefined;
  /** Why the person in `by` is sure that the criterion is met; with it, the criterion is attested, which no test can do. */
  readonly reason?: string | undefined;
}

/** Ticks criteria. The log records actor, time and proof. */
export class CheckCriteria extends ChangeOneSpec<CheckCriteriaRequest> {
  static readonly request: RequestSchema<CheckCriteriaRequest> = {
    spec: required(text),
    criteria: required(texts),
    by: words,
    commit: text,
    test: words,
    reason: words,
  };

  protected override async run(request: CheckCriteriaRequest): Promise<ChangeResult> {
    const { spec, criteria } = request;
    refuseNone(criteria);
    const proof = proofOf(request, request.commit === undefined ? undefined : this.#commit(request.commit));
    return this.change({
      command: 'check',
      spec,
      commands: (_, { by }) => [
        { type: 'CheckCriteria', data: { criteria, by, ...(proof !== undefined && { proof }) } },
      ],
      unchanged: (ref) => `${thoseOf(criteria, ref)} already ticked`,
    });
  }

  /**
   * Returns the full hash of a commit, because a branch names another commit tomorrow. A hash may be of another clone, and without
   * git a name cannot be checked.
   */
  #commit(name: string): string {
    const commit = this.use.commitLog.commitNamed(name);
    if (commit !== undefined) return commit;
    if (/^[\da-f]{4,64}$/i.test(name) || this.use.commitLog.commitNamed('HEAD') === undefined) return name;
    throw new SpectoolError('FIELD_INVALID', `There is no commit ${JSON.stringify(name)}.`, {
      hint: 'Give the hash of a commit, or a branch or tag.',
      details: { field: 'commit' },
    });
  }
}

export interface UncheckCriteriaRequest {
  readonly spec: string;
  /** Criteria to untick, each given by its number, label, or the beginning of its text. */
  readonly criteria: readonly string[];
  readonly reason?: string | undefined;
}

/** Unticks criteria. */
export class UncheckCriteria extends ChangeOneSpec<UncheckCriteriaRequest> {
  static readonly request: RequestSchema<UncheckCriteriaRequest> = {
    spec: required(text),
    criteria: required(texts),
    reason: words,
  };

  protected override async run({ spec, criteria, reason }: UncheckCriteriaRequest): Promise<ChangeResult> {
    refuseNone(criteria);
    const data = { criteria, ...(reason !== undefined && { reason }) };
    return this.change({
      command: 'uncheck',
      spec,
      commands: () => [{ type: 'UncheckCriteria', data }],
      unchanged: (ref) => `${thoseOf(criteria, ref)} not ticked`,
    });
  }
}

function refuseNone(criteria: readonly string[]): void {
  if (criteria.length > 0) return;
  throw new SpectoolError('USAGE', 'No criterion was named.', {
    hint: 'Name at least one criterion by its number, its label, or the beginning of its text.',
  });
}

function thoseOf({ length }: readonly string[], ref: string): string {
  return length === 1 ? `This criterion of ${ref} is` : `These criteria of ${ref} are`;
}

function proofOf(
  { by, test, reason }: CheckCriteriaRequest,
  commit: string | undefined,
): CriterionProof | undefined {
  if (reason !== undefined && by === undefined)
    throw new SpectoolError('USAGE', 'A reason needs the person who confirms the criterion.', {
      hint: 'Name the person too, in "by".',
    });
  const given = Object.entries({ by, commit, test, reason }).flatMap(([kind, value]) =>
    value === undefined ? [] : [[kind, fieldText(kind, value)] as const],
  );
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
