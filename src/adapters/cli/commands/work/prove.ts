import { Command, Option } from 'clipanion';
import type {
  ProveCriteriaResult,
  ProvedCriterion,
  ProvedSpec,
  UnmatchedTest,
} from '../../../../application/proof/proveCriteria.js';
import type { Spectool } from '../../../../application/spectool.js';
import { withoutLabel } from '../../../../domain/criteria/checkboxGrammar.js';
import { stateWords } from '../../../../domain/proof/criterionStates.js';
import { takes } from '../../commandDefinition.js';
import { limitTokens } from '../../jsonDocuments/limitTokens.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { listOption } from '../../options/parseListAndNumber.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { WritingCommand } from '../../writingCommand.js';

/** The document of `prove --json`: at most about 7,000 tokens. */
export interface ProveOutput extends ProveCriteriaResult {
  /** Numbers of specs, events and unmatched tests; absent if all are included. */
  readonly total?: { readonly specs: number; readonly events: number; readonly unmatched: number };
}

/** Maximum number of unmatched tests, and of tests of a criterion, that are shown. */
const [UNMATCHED_SHOWN, TESTS_SHOWN] = [20, 3];

export class ProveCommand extends WritingCommand<ProveCriteriaResult, ProveOutput> {
  static override paths = [['prove']];
  static override usage = Command.Usage({
    details: `
      Reads JUnit XML reports, which nearly every test runner writes, and records for each criterion that a test names whether its tests
      passed. A test names a criterion by spec and label in its name, its class, its suites or a property: \`012/AC2\`, \`012_AC2\`,
      \`user-login/AC2\`, \`test_012_AC2_locks\`. A proven criterion is ticked. A failing one is unticked, except in a complete spec.

      Verdicts are recorded for the specs that you hold; \`--spec\` and \`--all\` record them for others. A verdict is stale when a file
      changes for which it speaks: the file of the test, and the files that the field \`code\` of the spec names.

      In CI, \`--dry-run --strict\` writes nothing, and exits with 1 if a ticked criterion is failing, or if the project requires proof
      (setting \`workflow.proof\`) and a complete spec has a criterion without proof.
    `,
    examples: [
      ['After a test run', 'spectool prove report.xml'],
      ['All tests, also for specs of others', 'spectool prove reports/ --whole --all'],
      ['In CI', 'spectool prove reports/ --dry-run --strict'],
    ],
  });

  reports = takes('REPORT', Option.Rest({ name: 'report', required: 1 }));
  specs = takes(
    'SPEC,…',
    Option.Array('--spec', {
      description: 'record the verdicts for these specs, even if other actors hold them',
    }),
  );
  all = Option.Boolean('--all', false, { description: 'record the verdicts for all specs that tests name' });
  whole = Option.Boolean('--whole', false, {
    description: 'the reports have all tests: a criterion whose tests they do not have is not run',
  });
  force = Option.Boolean('--force', false, {
    description: 'record the verdicts even if a file was changed after the tests ran',
  });
  dryRun = Option.Boolean('--dry-run', false, { description: 'write nothing; show what would be recorded' });
  strict = Option.Boolean('--strict', false, {
    description:
      'exit with 1 if a ticked criterion is failing, or has no proof although the project requires it',
  });

  protected override async run(spectool: Spectool): Promise<ProveCriteriaResult> {
    return spectool.proveCriteria.execute({
      reports: this.reports,
      ...(this.reports.includes('-') && { input: inputText('-', this.context) }),
      specs: listOption(this.specs),
      all: this.all,
      whole: this.whole,
      force: this.force,
      dryRun: this.dryRun,
      strict: this.strict,
    });
  }

  protected override exitCode({ ok }: ProveCriteriaResult): number {
    return ok ? 0 : 1;
  }

  protected override document(result: ProveCriteriaResult): ProveOutput {
    const specs = limitTokens(result.specs, false, 2);
    const events = limitTokens(result.events, false, 3);
    const unmatched = limitTokens(result.unmatched, false, 6);
    const total = {
      specs: result.specs.length,
      events: result.events.length,
      unmatched: result.unmatched.length,
    };
    const isCut =
      specs.length < total.specs || events.length < total.events || unmatched.length < total.unmatched;
    return isCut ? { ...result, specs, events, unmatched, total } : result;
  }

