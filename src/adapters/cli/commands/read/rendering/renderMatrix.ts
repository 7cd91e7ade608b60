import type { MatrixRow, TraceMatrixResult } from '../../../../../application/proof/traceMatrix.js';
import { withoutLabel } from '../../../../../domain/criteria/checkboxGrammar.js';
import { type ProofState, stateWords } from '../../../../../domain/proof/criterionStates.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';
import { proofText } from '../../../layout/fieldTable.js';
import { renderTable } from '../../../layout/renderTable.js';
import { createStyle, type Style } from '../../../layout/terminalStyle.js';
import type { Terminal } from '../../../layout/describeTerminal.js';

const ROWS_SHOWN = 100;

/** Renders criteria with their states, tests and commits as a table. No final newline. */
export function renderMatrix(
  { rows, counts }: TraceMatrixResult,
  terminal: Terminal,
  isWhole: boolean,
): string {
  const style = createStyle(terminal);
  if (rows.length === 0) return 'No spec has criteria.';
  const shown = isWhole ? rows : rows.slice(0, ROWS_SHOWN);
  const table = renderTable(
    shown,
    [
      { header: 'Spec', cell: ({ ref }) => ({ text: safeText(ref), paint: style.ref }), shrinkTo: 12 },
      { header: 'Criterion', cell: (row) => safeText(nameOf(row)) },
      { header: 'State', cell: ({ state }) => ({ text: stateWords(state), paint: paintOf(state, style) }) },
      { header: 'Text', cell: ({ text }) => safeText(withoutLabel(text)), shrinkTo: 16 },
      { header: 'Tests', cell: (row) => safeText(testsOf(row)), shrinkTo: 12 },
      { header: 'Commits', cell: ({ commits }) => String(commits.length), align: 'right', dropOrder: 1 },
    ],
    { columns: terminal.columns, ellipsis: style.symbols.ellipsis, paintHeader: style.quiet },
  );
  const left = rows.length - shown.length;
  return [
    proofText({ counts }),
    ...table,
    ...(left > 0 ? [style.quiet(`${style.symbols.ellipsis} ${String(left)} more (--all shows all)`)] : []),
  ].join('\n');
}

/** Renders the matrix as a Markdown table. No final newline. */
export function matrixAsMarkdown({ rows }: TraceMatrixResult): string {
  const cell = (text: string) => safeText(text).replace(/[\\|<>[\]*_`]/g, '\\$&');
  return [
    '| spec | criterion | state | text | tests | commits |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const commits = row.commits.slice(0, 5).map((hash) => hash.slice(0, 10));
      const cells = [
        row.ref,
        nameOf(row),
        stateWords(row.state),
        withoutLabel(row.text),
        testsOf(row),
        commits.join(', '),
      ];
      return `| ${cells.map(cell).join(' | ')} |`;
    }),
  ].join('\n');
}

function nameOf({ n, label }: MatrixRow): string {
  return label ?? String(n);
}

function testsOf({ tests }: MatrixRow): string {
  const [first, ...others] = tests;
  if (first === undefined) return '';
  return others.length === 0 ? first.name : `${first.name} and ${String(others.length)} more`;
}

function paintOf(state: ProofState, style: Style): (text: string) => string {
  if (state === 'failing') return style.error;
  if (state === 'stale' || state === 'not-run') return style.warning;
  return state === 'proven' ? style.success : style.quiet;
}
