import { labelKey } from '../../domain/criteria/checkboxGrammar.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { contradictionOf, type ProofState } from '../../domain/proof/criterionStates.js';
import { newVerdict } from '../../domain/proof/newVerdict.js';
import { joinedTests, shownName } from '../../domain/proof/reportedTests.js';
import {
  type ProvingTest,
  resultOf,
  standingVerdicts,
  type Verdict,
  type VerdictResult,
} from '../../domain/proof/verdict.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import { criteriaIn } from '../../domain/spec/criteriaInText.js';
import type { Status } from '../../domain/spec/status.js';
import { instantOf } from '../../domain/value/timestamp.js';
import type { CommitLog } from '../../ports/repository/commits.js';
import type { TestReports } from '../../ports/importSource.js';
import type { ChangedSpec, ChangeSpecs } from '../changes/changeSpecs.js';
import { eventsOf } from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import type { WriteSession } from '../changes/writeSession.js';
import { flag, required, text, texts, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';
import type { Warning } from '../warning.js';
import type { HeldSpecs } from '../worktrees/heldSpecs.js';
import type { BoundTest, CriteriaOfTests } from './criteriaOfTests.js';
import type { CriterionProofs } from './criterionProofs.js';
import type { ReportAge } from './reportAge.js';
import type { TestFiles } from './testFiles.js';

export interface ProveCriteriaRequest {
  /** JUnit XML reports: files, folders and globs, relative to the working folder; `-` for `input`. */
  readonly reports: readonly string[];
  /** The text of a report, which `-` in `reports` stands for. */
  readonly input?: string | undefined;
  /** Record verdicts for these specs; by default for the specs that the actor holds. */
  readonly specs?: readonly string[] | undefined;
  /** Record verdicts for all specs that tests name. */
  readonly all?: boolean | undefined;
  /** The reports have all tests of the project, so that a test that they do not have is gone. */
  readonly whole?: boolean | undefined;
  /** Record the verdicts even if a file was changed after the run. */
  readonly force?: boolean | undefined;
  /** Write nothing; show what would be recorded. */
  readonly dryRun?: boolean | undefined;
  /** Also check all specs: `ok` is false if a ticked criterion is failing, or has no proof although the project requires it. */
  readonly strict?: boolean | undefined;
}

/** What the reports say about a criterion. */
export interface ProvedCriterion {
  readonly n: number;
  readonly label: string;
  readonly text: string;
  readonly result: VerdictResult;
  readonly tests: readonly ProvingTest[];
}

/** A spec that tests name. */
export interface ProvedSpec {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  readonly status: Status | null;
  /** False if the verdicts are only shown, because the actor does not hold the spec and the request does not name it. */
  readonly recorded: boolean;
  readonly criteria: readonly ProvedCriterion[];
}

/** A test whose name seems to name a criterion, but fits none. */
export interface UnmatchedTest {
  readonly test: string;
  /** The part of the name, such as `012/AC9`. */
  readonly reference: string;
  readonly why: 'no spec' | 'no label' | 'several specs' | 'several criteria';
  /** Folder names of the specs that the number means, or of the spec without such a label. */
  readonly specs: readonly string[];
}

/** A criterion because of which a strict check fails. */
export interface ProofProblem {
  readonly ref: string;
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly state: ProofState;
}

export interface ProveCriteriaResult {
  readonly reports: readonly { readonly path: string; readonly tests: number }[];
  /** Specs by number. */
  readonly specs: readonly ProvedSpec[];
  readonly unmatched: readonly UnmatchedTest[];
  readonly events: readonly HistoryEvent[];
  readonly ok: boolean;
  /** The criteria for which `ok` is false; only for a strict check. */
  readonly problems?: readonly ProofProblem[];
  readonly warnings: readonly Warning[];
  readonly dryRun?: true;
}

/** The tests of each criterion of a spec, by the key of its label. */
interface TestedSpec {
  readonly folder: SpecFolder;
  readonly tests: Map<string, ProvingTest[]>;
}

/** Records what test reports say about the criteria that tests name. */
export class ProveCriteria extends UseCase<ProveCriteriaRequest, ProveCriteriaResult> {
  static readonly request: RequestSchema<ProveCriteriaRequest> = {
    reports: required(texts),
    input: text,
    specs: texts,
    all: flag,
    whole: flag,
    force: flag,
    dryRun: flag,
    strict: flag,
  };

  constructor(
    private readonly access: WriteSession,
    private readonly catalog: SpecCatalog,
    private readonly changes: ChangeSpecs,
    private readonly reports: TestReports,
    private readonly criteriaOfTests: CriteriaOfTests,
    private readonly testFiles: TestFiles,
    private readonly reportAge: ReportAge,
    private readonly proofs: CriterionProofs,
    private readonly heldSpecs: HeldSpecs,
    private readonly commitLog: CommitLog,
  ) {
    super();
  }

  protected override async run(request: ProveCriteriaRequest): Promise<ProveCriteriaResult> {
    if (request.reports.length === 0)
      throw new SpectoolError('USAGE', 'No test report was named.', {
        hint: 'Run your tests with a JUnit reporter, and name its file or folder.',
      });
    const reports = await this.reports.read(request.reports, request.input);
    const work = (drafts: RecordDrafts): ProveCriteriaResult => {
      const bound = this.criteriaOfTests.bind(joinedTests(reports));
      const tested = this.#tested(bound);
      const chosen = this.#chosen(request, tested);
      // The earliest report counts.
      const [ranAt] = reports.flatMap((report) => report.ranAt ?? []).toSorted((a, b) => a - b);
      const refuseOld = this.reportAge.refuser(ranAt, request.reports);
      const verdictsOf = this.#verdicts(request, drafts, ranAt);
      const planned = chosen.map((spec) => ({ ...spec, verdicts: [] as readonly Verdict[] }));
      const changed = this.changes.apply(
        drafts,
        planned.map((plan) => ({
          folder: plan.folder,
          commands: (spec) => {
            if (request.force !== true) refuseOld(this.#filesOf(spec, plan));
            plan.verdicts = verdictsOf(spec, plan);
            return [{ type: 'RecordVerdicts', data: { verdicts: plan.verdicts } }];
          },
        })),
      );
      const problems = request.strict === true ? this.#problems(changed) : undefined;
      const recorded = new Set(chosen.map(({ folder }) => folder.path));
      return {
        reports: reports.map(({ path, tests }) => ({ path, tests: tests.length })),
        specs: this.#provedSpecs([
          ...planned.map(({ folder, verdicts }) => ({ folder, verdicts, isRecorded: true })),
          ...tested
            .filter(({ folder }) => !recorded.has(folder.path))
            .map((spec) => ({ folder: spec.folder, verdicts: this.#shown(spec), isRecorded: false })),
        ]),
        unmatched: bound.flatMap(unmatchedIn),
        events: eventsOf(changed),
        ok: problems === undefined || problems.length === 0,
        ...(problems !== undefined && { problems }),
        warnings: [...this.#warnings(bound, reports.length), ...changed.flatMap(changeWarnings)],
      };
    };
    return request.dryRun === true ? this.access.rehearse('prove', work) : this.access.change('prove', work);
  }

  /** Returns the specs that tests name, with the tests of each criterion. */
  #tested(bound: readonly BoundTest[]): readonly TestedSpec[] {
    const fileOf = this.testFiles.finder(
      bound.flatMap(({ test, references: [first] }) =>
        first === undefined ? [] : [{ test, written: first.written }],
      ),
    );
    const specs = new Map<string, TestedSpec>();
    for (const { test, references } of bound)
      for (const { spec: folder, label } of references) {
        const spec = specs.get(folder.path) ?? { folder, tests: new Map<string, ProvingTest[]>() };
        specs.set(folder.path, spec);
        const file = fileOf(test);
        const { outcome, isFlaky } = test;
        const own = {
          name: shownName(test),
          outcome,
          ...(file !== undefined && { file }),
          ...(isFlaky && { flaky: isFlaky }),
        };
        const key = labelKey(label);
        const known = spec.tests.get(key);
        if (known === undefined) spec.tests.set(key, [own]);
        else known.push(own);
      }
    return [...specs.values()];
  }

  /** Returns the specs for which verdicts are recorded: the named ones, all active ones, or those that the actor holds. */
  #chosen(
    { specs, all, whole, dryRun }: ProveCriteriaRequest,
    tested: readonly TestedSpec[],
  ): readonly TestedSpec[] {
    const byPath = new Map(tested.map((spec) => [spec.folder.path, spec]));
    const views = this.catalog.undated().filter(({ archived }) => !archived);
    const isAll = all === true || (dryRun === true && specs === undefined);
    // Of a whole test run, also the specs count whose tests are all gone.
    const gone = whole === true && isAll ? this.proofs.proved(views).map(({ path }) => path) : [];
    const paths =
      specs !== undefined
        ? this.catalog.findAll(specs).map(({ path }) => path)
        : isAll
          ? [...new Set([...views.map(({ path }) => path).filter((path) => byPath.has(path)), ...gone])]
          : this.heldSpecs.among(views).map(({ spec }) => spec.path);
    const folders = new Map(this.catalog.folders().map((folder) => [folder.path, folder]));
    return paths.flatMap((path) => {
      const folder = folders.get(path);
      const spec = byPath.get(path) ?? (folder && { folder, tests: new Map<string, ProvingTest[]>() });
      return spec === undefined || (spec.tests.size === 0 && whole !== true) ? [] : [spec];
    });
  }

  #verdicts(
    { whole = false }: ProveCriteriaRequest,
    drafts: RecordDrafts,
    ranAt: number | undefined,
  ): (spec: ActiveSpec, tested: TestedSpec) => readonly Verdict[] {
    const now = this.proofs.now();
    const commit = this.commitLog.commitNamed('HEAD');
    return (spec, { tests }) =>
      criteriaIn(spec).flatMap(({ n, label, text: words }) => {
        if (label === undefined) return [];
        const verdict = newVerdict({
          criterion: { n, label, text: words },
          tests: tests.get(labelKey(label)) ?? [],
          standing: standingVerdicts(spec.verdicts ?? [], label),
          isWhole: whole,
          now: now(spec),
          nonce: `${drafts.at} ${spec.labels.ref}`,
          ...(ranAt !== undefined && { ranAt: instantOf(ranAt) }),
          ...(commit !== undefined && { commit }),
        });
        return verdict !== undefined && (tests.has(labelKey(label)) || whole) ? [verdict] : [];
      });
  }

  /** Returns the files for which the tests in the report speak. */
  #filesOf(spec: ActiveSpec, { tests }: TestedSpec): readonly string[] {
    return [
      ...[...tests.values()].flat().flatMap(({ file }) => file ?? []),
      ...this.proofs.now()(spec).codeFiles(),
    ];
  }

  /** Returns what the tests say about the criteria of a spec for which nothing is recorded. */
  #shown({ folder, tests }: TestedSpec): readonly Omit<ProvedCriterion, 'result'>[] {
    return this.criteriaOfTests.criteria(folder).flatMap(({ n, label, text: words }) => {
      const own = label === undefined ? undefined : tests.get(labelKey(label));
      return own === undefined || label === undefined ? [] : [{ n, label, text: words, tests: own }];
    });
  }

  #provedSpecs(
    specs: readonly {
      readonly folder: SpecFolder;
      readonly verdicts: readonly (Omit<ProvedCriterion, 'result'> & { readonly result?: VerdictResult })[];
      readonly isRecorded: boolean;
    }[],
  ): readonly ProvedSpec[] {
    const views = new Map(this.catalog.undated().map((view) => [view.path, view]));
    return specs
      .filter(({ verdicts }) => verdicts.length > 0)
      .map(({ folder, verdicts, isRecorded }) => ({
        ref: folder.ref,
        sequence: folder.sequence,
        title: views.get(folder.path)?.title ?? folder.name,
        status: views.get(folder.path)?.status ?? null,
        recorded: isRecorded,
        criteria: verdicts.map(({ n, label, text: words, tests, result = resultOf(tests) }) => ({
          n,
          label,
          text: words,
          result,
          tests,
        })),
      }))
      .sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || (a.ref < b.ref ? -1 : 1));
  }

  /** Returns the ticked criteria of all active specs that fail, or have no proof although the project requires it. */
  #problems(changed: readonly ChangedSpec[]): readonly ProofProblem[] {
    const { isRequired } = this.proofs;
    const read = this.proofs.reader();
    const own = new Map(changed.map((one) => [one.folder.path, one]));
    const views = this.catalog.undated().filter(({ archived, broken }) => !archived && broken !== true);
    const known = this.proofs.judged(views.filter(({ path }) => !own.has(path)));
    return views.flatMap(({ path, ref, status }) => {
      const one = own.get(path);
      const criteria = one === undefined ? (known.get(path) ?? []) : read(one.document, one.log);
      const isComplete = status === 'complete';
      return criteria
        .filter(
          (criterion) =>
            criterion.retired === undefined &&
            contradictionOf(criterion, { isComplete, isRequired }) !== undefined,
        )
        .map(({ n, label, text: words, state }) => ({
          ref,
          n,
          ...(label !== undefined && { label }),
          text: words,
          state,
        }));
    });
  }

  #warnings(bound: readonly BoundTest[], reports: number): readonly Warning[] {
    const misfits = bound.flatMap((one) => one.misfits);
    const ambiguous = misfits.filter(({ why }) => why === 'several specs');
    const unlabelled = new Map(
      misfits
        .filter(({ why }) => why === 'no label')
        .flatMap(({ specs: [spec] }) => (spec === undefined ? [] : [[spec.path, spec]])),
    );
    const missing = [...unlabelled.values()].filter((folder) =>
      this.criteriaOfTests.criteria(folder).some(({ label }) => label === undefined),
    );
    return [
      ...(bound.length === 0
        ? [
            {
              code: 'UNCHANGED',
              message: `No test in ${reports === 1 ? 'the report' : 'the reports'} names a criterion; nothing was changed.`,
              hint: 'Name the spec and the label of a criterion in the name of its test, as in 012/AC2 or test_012_AC2.',
            },
          ]
        : []),
      ...[...new Map(ambiguous.map((one) => [one.written, one])).values()].map(({ written, specs }) => ({
        code: 'SPEC_AMBIGUOUS',
        message: `${written} proves nothing, because it may mean ${specs.map(({ ref }) => ref).join(' or ')}.`,
        hint: 'Write the folder name of the spec in place of the number.',
      })),
      ...missing.map(({ ref }) => ({
        code: 'LABEL_MISSING',
        message: `Tests name criteria of ${ref} by labels that the criteria do not have.`,
        advice: [
          { useCase: 'labelCriteria' as const, request: { spec: ref }, to: 'give labels to its criteria' },
        ],
      })),
    ];
  }
}

function unmatchedIn({ test, misfits }: BoundTest): readonly UnmatchedTest[] {
  return misfits.map(({ written, why, specs }) => ({
    test: shownName(test),
    reference: written,
    why,
    specs: specs.map(({ ref }) => ref),
  }));
}
