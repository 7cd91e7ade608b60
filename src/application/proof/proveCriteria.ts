import { labelKey } from '../../domain/criteria/checkboxGrammar.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { fieldText } from '../../domain/fields/checkFieldText.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { contradictionOf, type ProofState } from '../../domain/proof/criterionStates.js';
import {
  type FoundTest,
  newVerdict,
  type NewVerdict,
  type RefusedTest,
} from '../../domain/proof/newVerdict.js';
import { joinedTests, namingTexts, type ReportedTest, shownName } from '../../domain/proof/reportedTests.js';
import { type ProvingTest, worstFirst } from '../../domain/proof/verdict.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import { criteriaIn } from '../../domain/spec/criteriaInText.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Status } from '../../domain/spec/status.js';
import { groupBy } from '../../domain/value/groupBy.js';
import { largestNumber } from '../../domain/value/largestNumber.js';
import { instantOf } from '../../domain/value/timestamp.js';
import type { CommitLog } from '../../ports/repository/commits.js';
import type { TestReports } from '../../ports/importSource.js';
import type { ChangedSpec, ChangeSpecs } from '../changes/changeSpecs.js';
import { eventsOf } from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import type { WriteSession } from '../changes/writeSession.js';
import { flag, required, text, texts, words, type RequestSchema } from '../requestSchema.js';
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
  /** Record the verdicts even if the reports do not speak for the criteria as they are; needs `reason`. */
  readonly force?: boolean | undefined;
  readonly reason?: string | undefined;
  /** Write nothing; show what would be recorded. */
  readonly dryRun?: boolean | undefined;
  /** Also check all specs: `ok` is false if a ticked criterion is failing, or has no proof although the project requires it. */
  readonly strict?: boolean | undefined;
}

/** A criterion that tests name. */
export interface ProvedCriterion {
  readonly n: number;
  readonly label: string;
  readonly text: string;
  /** The state that follows from all that is known; for a spec that is not recorded, from the reports alone. */
  readonly state: ProofState;
  /** The tests that count, failed ones first. */
  readonly tests: readonly ProvingTest[];
  /** The number of tests that are left out. */
  readonly more?: number;
  /** The files that changed after the run; empty if they are not known. */
  readonly changed?: readonly string[];
}

/** A criterion of a spec in `specs` that no test names. */
export interface UnnamedCriterion {
  readonly ref: string;
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  /** A few tests whose names have the spec and the label, but not one after the other. */
  readonly near: readonly string[];
}

