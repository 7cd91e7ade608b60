import type { ListCriteriaResult } from '../../../../application/queries/listCriteria.js';
import { personText } from '../../../../domain/value/person.js';
import type { CriterionView } from '../../../../domain/log/criteriaViews.js';
import { tickText } from '../../../presentation/sentences.js';
import { asUndo, renderChanged } from '../../changedSpecs.js';
import { argument, refuseWith, requiredFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, pad, wrapSpans } from '../../layout/terminalText.js';
import { metText } from '../../layout/specTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

export const retire = defineCommand({
  name: 'retire',
  group: 'Work',
  usedBy: 'few',
  purpose: 'retire a criterion: it stays in the text, struck through, and no longer counts',
  details: `
      The criterion stays in the text, struck through and with the reason. It keeps its number and its label, but no longer counts: the
      spec can be completed without it. A criterion that is struck through only by hand still counts.
    `,
  examples: [
    ['Retire a criterion', 'spectool retire 5 AC2 --reason "no longer sold"'],
    ['It moved to another spec', 'spectool retire 5 3 --reason "moved" --by 14/AC1'],
    ['Restore a retired criterion', 'spectool retire 5 AC2 --undo'],
  ],
  takes: {
    spec: argument('SPEC'),
    criterion: argument('CRITERION'),
    reason: requiredFlag('--reason TEXT', 'why the criterion is retired'),
    by: textFlag(
      '--by SPEC[/LABEL]',
      'the spec that has the criterion now, and its label or number there: 14 or 14/AC1',
    ),
    undo: switchFlag('--undo', 'restore a retired criterion, which then counts again; needs no reason'),
  },
  writes: true,
  runs: ['retireCriterion', 'restoreCriterion'],
  run: ({ retireCriterion, restoreCriterion }, { undo, ...given }) => {
    const { spec, criterion, reason, by } = given;
    if (!undo) return retireCriterion.execute(given);
    refuseWith('--undo', { reason, by });
    return restoreCriterion.execute({ spec, criterion });
  },
  asFlags: asUndo('restoreCriterion'),
  render: renderChanged,
});

export const restore = defineCommand({
  name: 'restore',
  group: 'Work',
  usedBy: 'few',
  purpose: 'same as `retire --undo`: restore a retired criterion',
  examples: [['Restore a retired criterion', 'spectool restore 5 AC2']],
  takes: {
    spec: argument('SPEC'),
    criterion: argument('CRITERION'),
  },
  writes: true,
  runs: 'restoreCriterion',
  render: renderChanged,
});

export const addCriterionCommand = defineCommand({
  name: 'add-criterion',
  group: 'Work',
  usedBy: 'few',
  purpose: 'add a criterion to a spec',
  details:
    'Fills the first empty checkbox (`- [ ] …`); if there is none, adds a checkbox after the last criterion. To reword, move or remove criteria, print their section with `spectool section SPEC "Success Criteria"` and write it with `--set -`. If you reword a ticked criterion, `criteria` and `validate` report it as reworded until it is ticked again.',
  examples: [
    ['One more criterion', 'spectool add-criterion 5 "A wrong password is reported within one second"'],
    [
      'It replaces one of an earlier spec',
      'spectool add-criterion 5 "Locks out after three tries" --replaces 3/AC2',
    ],
  ],
  takes: {
    spec: argument('SPEC'),
    text: argument('TEXT'),
    replaces: textFlag(
      '--replaces SPEC/LABEL',
      'the criterion of another spec, by label or number, that no longer counts in `export current` once the new one is met and its spec complete',
    ),
  },
  writes: true,
  runs: 'addCriterion',
  render: renderChanged,
});

export const checkCommand = defineCommand({
  name: 'check',
  group: 'Work',
  usedBy: 'everyone',
  purpose: 'tick criteria of a spec, and record the proof',
  details: `
      Select a criterion by its number (\`1,3\` and \`1-3\` select several), its label (AC1), or the beginning of its text. Only the checkbox changes in the file;
      the log keeps who ticked it, when, and the proofs; another run adds a proof. \`--test\` only records the name of a test;
      \`spectool prove\` records that tests passed.
    `,
  examples: [
    ['Several criteria', 'spectool check 5 1 3-5'],
    ['A criterion that no test can prove', 'spectool check 5 3 --by kim --reason "read the contract"'],
    ['With a test as proof', 'spectool check 5 AC2 --test "login > locks after five tries"'],
    ['A criterion that is no longer met', 'spectool check 5 2 --undo --reason "fails since the upgrade"'],
  ],
  takes: {
    spec: argument('SPEC'),
    criteria: argument('CRITERION…'),
    by: textFlag('--by TEXT', 'the proof: the person or tool that confirmed that the criterion is met'),
    test: textFlag('--test NAME', 'the proof: the name of a test that passes'),
    reason: textFlag(
      '--reason TEXT',
      'with --by: why the person is sure; the criterion is then attested, which is for criteria that no test can prove. With --undo: why the criterion is no longer met',
    ),
    undo: switchFlag(
      '--undo',
      'untick the criteria; also empties a checkbox with another mark, such as `[~]`',
    ),
  },
  writes: true,
  runs: ['checkCriteria', 'uncheckCriteria'],
  run: ({ checkCriteria, uncheckCriteria }, { undo, ...given }) => {
    const { by, test, ...untick } = given;
    if (!undo) return checkCriteria.execute(given);
    refuseWith('--undo', { by, test });
    return uncheckCriteria.execute(untick);
  },
  asFlags: asUndo('uncheckCriteria'),
  render: renderChanged,
});

