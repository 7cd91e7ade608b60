import type { ClaimView } from '../../../domain/claims/claims.js';
import type { Progress } from '../../../domain/criteria/criteria.js';
import { type ApprovalView, approvalWords } from '../../../domain/review/approvalState.js';
import { countWords, type SpecProof } from '../../../domain/proof/criterionStates.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { factIn, type ExtraFields } from '../jsonDocuments/chosenFields.js';
import { safeText } from './escapeUnsafeText.js';
import {
  claimText,
  numberText,
  painted,
  priorityCell,
  problemText,
  progressText,
  statusCell,
} from './specTableCells.js';
import { createStyle, type Style } from './terminalStyle.js';
import { type Cell, type Column, renderTable } from './renderTable.js';
import type { Terminal } from './describeTerminal.js';

/** Renders specs as a table with a column for each chosen field. */
export function renderFacts(
  specs: readonly SpecView[],
  names: readonly string[],
  terminal: Terminal,
  digits: number,
  own: ExtraFields = {},
): string[] {
  const style = createStyle(terminal);
  return renderTable(
    specs,
    names.map((name) => factColumn(name, style, digits, own)),
    {
      columns: terminal.columns,
      ellipsis: style.symbols.ellipsis,
      paintHeader: style.quiet,
    },
  );
}

/** Returns the table column of a field that the user named; it is shown even if no spec has the field. */
export function factColumn(
  name: string,
  style: Style,
  digits: number,
  own: ExtraFields = {},
): Column<SpecView> {
  return {
    header: headerOf(name),
    cell: (spec) => factCell(spec, name, style, digits, own),
    shrinkTo: 10,
    isKept: true,
    ...(NUMBERS.has(name) && { align: 'right' as const }),
  };
}

const NUMBERS: ReadonlySet<string> = new Set([
  'sequence',
  'criteria',
  'unblocks',
  'ageDays',
  'dependencies',
  'score',
  'line',
]);

function headerOf(name: string): string {
  if (name === 'sequence') return '#';
  if (name === 'criteria') return 'Met';
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return safeText(words.charAt(0).toUpperCase() + words.slice(1));
}

/** Returns the value of a spec's field as text for a table cell or a line. */
export function factCell(
  spec: SpecView,
  name: string,
  style: Style,
  digits: number,
  own: ExtraFields,
): Cell | string {
  switch (name) {
    case 'sequence':
      return painted(numberText(spec, digits), style.ref, style);
    case 'status':
      return statusCell(spec, style);
    case 'priority':
      return priorityCell(spec, style);
    case 'problems':
      return { text: problemText(spec), paint: style.error };
    default:
      return safeText(factText(factIn(spec, name, own)));
  }
}

/** Returns the proof of a spec in words: `1 failing, 3 proven`. */
export function proofText({ counts }: Pick<SpecProof, 'counts'>): string {
  return countWords(counts).join(', ');
}

function factText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(factText).join(', ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if ('until' in value && 'by' in value) return claimText(value as ClaimView);
  if ('done' in value && 'total' in value) return progressText(value as Progress);
  if ('counts' in value) return proofText(value as SpecProof);
  if ('state' in value) return approvalWords(value as ApprovalView);
  return JSON.stringify(value);
}
