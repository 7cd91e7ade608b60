import { BOUNDS } from '../../../../domain/value/bounds.js';
import type {
  NamedCriterion,
  ProveCriteriaResult,
  UnmatchedTest,
} from '../../../../application/proof/proveCriteria.js';
import { withoutLabel } from '../../../../domain/criteria/checkboxes.js';
import { shortenCriterion } from '../../../../domain/criteria/criteria.js';
import type { CriterionView } from '../../../../domain/log/criteriaViews.js';
import { PROOF_STATES, stateWords } from '../../../../domain/proof/criterionStates.js';
import { parentOf } from '../../../../domain/naming/projectPath.js';
import { firstOf, groupBy } from '../../../../domain/value/collections.js';
import { quoteForShell } from '../../../../domain/value/text.js';
import { renderChanged } from '../../changedSpecs.js';
import { argument, inputText, listFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

export const acceptCommand = defineCommand({
  name: 'accept',
  group: 'Review',
  usedBy: 'few',
  purpose:
    'same as `approve --code`: record that a spec is still right although its code or dependencies changed',
  examples: [['The code was only moved', 'spectool accept 5 --reason "only renamed"']],
  takes: {
    spec: argument('SPEC'),
    reason: textFlag('--reason TEXT', 'why the spec is still right'),
  },
  writes: true,
  runs: 'acceptSpec',
  render: renderChanged,
});

export const proveCommand = defineCommand({
  name: 'prove',
  group: 'Work',
  purpose: 'record from test reports which criteria are proven',
  details: `
      Reads JUnit XML reports, which nearly every test runner writes, and records for each criterion that a test refers to whether its tests
      passed. A test refers to a criterion by spec and label in its name, its class, its suites or a property: \`012/AC2\`, \`012_AC2\`,
      \`user-login/AC2\`, \`test_012_AC2_locks\`. A proven criterion is ticked. A failing one is unticked, except in a complete spec.

      Verdicts are recorded for the specs that you hold, and for those in progress without a holder; \`--spec\` and \`--all\` record
      them for others. The newest run of each test counts. A proof is stale when its basis changes: the file of a
      test, a file that the field \`code\` of the spec selects, or the words of the criterion. A report that is older than such a change,
      or than what is known, is not recorded.

      In CI, \`--dry-run --strict\` writes nothing, and exits with 1 if a ticked criterion is failing, or if the project requires proof
      (setting \`workflow.proof\`) and a complete spec has a criterion without proof.
    `,
  examples: [
    ['After a test run', 'spectool prove report.xml'],
    ['All tests, also for specs of others', 'spectool prove reports/ --whole --all'],
    ['In CI', 'spectool prove reports/ --dry-run --strict'],
  ],
  takes: {
    reports: argument('REPORT…'),
    specs: listFlag('--spec SPEC,…', 'record the verdicts for these specs, even if other actors hold them'),
    all: switchFlag('--all', 'record the verdicts for all specs that tests refer to'),
    whole: switchFlag(
      '--whole',
      'treat the reports as complete: a test that is not in them no longer exists',
    ),
    force: switchFlag(
      '--force',
      'record the reports even if the code or the criteria have changed since; needs --reason',
    ),
    reason: textFlag('--reason TEXT', 'why the reports count anyway'),
    dryRun: switchFlag('--dry-run', 'write nothing; show what would be recorded'),
    strict: switchFlag(
      '--strict',
      'exit with 1 if a ticked criterion is failing, or has no proof although the project requires it',
    ),
  },
  writes: true,
  runs: 'proveCriteria',
  run: ({ proveCriteria }, given, { context }) =>
    proveCriteria.execute({
      ...given,
      ...(given.reports.includes('-') && { input: inputText('-', context) }),
    }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
  render: renderProof,
});

/** Renders the criteria that tests refer to, each with its new state and tests. No final newline. */
export function renderProof(
  {
    reports,
    passedOver = 0,
    specs,
    others,
    unmatched,
    refused,
    problems = [],
    dryRun,
    warnings,
  }: ProveCriteriaResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const tests = reports.reduce((sum, report) => sum + report.tests, 0);
  const named = specs.flatMap(({ ref, criteria }) =>
    criteria.map((one) => ({ ...one, ref, label: one.label ?? String(one.n) })),
  );
  const tested = named.filter(({ verdict }) => verdict !== undefined);
  // If there are many criteria, list only the unproven ones.
  const isShort = tested.length <= BOUNDS.listed;
  const shown = tested.filter(({ state }) => isShort || state !== 'proven').slice(0, BOUNDS.listed);
  const unnamed = named.filter(
    ({ verdict, state, ref, label }) =>
      verdict === undefined &&
      state !== 'attested' &&
      !refused.some((one) => one.ref === ref && one.label === label),
  );
  const over = passedOver === 0 ? '' : `, ${counted(passedOver, 'other XML file')} skipped`;
  const rowOf = (
    { ref, label, text = '', state }: NamedCriterion & { readonly text?: string },
    isStated = true,
  ) =>
    `${style.ref(safeText(ref))} ${safeText(label)}${isStated ? ` ${stateWords(state)}` : ''}  ${safeText(shortenCriterion(withoutLabel(text)))}`.trimEnd();
  const blocks = [
    [
      style.quiet(
        `${counted(tests, 'test')} in ${counted(reports.length, 'report')}${over}${dryRun === true ? ', nothing is written' : ''}`,
      ),
    ],
    ...groupBy(shown, ({ ref }) => ref).map((rows) => {
      const { ref = '', title = '' } = specs.find((one) => one.ref === rows[0]?.ref) ?? {};
      return [
        `${style.ref(safeText(ref))}  ${style.strong(safeText(shortenCriterion(title)))}`,
        ...rows.flatMap((row) => criterionLines(row, shown.indexOf(row) < BOUNDS.named, style)),
      ];
    }),
    isShort ? [] : [summed(named, 'spec')],
    listBlock(style.warning('No test names'), unnamed, style, (row) => rowOf(row, false)),
    listBlock(
      style.warning('Not recorded'),
      refused,
      style,
      ({ ref, label, test, why }) =>
        `${style.ref(safeText(ref))} ${safeText(label)}  ${safeText(why)} ${style.quiet(`(${safeText(short(test))})`)}`,
    ),
    others.length === 0
      ? []
      : [summed(others, 'other spec') + (dryRun === true ? '' : '; not recorded (use --all)')],
    listBlock(
      style.warning('Tests that refer to no criterion'),
      unmatched,
      style,
      ({ test, reference, why, specs: meant }) =>
        `${safeText(reference)}: ${safeText(reasonOf(why, meant))} ${style.quiet(`in "${safeText(short(test))}"`)}`,
    ),
    listBlock(style.error('Not proven'), problems, style, (row) => rowOf(row)),
    // The note says how to complete a spec.
    dryRun === true || warnings.some(({ code }) => code === 'ALL_PROVEN')
      ? []
      : nextStep(specs, others, reportsText(reports)).map((step) => style.step(step)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Returns the command to run next: for the first spec that is not complete, or else for a spec whose verdicts are not recorded. */
function nextStep(
  specs: ProveCriteriaResult['specs'],
  [other]: ProveCriteriaResult['others'],
  reports: string,
): readonly string[] {
  const spec = specs.find(({ status }) => status !== 'complete');
  if (spec === undefined)
    return other === undefined
      ? []
      : [`Record the results: spectool prove ${reports} --spec ${safeText(other.ref)}`];
  const ref = safeText(spec.ref);
  const open = spec.criteria.find(({ done }) => !done);
  if (open === undefined) return [`When the work is done: spectool update ${ref} --status complete`];
  return open.verdict === undefined
    ? [`When criterion ${String(open.n)} is met: spectool check ${ref} ${String(open.n)}`]
    : [`After the next test run: spectool prove ${reports} --spec ${ref}`];
}

/** Returns the reports as arguments of a command: all, or the folder of the first one. */
function reportsText(reports: ProveCriteriaResult['reports']): string {
  const paths = reports.map(({ path }) => path);
  const named = paths.length > BOUNDS.named ? [`${parentOf(paths[0] ?? '') || '.'}/`] : paths;
  return named.map((path) => (path === '-' ? path : safeText(quoteForShell(path)))).join(' ');
}

/** Summarizes criteria in one line: `158 other specs proven, 2 failing: 044 AC1, 051 AC3`. */
function summed(criteria: readonly NamedCriterion[], noun: string): string {
  const specs = groupBy(criteria, ({ ref }) => ref);
  const proven = specs.filter((own) => own.every(({ state }) => state === 'proven' || state === 'attested'));
  const bad = PROOF_STATES.flatMap((state) => {
    const own = state === 'proven' ? [] : criteria.filter((one) => one.state === state);
    const named = own
      .slice(0, BOUNDS.named)
      .map(({ ref, label }) => `${ref.replace(/^(\d+)-.*/, '$1')} ${label}`);
    return own.length === 0 ? [] : [`${String(own.length)} ${stateWords(state)}: ${firstOf(named)}`];
  });
  return safeText([`${counted(proven.length, noun)} proven`, ...bad].join(', '));
}

function criterionLines(
  { label, n, text, state, verdict }: CriterionView,
  isNamed: boolean,
  style: Style,
): readonly string[] {
  const { tests = [], changed, reworded } = verdict ?? {};
  // For a criterion that is not ticked, show the result of its tests instead of its state.
  const isStale = changed !== undefined || reworded !== undefined;
  const word = state === 'open' && verdict !== undefined ? (isStale ? 'stale' : verdict.result) : state;
  const paint = state === 'proven' ? style.success : state === 'failing' ? style.error : style.warning;
  const told = [
    counted(tests.length, 'test'),
    ...(tests.some(({ files }) => files === undefined) ? ['file unknown'] : []),
    ...(changed === undefined ? [] : [`${firstOf(changed)} changed after the run`]),
    ...(reworded === undefined ? [] : ['reworded since']),
  ].join('; ');
  const line = `  ${safeText(label ?? String(n))}  ${paint(stateWords(word))}  ${safeText(shortenCriterion(withoutLabel(text)))} ${style.quiet(`(${safeText(told)})`)}`;
  const bad = tests.filter(({ outcome }) => outcome !== 'passed');
  const [first] = bad;
  if (first === undefined || !isNamed) return [line];
  const { name, outcome, files: [file] = [] } = first;
  const place = file === undefined ? '' : ` (${safeText(style.fromHere(file))})`;
  const left = bad.length > 1 ? `, and ${String(bad.length - 1)} more` : '';
  return [line, style.quiet(`      ${outcome}: ${safeText(short(name))}${place}${left}`)];
}

/** Renders the first rows of a list below its heading. */
function listBlock<Row>(
  heading: string,
  rows: readonly Row[],
  style: Style,
  line: (row: Row) => string,
): readonly string[] {
  if (rows.length === 0) return [];
  const left = rows.length - BOUNDS.named;
  return [
    `${heading} (${String(rows.length)})`,
    ...rows.slice(0, BOUNDS.named).map((row) => `  ${line(row)}`),
    ...(left > 0 ? [style.quiet(`  ${style.symbols.ellipsis} ${String(left)} more`)] : []),
  ];
}

function short(name: string): string {
  return name.length <= BOUNDS.excerpt ? name : `${name.slice(0, BOUNDS.excerpt)} …`;
}

function reasonOf(why: UnmatchedTest['why'], specs: readonly string[]): string {
  if (why === 'no spec') return 'there is no such spec';
  if (why === 'near')
    return `${specs.join(', ')} has this criterion, but spec and label must be joined in the test name, as in 012/AC2`;
  if (why === 'several specs') return `it may refer to ${specs.join(' or ')}`;
  return `${specs.join(', ')} has ${why === 'no label' ? 'no criterion' : 'several criteria'} with this label`;
}

function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