export const criteriaCommand = defineCommand({
  name: 'criteria',
  group: 'Work',
  purpose: 'list the acceptance criteria of a spec, and who ticked them',
  details: `
      Criteria are the task list items under "Success Criteria", "Acceptance Criteria" or "Definition of Done"; the
      setting \`criteria.sections\` sets other headings. A criterion is met if its checkbox has an x; with any other mark, such as
      \`[~]\`, \`[-]\`, \`[ x ]\` or \`[✔]\`, it is open. A checkbox without text is not a criterion, and neither is \`[1]\`.
    `,
  examples: [['The criteria of spec 5', 'spectool criteria 5']],
  takes: {
    spec: argument('SPEC'),
  },
  runs: 'listCriteria',
  render: renderCriteria,
});

/** Renders one line per criterion: ticked or not, number, text, and the proof given when it was ticked. No final newline. */
export function renderCriteria(
  { spec, path, criteria, done, total }: ListCriteriaResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const head = `${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`;
  if (criteria.length === 0)
    return [
      head,
      'This spec has no criteria.',
      style.step(`Add a criterion: spectool add-criterion ${safeText(spec.ref)} TEXT`),
    ].join('\n');
  const width = String(criteria.length).length;
  const room = terminal.columns === undefined ? undefined : Math.max(24, terminal.columns - width - 5);
  const lines = [
    head,
    style.quiet(
      `${metText({ ...spec, criteria: spec.criteria ?? { done, total } })}, in ${safeText(style.fromHere(path))}`,
    ),
  ];
  for (const criterion of criteria) {
    const mark = criterion.done ? style.success('✓') : '☐';
    const { retired } = criterion;
    const said = [
      retired === undefined ? tickText(criterion) : retiredBy(retired),
      ...(criterion.replaces === undefined ? [] : [`replaces ${criterion.replaces}`]),
    ]
      .filter((part) => part !== '')
      .join('; ');
    const words = { text: safeText(criterion.text) };
    const spans = [
      retired === undefined ? words : { ...words, paint: style.quiet },
      ...(said === ''
        ? []
        : [{ text: ` ${style.symbols.dot} ${safeText(said)}`, paint: painted(criterion, style) }]),
    ];
    const [first = '', ...rest] = wrapSpans(spans, room);
    const indent = ' '.repeat(width + 4);
    lines.push(`${mark} ${pad(String(criterion.n), width)}  ${first}`);
    for (const line of rest) lines.push(indent + line);
  }
  return lines.join('\n');
}

function retiredBy({ by, at, movedTo }: NonNullable<CriterionView['retired']>): string {
  const who = [personText(by), ...(at === null ? [] : [at.slice(0, 10)])].join(', ');
  return movedTo === undefined ? who : `${who}, now ${movedTo}`;
}

function painted({ reworded, state }: CriterionView, style: Style): (text: string) => string {
  if (state === 'failing') return style.error;
  return reworded !== undefined || state === 'stale' || state === 'not-run' ? style.warning : style.quiet;
}

export const labelCommand = defineCommand({
  name: 'label',
  group: 'Work',
  usedBy: 'few',
  purpose: 'add labels to the criteria of a spec, so that tests can refer to them',
  details: `
      A test refers to a criterion by spec and label, such as \`012/AC2\`. Each criterion without a label gets the next one. A label stays with
      its criterion when criteria are moved or added, and is not a word of the criterion, so a new label does not reword the criterion.
    `,
  examples: [['Labels for the criteria of spec 5', 'spectool label 5']],
  takes: {
    spec: argument('SPEC'),
  },
  writes: true,
  runs: 'labelCriteria',
  render: renderChanged,
});

export const uncheckCommand = defineCommand({
  name: 'uncheck',
  group: 'Work',
  usedBy: 'few',
  purpose: 'same as `check --undo`: untick criteria of a spec',
  examples: [
    ['A criterion that is no longer met', 'spectool uncheck 5 2 --reason "fails since the upgrade"'],
  ],
  takes: {
    spec: argument('SPEC'),
    criteria: argument('CRITERION…'),
    reason: textFlag('--reason TEXT', 'the reason, kept in the log'),
  },
  writes: true,
  runs: 'uncheckCriteria',
  render: renderChanged,
});
