import { BOUNDS } from '../../domain/value/bounds.js';
import { firstOf, groupBy, largestNumber, remembered } from '../../domain/value/collections.js';
import { labelKey } from '../../domain/criteria/checkboxes.js';
import { criteriaOfDocument } from '../../domain/criteria/criteria.js';
import { type Advice, SpectoolError } from '../../domain/errors/spectoolError.js';
import { criteriaWritten, type CriterionView } from '../../domain/log/criteriaViews.js';
import { nameInRef } from '../../domain/naming/folderName.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { isProvenCriterionState, type ProofState } from '../../domain/proof/criterionStates.js';
import { combinedOutcome } from '../../domain/proof/verdict.js';
import {
  type FoundTest,
  newVerdict,
  type NewVerdict,
  changedWordsLabel,
} from '../../domain/proof/newVerdict.js';
import {
  joinedTests,
  type MisfitReference,
  textsNamingCriteria,
  type ReportedTest,
  type RunTest,
  displayedTestName,
} from '../../domain/proof/reportedTests.js';
import {
  criteriaIn,
  isSameWording,
  criteriaLostSinceBegin,
  retirementOf,
} from '../../domain/spec/criteriaInText.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import { isAssignedOrClaimedBy, type SpecView } from '../../domain/spec/specView.js';
import { instantOf } from '../../domain/value/dates.js';
import { eventsOf } from '../changes/changeResult.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import type { RecordDrafts } from '../changes/plannedChange.js';
import { isForAnybody } from '../projections/readySpecs.js';
import { type RequestOf, flag, required, text, texts, words, type Warning, useCase } from '../useCase.js';
import type { BoundTest } from './testFiles.js';
import type { Services } from '../services.js';
import type { HistoryEvent } from '../../domain/log/historyEvents.js';

/** A spec for which the reports are recorded, with its criteria after the recording, without retired ones. */
export type ProvedSpec = Pick<SpecView, 'ref' | 'sequence' | 'title' | 'status'> & {
  readonly criteria: readonly CriterionView[];
};

/** Short description of a criterion in a result. */
export interface NamedCriterion {
  readonly ref: string;
  /** The label, or the number of a criterion without one. */
  readonly label: string;
  readonly state: ProofState;
}

/** A test whose name seems to refer to a criterion, but matches none. */
export interface UnmatchedTest {
  readonly test: string;
  /** The part of the name, such as `012/AC9`. */
  readonly reference: string;
  /** `near`: the name contains the spec and the label of an untested criterion, but not next to each other. */
  readonly why: MisfitReference<unknown>['why'] | 'near';
  /** Folder names of the specs with the referenced number; or of the spec that has no such label. */
  readonly specs: readonly string[];
}

/** A test whose result was not recorded for the criterion `label`, and the reason (`why`). */
export type Refusal = NewVerdict['refused'][number] & { readonly ref: string };