/** A spec that tests name. */
export interface ProvedSpec {
  readonly ref: string;
  readonly path: string;
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

/** A test that was not recorded. */
export interface Refusal extends RefusedTest {
  readonly ref: string;
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
  /** The number of XML files that are no JUnit reports; absent if there are none. */
  readonly passedOver?: number;
  /** Specs by number. */
  readonly specs: readonly ProvedSpec[];
  readonly unnamed: readonly UnnamedCriterion[];
  readonly unmatched: readonly UnmatchedTest[];
  /** The tests that were not recorded, although they name a criterion of a recorded spec. */
  readonly refused: readonly Refusal[];
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
  readonly tests: Map<string, FoundTest[]>;
}

/** Maximum number of tests that are named where a criterion has none, and of refused ones. */
const [MOST_NEAR, MOST_REFUSED] = [2, 5];

/** Records what test reports say about the criteria that tests name. */
export class ProveCriteria extends UseCase<ProveCriteriaRequest, ProveCriteriaResult> {
  static readonly request: RequestSchema<ProveCriteriaRequest> = {
    reports: required(texts),
    input: text,
    specs: texts,
    all: flag,
    whole: flag,
    force: flag,
    reason: words,
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
    if ((request.force === true) !== (request.reason !== undefined))
      throw new SpectoolError('USAGE', 'Recording a report anyway needs both "force" and a "reason".', {
        hint: 'Say why the report counts although it does not speak for the criteria as they are.',
      });
    const { reports, passedOver } = await this.reports.read(request.reports, request.input);
    const work = (drafts: RecordDrafts): ProveCriteriaResult => {
      const run = joinedTests(reports);
      const bound = this.criteriaOfTests.bind(run);
      const tested = this.#tested(bound);
      const chosen = this.#chosen(request, tested);
      const judge = this.#judge(request, drafts, run, tested);
      const planned = chosen
        .filter(({ tests }) => tests.size > 0 || request.whole === true)
        .map((spec) => ({ ...spec, known: [] as readonly NewVerdict[] }));
      const changed = this.changes.apply(
        drafts,
        planned.map((plan) => ({
          folder: plan.folder,
          commands: (spec) => {
            plan.known = judge(spec, plan);
            return [{ type: 'RecordVerdicts', data: { tested: plan.known } }];
          },
        })),
      );
      const refused = planned.flatMap(({ folder: { ref }, known }) =>
        known.flatMap((one) => one.refused.map((test) => ({ ref, ...test }))),
      );
      refuseAll(
        request,
        refused,
        planned.flatMap(({ known }) => known),
      );
      const problems = request.strict === true ? this.#problems(changed) : undefined;
      const shown = new Set(chosen.map(({ folder }) => folder.path));
      const specs = this.#provedSpecs([
        ...planned.map((plan) => ({ ...plan, isRecorded: true })),
        ...(request.specs === undefined ? tested : [])
          .filter(({ folder }) => !shown.has(folder.path))
          .map((spec) => ({ ...spec, known: shownOf(spec), isRecorded: false })),
      ]);
      const views = this.#after(
        changed,
        this.catalog.undated().filter(({ path }) => shown.has(path)),
      );
      const unnamed = request.all === true ? [] : this.#unnamed(chosen, views, run);
      return {
        reports: reports.map(({ path, tests }) => ({ path, tests: tests.length })),
        ...(passedOver > 0 && { passedOver }),
        specs,
        unnamed,
        unmatched: bound
          .flatMap(unmatchedIn)
          .filter(
            (one) =>
              request.specs === undefined || chosen.some(({ folder }) => one.specs.includes(folder.ref)),
          ),
        refused,
        events: eventsOf(changed),
        ok: problems === undefined || problems.length === 0,
        ...(problems !== undefined && { problems }),
        warnings: [
          ...this.#warnings(bound, reports.length),
          ...partly(refused),
          ...changed.flatMap(changeWarnings),
          ...(request.dryRun === true ? [] : completable(specs, views)),
        ],
      };
    };
    return request.dryRun === true ? this.access.rehearse('prove', work) : this.access.change('prove', work);
  }

  /** Returns the specs that tests name, with the tests of each criterion. */
  #tested(bound: readonly BoundTest[]): readonly TestedSpec[] {
    const placeOf = this.testFiles.finder(
      bound.flatMap(({ test, references: [first] }) =>
        first === undefined ? [] : [{ test, written: first.written }],
      ),
    );
    const specs = new Map<string, TestedSpec>();
    for (const { test, references } of bound) {
      const { files, found, missing } = placeOf(test);
      const { outcome, isFlaky, endedAt = 0 } = test;
      const one: FoundTest = {
        test: {
          name: shownName(test),
          outcome,
          ...(files.length > 0 && { files }),
          ...(files.length > 0 && found !== undefined && { found }),
          ranAt: instantOf(endedAt),
          ...(isFlaky && { flaky: isFlaky }),
        },
        ...(missing !== undefined && { missing }),
      };
      for (const { spec: folder, label } of references) {
        const spec = specs.get(folder.path) ?? { folder, tests: new Map<string, FoundTest[]>() };
        specs.set(folder.path, spec);
        const known = spec.tests.get(labelKey(label));
        if (known === undefined) spec.tests.set(labelKey(label), [one]);
        else known.push(one);
      }
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
    const wanted = new Set(paths);
    return this.catalog
      .folders()
      .filter(({ path }) => wanted.has(path))
      .map((folder) => byPath.get(folder.path) ?? { folder, tests: new Map<string, FoundTest[]>() });
  }

  /** Returns a function that tells what the reports say about the criteria of a spec. */
  #judge(
    { whole = false, reason }: ProveCriteriaRequest,
    { at }: RecordDrafts,
    run: readonly ReportedTest[],
    tested: readonly TestedSpec[],
  ): (spec: ActiveSpec, tested: TestedSpec) => readonly NewVerdict[] {
    const nowOf = this.proofs.now();
    const commit = this.commitLog.commitNamed('HEAD');
    const files = tested.flatMap(({ tests }) =>
      [...tests.values()].flat().flatMap(({ test }) => test.files ?? []),
    );
    const changesSince = this.reportAge.start(files);
    const wholeAt = instantOf(
      largestNumber(
        run.map(({ endedAt = 0 }) => endedAt),
        0,
      ),
    );
    return (spec, { tests }) => {
      const now = nowOf(spec);
      const [verdicts, criteria] = [spec.verdicts ?? [], criteriaIn(spec)];
      return criteria.flatMap(({ n, label, text: words }) => {
        const own = label === undefined ? undefined : tests.get(labelKey(label));
        if (label === undefined || (own === undefined && !whole)) return [];
        const judged = newVerdict({
          criterion: { n, label, text: words },
          tests: own ?? [],
          verdicts,
          criteria,
          ...(whole && { wholeAt }),
          ...(reason !== undefined && { reason: fieldText('reason', reason) }),
          changesSince: (test) => changesSince(test, now.codeFiles()),
          now,
          ...(commit !== undefined && { commit }),
          nonce: `${at} ${spec.labels.ref}`,
        });
        return own === undefined && judged.recorded === undefined ? [] : [judged];
      });
    };
  }

  #provedSpecs(
    specs: readonly {
      readonly folder: SpecFolder;
      readonly known: readonly Pick<NewVerdict, 'label' | 'state' | 'verdict'>[];
      readonly isRecorded: boolean;
    }[],
  ): readonly ProvedSpec[] {
    const views = new Map(this.catalog.undated().map((view) => [view.path, view]));
    return specs
      .filter(({ known }) => known.length > 0)
      .map(({ folder, known, isRecorded }) => {
        const byKey = new Map(known.map((one) => [labelKey(one.label), one]));
        return {
          ref: folder.ref,
          path: folder.path,
          sequence: folder.sequence,
          title: views.get(folder.path)?.title ?? folder.name,
          status: views.get(folder.path)?.status ?? null,
          recorded: isRecorded,
          criteria: this.criteriaOfTests.criteria(folder).flatMap(({ n, label, text: words }) => {
            const one = label === undefined ? undefined : byKey.get(labelKey(label));
            if (one === undefined || label === undefined) return [];
            const { tests = [], more, changed } = one.verdict ?? {};
            return [
              {
                n,
                label,
                text: words,
                state: one.state,
                tests,
                ...(more !== undefined && { more }),
                ...(changed !== undefined && { changed }),
              },
            ];
          }),
        };
      })
      .sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || (a.ref < b.ref ? -1 : 1));
  }

  /** Returns the criteria that no test has ever named, with tests that seem to mean them. */
  #unnamed(
    specs: readonly TestedSpec[],
    views: ReadonlyMap<string, readonly CriterionView[]>,
    run: readonly ReportedTest[],
  ): readonly UnnamedCriterion[] {
    const words = run.map((test) => ({ test, words: wordsIn(namingTexts(test).join(' ')) }));
    return specs.flatMap(({ folder: { path, ref, name, sequence } }) =>
      (views.get(path) ?? []).flatMap(({ n, label, text: said, state, verdict, retired }) => {
        if (verdict !== undefined || retired !== undefined || state === 'attested') return [];
        const near = words.filter(
          (one) =>
            one.words.has(labelKey(label ?? '')) &&
            (one.words.has(labelKey(name)) || [...one.words].some((word) => Number(word) === sequence)),
        );
        const shown = near.slice(0, MOST_NEAR).map(({ test }) => shownName(test));
        return [{ ref, n, ...(label !== undefined && { label }), text: said, near: shown }];
      }),
    );
  }

  /** Returns the criteria of specs as they are after a change. */
  #after(
    changed: readonly ChangedSpec[],
    specs: readonly SpecView[],
  ): ReadonlyMap<string, readonly CriterionView[]> {
    const read = this.proofs.reader();
    const own = new Map(changed.map(({ folder, document, log }) => [folder.path, read(document, log)]));
    return new Map([...this.proofs.criteria(specs.filter(({ path }) => !own.has(path))), ...own]);
  }

  /** Returns the ticked criteria of all active specs that fail, or have no proof although the project requires it. */
  #problems(changed: readonly ChangedSpec[]): readonly ProofProblem[] {
    const { isRequired } = this.proofs;
    const views = this.catalog.undated().filter(({ archived, broken }) => !archived && broken !== true);
    const criteria = this.#after(changed, this.proofs.judgeable(views));
    return views.flatMap(({ path, ref, status }) =>
      (criteria.get(path) ?? [])
        .filter(
          (criterion) =>
            criterion.retired === undefined &&
            contradictionOf(criterion, { isComplete: status === 'complete', isRequired }) !== undefined,
        )
        .map(({ n, label, text: words, state }) => ({
          ref,
          n,
          ...(label !== undefined && { label }),
          text: words,
          state,
        })),
    );
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

