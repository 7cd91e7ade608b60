import { firstOf, MOST_NAMED } from '../../domain/value/bounds.js';
import { labelKey } from '../../domain/criteria/checkboxGrammar.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
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
import { worstFirst } from '../../domain/proof/verdict.js';
import { criteriaIn } from '../../domain/spec/criteriaInText.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { groupBy } from '../../domain/value/groupBy.js';
import { largestNumber } from '../../domain/value/largestNumber.js';
import { instantOf } from '../../domain/value/timestamp.js';
import type { TestReports } from '../../ports/importSource.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
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

/** A spec for which the reports are recorded, and its criteria as they are then, without retired ones. */
export type ProvedSpec = Pick<SpecView, 'ref' | 'sequence' | 'title' | 'status'> & {
  readonly criteria: readonly CriterionView[];
};

/** A criterion in short. */
export interface NamedCriterion {
  readonly ref: string;
  /** The label, or the number of a criterion without one. */
  readonly label: string;
  readonly state: ProofState;
}

/** A test whose name seems to name a criterion, but fits none. */
export interface UnmatchedTest {
  readonly test: string;
  /** The part of the name, such as `012/AC9`. */
  readonly reference: string;
  /** `near`: the name has the spec and the label of a criterion without tests, but not one after the other. */
  readonly why: 'no spec' | 'no label' | 'several specs' | 'several criteria' | 'near';
  /** Folder names of the specs that the number means, or of the spec without such a label. */
  readonly specs: readonly string[];
}

/** A test that was not recorded. */
export interface Refusal extends RefusedTest {
  readonly ref: string;
}

export interface ProveCriteriaResult {
  readonly reports: readonly { readonly path: string; readonly tests: number }[];
  /** The number of XML files that are no JUnit reports; absent if there are none. */
  readonly passedOver?: number;
  /** The specs for which the reports are recorded, by number. */
  readonly specs: readonly ProvedSpec[];
  /** What the reports say about criteria of other specs. */
  readonly others: readonly NamedCriterion[];
  readonly unmatched: readonly UnmatchedTest[];
  readonly refused: readonly Refusal[];
  readonly events: readonly HistoryEvent[];
  readonly ok: boolean;
  /** The criteria for which `ok` is false; only for a strict check. */
  readonly problems?: readonly NamedCriterion[];
  readonly warnings: readonly Warning[];
  readonly dryRun?: true;
}

