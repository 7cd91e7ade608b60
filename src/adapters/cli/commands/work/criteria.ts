import { personText } from '../../../../domain/fields/person.js';
import type { ListCriteriaResult } from '../../../../application/proof/criterionProofs.js';
import type { CriterionView } from '../../../../domain/log/criteriaViews.js';
import { tickText } from '../../../presentation/sentences.js';
import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { metText } from '../../layout/specTableCells.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { pad } from '../../layout/displayWidth.js';
import { wrapSpans } from '../../layout/wrapText.js';

export default defineCommand({
  name: 'criteria',
  group: 'Work',
  purpose: 'list the acceptance criteria of a spec, and who ticked them',
  details: `
      Criteria are the task list items under "Success Criteria", "Acceptance Criteria" or "Definition of Done"; the
      setting \`criteria.sections\` names other headings. A criterion is met if its checkbox has an x; with any other mark, such as
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
    style.quiet(`${metText({ ...spec, criteria: { done, total } })}, in ${safeText(style.fromHere(path))}`),
  ];
  for (const criterion of criteria) {
    const mark = criterion.done ? style.success(terminal.unicode ? '✓' : 'x') : terminal.unicode ? '☐' : '-';
    const { retired } = criterion;
    const said = retired === undefined ? tickText(criterion) : retiredBy(retired);
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