/** Returns what the reports say about the criteria of a spec for which nothing is recorded. */
function shownOf({ tests }: TestedSpec): readonly Pick<NewVerdict, 'label' | 'state' | 'verdict'>[] {
  return [...tests].map(([label, found]) => {
    const own = found.map(({ test }) => test).sort(worstFirst);
    const state = OUTCOME_STATES[own[0]?.outcome ?? 'skipped'];
    return { label, state, verdict: { result: state, tests: own } };
  });
}

const OUTCOME_STATES = { failed: 'failing', gone: 'gone', skipped: 'not-run', passed: 'proven' } as const;

/** Refuses reports of which no test is recorded, and nothing is known already. */
function refuseAll(
  { reports, input: _input, ...request }: ProveCriteriaRequest,
  refused: readonly Refusal[],
  known: readonly NewVerdict[],
): void {
  const [first] = refused;
  if (first === undefined || known.some((one) => one.recorded !== undefined || one.refused.length === 0))
    return;
  throw new SpectoolError(first.code, `Nothing was recorded. ${reasonsOf(refused)}`, {
    hint: WAYS_OUT[first.code],
    advice: [
      {
        useCase: 'proveCriteria',
        request: { ...request, reports, force: true },
        needs: ['reason'],
        to: 'record the report anyway',
      },
    ],
    details: { files: [...new Set(refused.flatMap(({ files = [] }) => files))] },
  });
}