/** The tests of each criterion of a spec, by its label. */
interface TestedSpec {
  readonly folder: SpecFolder;
  readonly tests: Map<string, FoundTest[]>;
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
  ) {
    super();
  }

  protected override async run(request: ProveCriteriaRequest): Promise<ProveCriteriaResult> {
    const { force = false, reason, whole = false, dryRun = false, strict = false } = request;
    if (request.reports.length === 0)
      throw new SpectoolError('USAGE', 'No test report was named.', {
        hint: 'Run your tests with a JUnit reporter, and name its file or folder.',
      });
    if (force !== (reason !== undefined))
      throw new SpectoolError('USAGE', 'Recording a report anyway needs both "force" and a "reason".', {
        hint: 'Say why the report counts although it does not speak for the criteria as they are.',
      });
    const { reports, passedOver } = await this.reports.read(request.reports, request.input);
    const work = (drafts: RecordDrafts): ProveCriteriaResult => {
      const run = joinedTests(reports);
      const bound = this.criteriaOfTests.bind(run);
      const tested = this.#tested(bound);
      const views = this.catalog.undated().filter(({ archived, broken }) => !archived && broken !== true);
      const chosen = this.#chosen(request, tested, views);
      const judge = this.#judge(request, drafts, run, tested);
      const judgedIn = new Map<string, readonly NewVerdict[]>();
      const changed = this.changes.apply(
        drafts,
        chosen
          .filter(({ tests }) => tests.size > 0 || whole)
          .map((one) => ({
            folder: one.folder,
            commands: (spec) => {
              const judged = judge(spec, one);
              judgedIn.set(one.folder.ref, judged);
              return [{ type: 'RecordVerdicts', data: { tested: judged } }];
            },
          })),
      );
      const judgements = [...judgedIn].flatMap(([ref, those]) => those.map((one) => ({ ref, ...one })));
      const refused = judgements.flatMap(({ ref, refused: those }) => those.map((one) => ({ ref, ...one })));
      const isKnown = judgements.some((one) => one.recorded !== undefined || one.refused.length === 0);
      const notRecorded = refusals(request, refused);
      const [first] = notRecorded;
      if (first !== undefined && !isKnown)
        throw new SpectoolError(first.code, `Nothing was recorded. ${first.message}`, {
          ...first,
          details: { files: [...new Set(refused.flatMap(({ files = [] }) => files))] },
        });
      const paths = new Set(chosen.map(({ folder }) => folder.path));
      const judged = strict ? this.proofs.judgeable(views) : [];
      const meant = views.filter(({ path }) => paths.has(path));
      const after = this.proofs.criteria([...new Set([...meant, ...judged])], changed);
      const specs = meant.map(({ ref, path, sequence, title, status }): ProvedSpec => {
        return { ref, sequence, title, status, criteria: after.get(path) ?? [] };
      });
      const { isRequired } = this.proofs;
      const problems = judged.flatMap(({ ref, path, status }) =>
        (after.get(path) ?? [])
          .filter(
            (one) => contradictionOf(one, { isComplete: status === 'complete', isRequired }) !== undefined,
          )
          .map(({ n, label = String(n), state }) => ({ ref, label, state })),
      );
      const isAsked = ({ specs: meant }: UnmatchedTest) =>
        request.specs === undefined || meant.some((ref) => specs.some((one) => one.ref === ref));
      return {
        reports: reports.map(({ path, tests }) => ({ path, tests: tests.length })),
        ...(passedOver > 0 && { passedOver }),
        specs,
        others:
          request.specs !== undefined
            ? []
            : tested.filter(({ folder }) => !paths.has(folder.path)).flatMap(reportedIn),
        unmatched: [...bound.flatMap(unmatchedIn), ...nearMisses(specs, run)].filter(isAsked),
        refused,
        events: eventsOf(changed),
        ok: problems.length === 0,
        ...(strict && { problems }),
        warnings: [
          ...this.#warnings(bound),
          ...notRecorded.map((one) => ({ ...one, message: `Not recorded: ${one.message}` })),
          ...changed.flatMap(changeWarnings),
          ...(dryRun ? [] : specs.flatMap(completable)),
        ],
      };
    };
    return dryRun ? this.access.rehearse('prove', work) : this.access.change('prove', work);
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
      const { outcome, isFlaky, endedAt = 0 } = test;
      const ran = { name: shownName(test), outcome, ranAt: instantOf(endedAt), ...placeOf(test) };
      const one = { ...ran, ...(isFlaky && { flaky: isFlaky }) };
      for (const { spec: folder, label } of references) {
        const spec = specs.get(folder.path) ?? { folder, tests: new Map<string, FoundTest[]>() };
        specs.set(folder.path, spec);
        spec.tests.set(label, [...(spec.tests.get(label) ?? []), one]);
      }
    }
    return [...specs.values()];
  }

  /** Returns the specs for which the reports are recorded: the named ones, all active ones, or those that the actor holds. */
  #chosen(
    { specs, all, whole, dryRun }: ProveCriteriaRequest,
    tested: readonly TestedSpec[],
    views: readonly SpecView[],
  ): readonly TestedSpec[] {
    const byPath = new Map(tested.map((spec) => [spec.folder.path, spec]));
    const isAll = all === true || (dryRun === true && specs === undefined);
    // Of a whole test run, also the specs count whose tests are all gone.
    const proved = isAll && whole === true ? this.proofs.proved(views) : [];
    const own =
      specs !== undefined
        ? this.catalog.findAll(specs)
        : isAll
          ? [...views.filter(({ path }) => byPath.has(path)), ...proved]
          : this.heldSpecs.among(views).map(({ spec }) => spec);
    const paths = new Set(own.map(({ path }) => path));
    return this.catalog
      .folders()
      .filter(({ path }) => paths.has(path))
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
    const all = tested.flatMap(({ tests }) => [...tests.values()].flat());
    const changesSince = this.reportAge.start(all.flatMap(({ files = [] }) => files));
    const ended = run.map(({ endedAt = 0 }) => endedAt);
    return (spec, { tests }) => {
      const now = nowOf(spec);
      const criteria = criteriaIn(spec);
      return criteria.flatMap(({ n, label, text: words }) => {
        const own = label === undefined ? undefined : tests.get(label);
        if (label === undefined || (own === undefined && !whole)) return [];
        const judged = newVerdict({
          criterion: { n, label, text: words },
          tests: own ?? [],
          verdicts: spec.verdicts ?? [],
          criteria,
          ...(whole && { wholeAt: instantOf(largestNumber(ended, 0)) }),
          ...(reason !== undefined && { reason }),
          changesSince: (test) => changesSince(test, now.codeFiles()),
          now,
          nonce: `${at} ${spec.labels.ref}`,
        });
        return own === undefined && judged.recorded === undefined ? [] : [judged];
      });
    };
  }

  #warnings(bound: readonly BoundTest[]): readonly Warning[] {
    const misfits = groupBy(
      bound.flatMap((one) => one.misfits),
      ({ written }) => written,
    ).flatMap((same) => same.slice(0, 1));
    const lacking = new Set(
      misfits.flatMap(({ why, specs }) => (why === 'no label' ? specs.slice(0, 1) : [])),
    );
    const unnamed: Warning = {
      code: 'UNCHANGED',
      message: 'No test names a criterion; nothing was changed.',
      hint: 'Name the spec and the label of a criterion in the name of its test, as in 012/AC2 or test_012_AC2.',
    };
    return [
      ...(bound.length > 0 ? [] : [unnamed]),
      ...misfits
        .filter(({ why }) => why === 'several specs')
        .map(({ written, specs }) => ({
          code: 'SPEC_AMBIGUOUS',
          message: `${written} proves nothing, because it may mean ${specs.map(({ ref }) => ref).join(' or ')}.`,
          hint: 'Write the folder name of the spec in place of the number.',
        })),
      ...[...lacking]
        .filter((folder) => this.criteriaOfTests.criteria(folder).some(({ label }) => label === undefined))
        .map(({ ref: spec }) => ({
          code: 'LABEL_MISSING',
          message: `Tests name criteria of ${spec} by labels that the criteria do not have.`,
          advice: [
            { useCase: 'labelCriteria' as const, request: { spec }, to: 'give labels to its criteria' },
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

/** Returns tests whose names have the spec and the label of a criterion that no test has ever named, but apart. */
function nearMisses(specs: readonly ProvedSpec[], run: readonly ReportedTest[]): readonly UnmatchedTest[] {
  const open = specs.flatMap(({ ref, sequence, criteria }) =>
    criteria.flatMap(({ label, verdict }) =>
      label === undefined || verdict !== undefined ? [] : [{ ref, label, sequence }],
    ),
  );
  if (open.length === 0) return [];
  return run.flatMap((test) => {
    const words = new Set(labelKey(namingTexts(test).join(' ')).split(/[^\p{L}\p{N}]+/u));
    return open
      .filter(({ label }) => words.has(labelKey(label)))
      .filter(({ sequence, ref }) =>
        [...words].some((word) => Number(word) === sequence || word === labelKey(ref.replace(/^\d+-/, ''))),
      )
      .map(({ ref, label }) => ({
        test: shownName(test),
        reference: label,
        why: 'near' as const,
        specs: [ref],
      }));
  });
}

/** Returns what the reports alone say about the criteria of a spec. */
function reportedIn({ folder: { ref }, tests }: TestedSpec): readonly NamedCriterion[] {
  const states = { failed: 'failing', gone: 'gone', skipped: 'not-run', passed: 'proven' } as const;
  return [...tests].flatMap(([label, found]) => {
    const [worst] = found.toSorted(worstFirst);
    return worst === undefined ? [] : [{ ref, label, state: states[worst.outcome] }];
  });
}

const WAYS_OUT = {
  REPORT_OLD: 'Run the tests again.',
  FILE_NOT_FOUND: 'Run the tests of this project, and give their report.',
  LABEL_MOVED: 'Rename the test after the criterion that it proves, or put the labels back.',
};

/** Says which tests are not recorded, and why. */
function refusals({ reports, specs, all, whole }: ProveCriteriaRequest, refused: readonly Refusal[]) {
  const reasons = groupBy(refused, ({ why }) => why).map((those) => {
    const named = [...new Set(those.map(({ ref, label }) => `${ref} ${label}`))];
    return `${firstOf(named)}: ${those[0]?.why ?? ''}.`;
  });
  return refused.slice(0, 1).map(({ code }) => ({
    code,
    message: [...reasons.slice(0, MOST_NAMED), ...(reasons.length > MOST_NAMED ? ['…'] : [])].join(' '),
    hint: WAYS_OUT[code],
    advice: [
      {
        useCase: 'proveCriteria' as const,
        request: {
          reports,
          ...(specs && { specs }),
          ...(all && { all }),
          ...(whole && { whole }),
          force: true,
        },
        needs: ['reason' as const],
        to: 'record the report anyway',
      },
    ],
  }));
}

/** Tells that a spec can be completed now. */
function completable({ ref, status, criteria }: ProvedSpec): readonly Warning[] {
  const isMet =
    criteria.length > 0 && criteria.every(({ state }) => state === 'proven' || state === 'attested');
  if (status === 'complete' || !isMet) return [];
  return [
    {
      code: 'ALL_PROVEN',
      message: `All criteria of ${ref} are proven.`,
      advice: [{ useCase: 'updateSpec', request: { spec: ref, status: 'complete' }, to: 'complete it' }],
    },
  ];
}
