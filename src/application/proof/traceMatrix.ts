import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { PROOF_STATES, type ProofCounts, specProof } from '../../domain/proof/criterionStates.js';
import type { ProvingTest } from '../../domain/proof/verdict.js';
import type { Status } from '../../domain/spec/status.js';
import { countingCommits } from '../../domain/trace/assignCommitsToSpecs.js';
import { flag, texts, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';
import type { SpecsOfCommits } from '../trace/specsOfCommits.js';
import type { CriterionProofs } from './criterionProofs.js';

export interface TraceMatrixRequest {
  /** By default, all active specs with criteria. */
  readonly specs?: readonly string[] | undefined;
  /** Also archived specs. */
  readonly all?: boolean | undefined;
}

/** A criterion with its tests, and the commits of its spec. */
export interface MatrixRow extends Pick<CriterionView, 'n' | 'label' | 'text' | 'state'> {
  readonly ref: string;
  readonly sequence: number | null;
  readonly status: Status | null;
  readonly tests: readonly ProvingTest[];
  /** Hashes of the commits that name the spec, newest first. */
  readonly commits: readonly string[];
}

export type RowOrder = Pick<MatrixRow, 'ref' | 'sequence' | 'n' | 'state'>;

export interface TraceMatrixResult {
  /** Worst state first, then by spec. */
  readonly rows: readonly MatrixRow[];
  readonly counts: ProofCounts;
}

/** Shows for each criterion its state, its tests and the commits of its spec. */
export class TraceMatrix extends UseCase<TraceMatrixRequest, TraceMatrixResult> {
  static readonly request: RequestSchema<TraceMatrixRequest> = { specs: texts, all: flag };

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly proofs: CriterionProofs,
    private readonly specsOfCommits: SpecsOfCommits,
  ) {
    super();
  }

  protected override async run({ specs, all }: TraceMatrixRequest): Promise<TraceMatrixResult> {
    const asked =
      specs === undefined || specs.length === 0
        ? undefined
        : new Set(this.catalog.findAll(specs).map(({ path }) => path));
    const views = this.catalog
      .undated()
      .filter(({ path, archived }) => asked?.has(path) ?? (all === true || !archived));
    const commits = countingCommits(this.specsOfCommits.traceNaming().shares);
    const rows = [...this.proofs.criteria(views)].flatMap(([path, criteria]) => {
      const view = views.find((one) => one.path === path);
      if (view === undefined) return [];
      const { ref, sequence, status } = view;
      return criteria.map(({ n, label, text, state, verdict }): MatrixRow => ({
        ref,
        sequence,
        status,
        n,
        ...(label !== undefined && { label }),
        text,
        state,
        tests: verdict?.tests ?? [],
        commits: (commits.get(path) ?? []).map(({ hash }) => hash),
      }));
    });
    const { counts = {} } = specProof(rows.map(({ state }) => state)) ?? {};
    return { rows: rows.sort(worstFirst), counts };
  }
}

/** Compares rows of a matrix: the worst state first, then by spec and number. */
export function worstFirst(a: RowOrder, b: RowOrder): number {
  const rank = ({ state }: RowOrder) => PROOF_STATES.indexOf(state);
  return (
    rank(a) - rank(b) ||
    (a.sequence ?? Infinity) - (b.sequence ?? Infinity) ||
    (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : a.n - b.n)
  );
}