const WAYS_OUT = {
  REPORT_OLD: 'Run the tests again.',
  FILE_NOT_FOUND: 'Run the tests of this project, and give their report.',
  LABEL_MOVED: 'Rename the test after the criterion that it proves, or put the labels back.',
};

/** Warns of tests that are not recorded beside others that are. */
function partly(refused: readonly Refusal[]): readonly Warning[] {
  return [...new Set(refused.map(({ code }) => code))].map((code) => ({
    code,
    message: `Not recorded: ${reasonsOf(refused.filter((one) => one.code === code))}`,
    hint: WAYS_OUT[code],
  }));
}

/** Returns the reasons of refusals, each with the criteria that it concerns. */
function reasonsOf(refused: readonly Refusal[]): string {
  const reasons = groupBy(refused, ({ why }) => why);
  const told = reasons.slice(0, MOST_REFUSED).map((those) => {
    const named = [...new Set(those.map(({ ref, label }) => `${ref} ${label}`))];
    return `${named.slice(0, MOST_REFUSED).join(', ')}${named.length > MOST_REFUSED ? ', …' : ''}: ${those[0]?.why ?? ''}.`;
  });
  return [...told, ...(reasons.length > MOST_REFUSED ? ['…'] : [])].join(' ');
}

/** Tells which specs can be completed now. */
function completable(
  specs: readonly ProvedSpec[],
  views: ReadonlyMap<string, readonly CriterionView[]>,
): readonly Warning[] {
  const isMet = ({ state, retired }: CriterionView) =>
    retired !== undefined || state === 'proven' || state === 'attested';
  return specs
    .filter(
      ({ path, status, recorded }) =>
        recorded && status !== 'complete' && views.get(path)?.every(isMet) === true,
    )
    .map(({ ref }) => ({
      code: 'ALL_PROVEN',
      message: `All criteria of ${ref} are proven.`,
      advice: [{ useCase: 'updateSpec', request: { spec: ref, status: 'complete' }, to: 'complete it' }],
    }));
}

/** Returns the words of a text as labels are compared. */
function wordsIn(texts: string): ReadonlySet<string> {
  return new Set(labelKey(texts).split(/[^\p{L}\p{N}]+/u));
}
