import { Command, Option } from 'clipanion';
import type {
  ProveCriteriaResult,
  ProvedCriterion,
  ProvedSpec,
  UnmatchedTest,
} from '../../../../application/proof/proveCriteria.js';
import type { Spectool } from '../../../../application/spectool.js';
import { withoutLabel } from '../../../../domain/criteria/checkboxGrammar.js';
import { briefly } from '../../../../domain/criteria/criteria.js';
import { PROOF_STATES, stateWords } from '../../../../domain/proof/criterionStates.js';
import { takes } from '../../commandDefinition.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { listOption } from '../../options/parseListAndNumber.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { WritingCommand } from '../../writingCommand.js';

/** Maximum number of rows of criteria, of other lists, and of bad tests of a criterion that are shown. */
const [CRITERIA_SHOWN, ROWS_SHOWN, TESTS_SHOWN] = [40, 6, 2];

export class ProveCommand extends WritingCommand<ProveCriteriaResult> {
  static override paths = [['prove']];
  static override usage = Command.Usage({
    details: `
      Reads JUnit XML reports, which nearly every test runner writes, and records for each criterion that a test names whether its tests
      passed. A test names a criterion by spec and label in its name, its class, its suites or a property: \`012/AC2\`, \`012_AC2\`,
      \`user-login/AC2\`, \`test_012_AC2_locks\`. A proven criterion is ticked. A failing one is unticked, except in a complete spec.

      Verdicts are recorded for the specs that you hold; \`--spec\` and \`--all\` record them for others. The newest run of each test
      counts. A proof is stale when something changes for which it speaks: the file of a test, a file that the field \`code\` of the
      spec names, or the words of the criterion. A report that is older than such a change, or than what is known, is not recorded.

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
    description: 'the reports have all tests: those that they do not have are gone',
  });
  force = Option.Boolean('--force', false, {
    description: 'record the reports even if they are old or speak for other words; needs --reason',
  });
  reason = takes('TEXT', Option.String('--reason', { description: 'why the reports count anyway' }));
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
      ...(this.reason !== undefined && { reason: this.reason }),
      dryRun: this.dryRun,
      strict: this.strict,
    });
  }

  protected override exitCode({ ok }: ProveCriteriaResult): number {
    return ok ? 0 : 1;
  }

  protected override render(result: ProveCriteriaResult, terminal: Terminal): string {
    return renderProof(result, terminal);
  }
}

/** Renders the criteria that tests name, and what is known of them now. No final newline. */
export function renderProof(
  { reports, passedOver = 0, specs, unnamed, unmatched, refused, problems = [], dryRun }: ProveCriteriaResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const tests = reports.reduce((sum, report) => sum + report.tests, 0);
  const recorded = specs.filter((spec) => spec.recorded);
  const rows = recorded.reduce((sum, { criteria }) => sum + criteria.length, 0);
  // Of many criteria, only those that are not proven are shown one by one.
  const shown =
    rows <= CRITERIA_SHOWN
      ? recorded
      : recorded.map(unprovenOf).filter(({ criteria }) => criteria.length > 0);
  const others = specs.filter((spec) => !spec.recorded);
  const over = passedOver === 0 ? '' : `, ${counted(passedOver, 'other XML file')} passed over`;
  const blocks = [
    [
      style.quiet(
        `${counted(tests, 'test')} in ${counted(reports.length, 'report')}${over}${dryRun === true ? ', nothing is written' : ''}`,
      ),
    ],
    ...cut(shown, CRITERIA_SHOWN / 2).map((spec) => specBlock(spec, style)),
    shown === recorded ? [] : [summed(recorded, 'spec')],
    listBlock(style.warning('No test names'), unnamed, style, ({ ref, n, label, text, near }) => {
      const meant = near.map((name) => `"${safeText(short(name))}"`).join(', ');
      return `${style.ref(safeText(ref))} ${safeText(label ?? String(n))}  ${safeText(briefly(withoutLabel(text)))}${meant === '' ? '' : ` (near: ${meant})`}`;
    }),
    listBlock(
      style.warning('Not recorded'),
      refused,
      style,
      ({ ref, label, test, why }) =>
        `${style.ref(safeText(ref))} ${safeText(label)}  ${safeText(why)} ${style.quiet(`(${safeText(short(test))})`)}`,
    ),
    others.length === 0
      ? []
      : [summed(others, 'other spec') + (dryRun === true ? '' : ' (--all records them)')],
    listBlock(
      style.warning('Tests that name no criterion'),
      unmatched,
      style,
      ({ test, reference, why, specs: meant }) =>
        `${safeText(reference)}: ${safeText(reasonOf(why, meant))} ${style.quiet(`in "${safeText(short(test))}"`)}`,
    ),
    listBlock(
      style.error('Not shown to be met'),
      problems,
      style,
      ({ ref, label, n, state, text }) =>
        `${style.ref(safeText(ref))} ${safeText(label ?? String(n))} ${stateWords(state)}: ${safeText(briefly(withoutLabel(text)))}`,
    ),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function unprovenOf(spec: ProvedSpec): ProvedSpec {
  return { ...spec, criteria: spec.criteria.filter(({ state }) => state !== 'proven') };
}

/** Sums specs up in one line: `158 other specs proven, 2 failing: 044 AC1, 051 AC3`. */
function summed(specs: readonly ProvedSpec[], noun: string): string {
  const bad = specs.filter(({ criteria }) => criteria.some(({ state }) => state !== 'proven'));
  const told = [counted(specs.length - bad.length, noun) + ' proven'];
  for (const state of PROOF_STATES.filter((one) => one !== 'proven')) {
    const named = specs.flatMap(({ ref, criteria }) =>
      criteria
        .filter((one) => one.state === state)
        .map(({ label }) => `${ref.replace(/^(\d+)-.*/, '$1')} ${label}`),
    );
    if (named.length > 0)
      told.push(
        `${String(named.length)} ${stateWords(state)}: ${cut(named, ROWS_SHOWN).join(', ')}${named.length > ROWS_SHOWN ? ', …' : ''}`,
      );
  }
  return safeText(told.join(', '));
}

function specBlock({ ref, title, criteria }: ProvedSpec, style: Style): readonly string[] {
  return [
    `${style.ref(safeText(ref))}  ${style.strong(safeText(briefly(title)))}`,
    ...cut(criteria, CRITERIA_SHOWN).flatMap((criterion) => criterionLines(criterion, style)),
    ...more(criteria.length - CRITERIA_SHOWN, style),
  ];
}

function criterionLines(
  { label, text, state, tests, more: left = 0, changed }: ProvedCriterion,
  style: Style,
): readonly string[] {
  const paint = state === 'proven' ? style.success : state === 'failing' ? style.error : style.warning;
  const flaky = tests.filter((test) => test.flaky === true).length;
  const told = [
    counted(tests.length + left, 'test'),
    ...(flaky === 0 ? [] : [`${String(flaky)} passed only after a failed try`]),
    ...(tests.some(({ files }) => files === undefined) ? ['file unknown'] : []),
    ...(changed === undefined ? [] : [`${cut(changed, 3).join(', ') || 'a file'} changed after the run`]),
  ].join('; ');
  const bad = tests.filter(({ outcome }) => outcome !== 'passed');
  return [
    `  ${safeText(label)}  ${paint(stateWords(state))}  ${safeText(briefly(withoutLabel(text)))} ${style.quiet(`(${safeText(told)})`)}`,
    ...cut(bad, TESTS_SHOWN).map(({ name, outcome, files: [file] = [] }) =>
      style.quiet(
        `      ${outcome}: ${safeText(short(name))}${file === undefined ? '' : ` (${safeText(style.fromHere(file))})`}`,
      ),
    ),
    ...more(bad.length - TESTS_SHOWN, style).map((line) => `    ${line}`),
  ];
}

/** Renders the first rows of a list below its heading. */
function listBlock<Row>(
  heading: string,
  rows: readonly Row[],
  style: Style,
  line: (row: Row) => string,
): readonly string[] {
  if (rows.length === 0) return [];
  const lines = cut(rows, ROWS_SHOWN).map((row) => `  ${line(row)}`);
  return [`${heading} (${String(rows.length)})`, ...lines, ...more(rows.length - ROWS_SHOWN, style)];
}

function more(left: number, style: Style): readonly string[] {
  return left > 0 ? [style.quiet(`  ${style.symbols.ellipsis} ${String(left)} more`)] : [];
}

function cut<Item>(items: readonly Item[], most: number): readonly Item[] {
  return items.slice(0, most);
}

function short(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)} …`;
}

const LONGEST_NAME = 80;

function reasonOf(why: UnmatchedTest['why'], specs: readonly string[]): string {
  if (why === 'no spec') return 'there is no such spec';
  if (why === 'several specs') return `it may mean ${specs.join(' or ')}`;
  return `${specs.join(', ')} has ${why === 'no label' ? 'no criterion' : 'several criteria'} with this label`;
}

function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