  protected override render(result: ProveCriteriaResult, terminal: Terminal): string {
    return renderProof(result, terminal);
  }
}

/** Renders the criteria that tests name, and whether their tests passed. No final newline. */
export function renderProof(
  { reports, specs, unmatched, problems = [], dryRun }: ProveCriteriaResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const tests = reports.reduce((sum, report) => sum + report.tests, 0);
  const recorded = specs.filter((spec) => spec.recorded);
  const others = specs.filter((spec) => !spec.recorded);
  const blocks = [
    [
      style.quiet(
        `${counted(tests, 'test')} in ${counted(reports.length, 'report')}${dryRun === true ? ', nothing is written' : ''}`,
      ),
    ],
    ...recorded.map((spec) => specBlock(spec, style)),
    ...(others.length === 0
      ? []
      : [
          [style.step('Not recorded, because you do not hold these specs; --spec or --all records them:')],
          ...others.map((spec) => specBlock(spec, style)),
        ]),
    unmatchedBlock(unmatched, style),
    problems.length === 0
      ? []
      : [
          style.error(`Not shown to be met (${String(problems.length)})`),
          ...problems.map(
            ({ ref, n, label, text, state }) =>
              `  ${style.ref(safeText(ref))} ${safeText(label ?? String(n))} ${stateWords(state)}: ${safeText(withoutLabel(text))}`,
          ),
        ],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function specBlock({ ref, title, criteria }: ProvedSpec, style: Style): readonly string[] {
  return [
    `${style.ref(safeText(ref))}  ${style.strong(safeText(title))}`,
    ...criteria.flatMap((criterion) => criterionLines(criterion, style)),
  ];
}

function criterionLines({ label, text, result, tests }: ProvedCriterion, style: Style): readonly string[] {
  const paint = { proven: style.success, failing: style.error, 'not-run': style.warning }[result];
  const flaky = tests.filter((test) => test.flaky === true).length;
  const count = counted(tests.length, 'test');
  const told = flaky === 0 ? count : `${count}, ${String(flaky)} passed only after a failed try`;
  const line = `  ${safeText(label)}  ${paint(stateWords(result))}  ${safeText(withoutLabel(text))} ${style.quiet(`(${told})`)}`;
  const bad = tests.filter(({ outcome }) => outcome !== 'passed');
  const left = bad.length - TESTS_SHOWN;
  return [
    line,
    ...bad
      .slice(0, TESTS_SHOWN)
      .map(({ name, outcome, file }) =>
        style.quiet(
          `      ${outcome}: ${safeText(name)}${file === undefined ? '' : ` (${safeText(style.fromHere(file))})`}`,
        ),
      ),
    ...(left > 0 ? [style.quiet(`      ${style.symbols.ellipsis} ${String(left)} more`)] : []),
  ];
}

function unmatchedBlock(unmatched: readonly UnmatchedTest[], style: Style): readonly string[] {
  if (unmatched.length === 0) return [];
  const left = unmatched.length - UNMATCHED_SHOWN;
  return [
    style.warning(`Tests that name no criterion (${String(unmatched.length)})`),
    ...unmatched
      .slice(0, UNMATCHED_SHOWN)
      .map(
        ({ test, reference, why, specs }) =>
          `  ${safeText(reference)}: ${safeText(reasonOf(why, specs))} ${style.quiet(`in "${safeText(test)}"`)}`,
      ),
    ...(left > 0 ? [style.quiet(`  ${style.symbols.ellipsis} ${String(left)} more`)] : []),
  ];
}

function reasonOf(why: UnmatchedTest['why'], specs: readonly string[]): string {
  if (why === 'no spec') return 'there is no such spec';
  if (why === 'several specs') return `it may mean ${specs.join(' or ')}`;
  return `${specs.join(', ')} has ${why === 'no label' ? 'no criterion' : 'several criteria'} with this label`;
}

function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
