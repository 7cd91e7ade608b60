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

  protected override async run({ specs = [], all = false }: TraceMatrixRequest): Promise<TraceMatrixResult> {
    const asked = new Set(this.catalog.findAll(specs).map(({ path }) => path));
    const views = this.catalog
      .undated()
      .filter(({ path, archived }) => (asked.size > 0 ? asked.has(path) : all || !archived));
    const commits = countingCommits(this.specsOfCommits.traceNaming().shares);
    const read = this.proofs.criteria(views);
    const rows = views.flatMap(({ ref, path, sequence, status }) =>
      (read.get(path) ?? []).map(({ n, label, text, state, verdict }): MatrixRow => {
        const hashes = (commits.get(path) ?? []).map(({ hash }) => hash);
        const named = { ref, sequence, status, n, ...(label !== undefined && { label }), text, state };
        return { ...named, tests: verdict?.tests ?? [], commits: hashes };
      }),
    );
    const { counts = {} } = specProof(rows.map(({ state }) => state)) ?? {};
    return { rows: rows.sort(worstFirst), counts };
  }
}

/** Compares rows of a matrix: the worst state first; rows of one state keep their order. */
export function worstFirst(one: Pick<MatrixRow, 'state'>, other: Pick<MatrixRow, 'state'>): number {
  return PROOF_STATES.indexOf(one.state) - PROOF_STATES.indexOf(other.state);
}