export interface ProveCriteriaResult {
  readonly reports: readonly { readonly path: string; readonly tests: number }[];
  /** Number of XML files that were skipped because they are not JUnit reports; absent if there are none. */
  readonly passedOver?: number;
  /** The specs for which the reports are recorded, by number. */
  readonly specs: readonly ProvedSpec[];
  /** Criteria of other specs to which tests in the reports refer; nothing is recorded. Without specs that are and stay proven. */
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

/** The tests of criteria, by path of the spec and by label. */
type Tested = Map<string, { readonly folder: SpecFolder; readonly tests: Map<string, FoundTest[]> }>;

type ProveCriteriaRequest = RequestOf<typeof proveCriteria.request>;

/** Records the results of test reports for the criteria to which the names of tests refer. */
export const proveCriteria = useCase(
  {
    /** JUnit XML reports: files and folders, relative to the working folder; `-` for `input`. */
    reports: required(texts),
    /** Text of the report to read for `-` in `reports`. */
    input: text,
    /** Record verdicts for these specs; by default for the actor's specs and those in progress without a holder. */
    specs: texts,
    /** Record verdicts for all specs to which tests refer. */
    all: flag,
    /** The reports contain all tests of the project, so that a test missing from them was removed. */
    whole: flag,
    /** Record the verdicts even if the reports are outdated or do not fit the current criteria; requires `reason`. */
    force: flag,
    reason: words,
    /** Dry run: shows what would be recorded, without writing it. */
    dryRun: flag,
    /** Also check all specs: `ok` is false if a ticked criterion is failing, or has no proof although the project requires it. */
    strict: flag,
  },
  async (use, request): Promise<ProveCriteriaResult> => {
    const { specs: asked, force = false, reason, whole = false, dryRun = false, strict = false } = request;
    if (force !== (reason !== undefined))
      throw new SpectoolError('USAGE', 'Recording a report anyway needs both "force" and a "reason".', {
        advice: [forcing(request, 'say why the report counts anyway')],
      });
    const { reports, passedOver } = await use.testReports.read(request.reports, request.input);
    const work = (drafts: RecordDrafts): ProveCriteriaResult => {
      const run = joinedTests(reports);
      const bound = use.criteriaOfTests.bind(run);
      const tested = testedCriteria(use, bound);
      const readable = use.specCatalog.undated().filter(({ broken }) => broken !== true);
      const views = readable.filter(({ archived }) => !archived);
      const chosen = chosenSpecs(use, request, tested, views);
      const isChosen = ({ path }: { readonly path: string }) => chosen.has(path);
      const judge = judgeOf(use, request, drafts, run, tested);
      const judgedIn = new Map<string, readonly NewVerdict[]>();
      const lacking = new Set<string>();
      const changed = use.changeSpecs.apply(
        drafts,
        use.specCatalog
          .folders()
          .filter((folder) => isChosen(folder) && (whole || tested.has(folder.path)))
          .map((folder) => ({
            folder,
            commands: (spec) => {
              const judged = judge(spec, folder);
              judgedIn.set(folder.ref, judged);
              if (criteriaLostSinceBegin(spec).removed.length > 0) lacking.add(folder.ref);
              return [{ type: 'RecordVerdicts', data: { tested: judged } }];
            },
          })),
      );
      const judgements = [...judgedIn].flatMap(([ref, those]) => those.map((one) => ({ ref, ...one })));
      const refused = judgements.flatMap(({ ref, refused: those }) => those.map((one) => ({ ref, ...one })));
      const notRecorded = refusals(request, refused);
      const [first] = notRecorded;
      if (first !== undefined && judgements.every((one) => !one.recorded && one.refused.length > 0))
        throw new SpectoolError(first.code, `Nothing was recorded. ${first.message}`, first);
      const judged = strict ? use.criterionProofs.judgeable(views) : [];
      const written = new Map(
        changed.map(({ folder, document, log }) => [
          folder.path,
          use.criterionProofs.counting(document, log),
        ]),
      );
      const unwritten = [...readable.filter(isChosen), ...judged].filter(({ path }) => !written.has(path));
      const after = new Map([...written, ...use.criterionProofs.criteria([...new Set(unwritten)])]);
      const specs = readable.filter(isChosen).map(({ ref, path, sequence, title, status }): ProvedSpec => {
        return { ref, sequence, title, status, criteria: after.get(path) ?? [] };
      });
      const isFree = (one: SpecView) => isForAnybody(one) || isAssignedOrClaimedBy(one, drafts.actor);
      const free = new Set(readable.filter(isFree).map(({ ref }) => ref));
      // A criterion that this command unticks was ticked before.
      const isUnticked = (path: string, { n }: CriterionView) =>
        changed
          .find(({ folder }) => folder.path === path)
          ?.record?.events.some(({ type, data }) => type === 'CriterionUnchecked' && data['n'] === n) ===
        true;
      const problems = judged.flatMap(({ ref, path, status }) =>
        (after.get(path) ?? [])
          .filter((one) => use.criterionProofs.contradicts(one, status) || isUnticked(path, one))
          .map(({ n, label = String(n), state }) => ({ ref, label, state })),
      );
      const others = [...tested.values()]
        .filter(({ folder }) => asked === undefined && !folder.archived && !isChosen(folder))
        .map(({ folder, tests }) => {
          const states = [...tests].map(([label, found]) => {
            return { label, state: combinedOutcome(found.map(({ outcome }) => outcome)) };
          });
          return { folder, states, isPassed: states.every(({ state }) => state === 'proven') };
        });
      const passed = new Set(others.flatMap(({ folder, isPassed }) => (isPassed ? folder.path : [])));
      const stays = new Set(
        use.criterionProofs
          .shown(views.filter(({ path }) => passed.has(path)))
          .flatMap(({ path, proof }) => (proof?.state === 'proven' ? path : [])),
      );
      const naming = new Set(bound.flatMap(({ test, references }) => (references.length > 0 ? test : [])));
      const unnamed = run.filter((test) => !naming.has(test));
      const misfits = bound.flatMap(({ test, misfits: those }) =>
        those.map(({ written: reference, why, specs: meant }): UnmatchedTest => {
          return { test: displayedTestName(test), reference, why, specs: meant.map(({ ref }) => ref) };
        }),
      );
      return {
        reports: reports.map(({ path, tests }) => ({ path, tests: tests.length })),
        ...(passedOver > 0 && { passedOver }),
        specs,
        others: others.flatMap(({ folder: { ref, path }, states }) =>
          stays.has(path) ? [] : states.map((one) => ({ ref, ...one })),
        ),
        unmatched: [...misfits, ...nearMisses(specs, unnamed)].filter(
          (one) => asked === undefined || specs.some(({ ref }) => one.specs.includes(ref)),
        ),
        refused,
        events: eventsOf(changed),
        ok: problems.length === 0,
        ...(strict && { problems }),
        warnings: [
          ...adviceOnNames(use, bound),
          ...notRecorded.map((one) => ({ ...one, message: `Not recorded: ${one.message}` })),
          ...changed.flatMap(changeWarnings),
          ...(dryRun ? [] : completable(free, ...specs.filter(({ ref }) => !lacking.has(ref)))),
        ],
      };
    };
    return dryRun ? use.writeSession.rehearse('prove', work) : use.writeSession.change('prove', work);
  },
);

function testedCriteria({ testFiles }: Services, bound: readonly BoundTest[]): Tested {
  const placeOf = testFiles.finder(
    bound.flatMap(({ test, references: [first] }) => (first ? [{ test, written: first.written }] : [])),
  );
  const specs: Tested = new Map();
  for (const { test, references } of bound) {
    const { outcome, endedAt } = test;
    const ran = { name: displayedTestName(test), outcome, ranAt: instantOf(endedAt), ...placeOf(test) };
    for (const { spec: folder, label } of references) {
      const { tests } = specs.get(folder.path) ?? { tests: new Map<string, FoundTest[]>() };
      specs.set(folder.path, { folder, tests });
      tests.set(label, [...(tests.get(label) ?? []), ran]);
    }
  }
  return specs;
}

/** Returns the specs for which the reports are recorded: named specs, all tested specs, or those that the actor holds. */
function chosenSpecs(
  use: Services,
  { specs, all, whole, dryRun }: ProveCriteriaRequest,
  tested: Tested,
  views: readonly SpecView[],
): ReadonlySet<string> {
  const pathsOf = (those: readonly { readonly path: string }[]) => those.map(({ path }) => path);
  if (specs !== undefined) return new Set(pathsOf(use.specCatalog.findAll(specs)));
  if (all !== true && dryRun !== true)
    return new Set(pathsOf([...use.openClaims.held(views), ...specsLeft(use, views)]));
  // After a run of all tests, also include specs whose tests were all removed.
  const lost = whole === true ? use.criterionProofs.proved(views) : [];
  return new Set(pathsOf([...views.filter(({ path }) => tested.has(path)), ...lost]));
}

/** Returns the specs in progress that no actor holds and that are not assigned to another person. */
function specsLeft({ actors }: Services, views: readonly SpecView[]): readonly SpecView[] {
  const actor = actors.actor();
  return views.filter(
    (spec) =>
      spec.status === 'in-progress' &&
      (spec.claim === undefined || spec.claim.expired === true) &&
      (isForAnybody(spec) || isAssignedOrClaimedBy(spec, actor)),
  );
}

/** Returns a function that returns the verdicts of the reports on the criteria of a spec. */
function judgeOf(
  use: Services,
  { whole = false, reason }: ProveCriteriaRequest,
  { at }: RecordDrafts,
  run: readonly RunTest[],
  tested: Tested,
): (spec: ActiveSpec, folder: SpecFolder) => readonly NewVerdict[] {
  const nowOf = use.criterionProofs.now();
  const found = [...tested.values()].flatMap(({ tests }) => [...tests.values()].flat());
  const changesSince = use.testFiles.changes(found.flatMap(({ files = [] }) => files));
  const ended = run.map(({ endedAt }) => endedAt);
  return (spec, folder) => {
    const { path, ref } = folder;
    const now = nowOf(spec);
    const criteria = criteriaIn(spec);
    const isLater = remembered((ranAt: string) => {
      const place = use.specStore.documentPath(folder);
      const { own } = changesSince({ name: '', outcome: 'passed', ranAt, files: [place] }, []);
      return writtenSince(use, spec, folder, ranAt, own.length > 0);
    });
    return criteria.flatMap(({ n, label, text: words }) => {
      const tests = tested.get(path)?.tests.get(label ?? '');
      if (label === undefined || (tests === undefined && !whole) || retirementOf(spec, words)) return [];
      const judged = newVerdict({
        criterion: { n, label, text: words },
        tests: tests ?? [],
        verdicts: spec.verdicts ?? [],
        criteria,
        ...(whole && { wholeAt: instantOf(largestNumber(ended, 0)) }),
        ...(reason !== undefined && { reason }),
        changesSince: (test) => {
          const { own, others } = changesSince(test, now.codeFiles());
          return { own: isLater(test.ranAt)(words) ? [...own, changedWordsLabel(label)] : own, others };
        },
        now,
        nonce: `${at} ${ref}`,
      });
      return tests === undefined && judged.recorded === undefined ? [] : [judged];
    });
  };
}

/**
 * Returns a function that is true if the words of a criterion were written after `time`: the log does not contain them before
 * that time, and a command added them later, or the document changed and its version in git at that time lacks them.
 */
function writtenSince(
  { eventLog, commitLog, specsOfCommits, config }: Services,
  { frontmatter: { id } }: ActiveSpec,
  { path }: SpecFolder,
  time: string,
  isChanged: boolean,
): (words: string) => boolean {
  const { known, added } = criteriaWritten(typeof id === 'string' ? eventLog.records(id) : [], time);
  const inGit = remembered(() => {
    const commit = commitLog.lastCommitAt(time);
    const then = commit === undefined ? undefined : specsOfCommits.specIn(commit, path)?.document;
    return then && criteriaOfDocument(then, config.criteria.sections).map(({ text }) => text);
  });
  return (words) => {
    const has = (texts?: readonly string[]) => texts?.some((one) => isSameWording(one, words));
    return has(known) !== true && (has(added) === true || (isChanged && has(inGit(undefined)) === false));
  };
}

/** Advises how to refer to criteria in tests, if no test does so, or if tests refer to missing labels. */
function adviceOnNames({ criteriaOfTests }: Services, bound: readonly BoundTest[]): readonly Warning[] {
  const misfits = bound.flatMap((one) => one.misfits).filter(({ why }) => why === 'no label');
  const lacking = [...new Set(misfits.flatMap(({ specs }) => specs))].filter((folder) =>
    criteriaOfTests.criteria(folder).some(({ label }) => label === undefined),
  );
  return [
    ...(bound.length > 0 ? [] : [UNNAMED]),
    ...lacking.slice(0, 1).map(({ ref: spec }) => ({
      code: 'LABEL_MISSING',
      message: `Tests refer to labels that no criterion of ${firstOf(lacking.map(({ ref }) => ref))} has.`,
      advice: [{ useCase: 'labelCriteria' as const, request: { spec }, to: 'add labels to its criteria' }],
    })),
  ];
}

/** Returns tests whose names contain a spec and the label of an untested criterion, but not next to each other. */
function nearMisses(specs: readonly ProvedSpec[], run: readonly ReportedTest[]): readonly UnmatchedTest[] {
  return run.flatMap((test) => {
    const words = new Set(labelKey(textsNamingCriteria(test).join(' ')).split(/[^\p{L}\p{N}]+/u));
    const numbers = new Set([...words].map(Number));
    const isNamed = ({ ref, sequence }: ProvedSpec) =>
      numbers.has(sequence ?? NaN) || words.has(labelKey(nameInRef(ref)));
    return specs.filter(isNamed).flatMap(({ ref, criteria }) =>
      criteria
        .filter(({ label, verdict }) => label !== undefined && !verdict && words.has(labelKey(label)))
        .map(({ label = '' }) => ({
          test: displayedTestName(test),
          reference: label,
          why: 'near',
          specs: [ref],
        })),
    );
  });
}

const UNNAMED: Warning = {
  code: 'UNCHANGED',
  message: 'No test refers to a criterion.',
  hint: 'Put the spec and the label of a criterion in the name of its test: 012/AC2 or test_012_AC2.',
};

const WAYS_OUT = {
  REPORT_OLD: 'Run the tests again.',
  FILE_NOT_FOUND: 'Run the tests of this project, then pass their report.',
  LABEL_MOVED: 'Rename the test to match the criterion that it proves, or restore the labels.',
};

/** Warns of tests that were not recorded, with the reason; empty if all were recorded. */
function refusals(request: ProveCriteriaRequest, refused: readonly Refusal[]) {
  const reasons = groupBy(refused, ({ why }) => why).map((those) => {
    const named = [...new Set(those.map(({ ref, label }) => `${ref} ${label}`))];
    return `${firstOf(named)}: ${those[0]?.why ?? ''}.`;
  });
  return refused.slice(0, 1).map(({ code }) => ({
    code,
    message: reasons.slice(0, BOUNDS.named).join(' '),
    hint: WAYS_OUT[code],
    advice: [forcing(request, 'record the report anyway')],
  }));
}

/** Returns the advice to run the command again with force and a reason. */
function forcing({ reports, specs, all, whole }: ProveCriteriaRequest, to: string): Advice {
  const asked = { reports, ...(specs && { specs }), ...(all && { all }), ...(whole && { whole }) };
  return { useCase: 'proveCriteria', request: { ...asked, force: true }, needs: ['reason'], to };
}

const BEGIN = { useCase: 'claimSpecs', to: 'begin it' } as const;

/**
 * Returns a note that names the specs whose criteria are all proven, with advice to complete the first, if the actor may.
 * @param free the references of the specs that no other actor holds.
 */
function completable(free: ReadonlySet<string>, ...specs: readonly ProvedSpec[]): readonly Warning[] {
  const isMet = ({ status, criteria }: ProvedSpec) =>
    status !== 'complete' && criteria.every(({ state }) => isProvenCriterionState(state, undefined));
  const met = specs.filter((one) => one.criteria.length > 0 && isMet(one));
  const advice = met
    .filter(({ ref }) => free.has(ref))
    .slice(0, 1)
    .flatMap(({ ref, status }): Advice[] => [
      ...(status === 'planned' ? [{ ...BEGIN, request: { specs: [ref] } }] : []),
      { useCase: 'updateSpec', request: { spec: ref, status: 'complete' }, to: 'complete it' },
    ]);
  const message = `All criteria of ${firstOf(met.map(({ ref }) => ref))} are proven.`;
  return met.length === 0 ? [] : [{ code: 'ALL_PROVEN', message, advice }];
}
