import { BOUNDS } from '../../../domain/value/bounds.js';
import type { DocumentElsewhere } from '../../../application/adoption/documentsElsewhere.js';
import type { PartsProgress } from '../../../application/projections/dependencyGraph.js';
import type { ClaimView, Elsewhere } from '../../../domain/claims/claims.js';
import type { Progress } from '../../../domain/criteria/criteria.js';
import type { FieldRow } from '../../../domain/fields/standardFields.js';
import { isSamePerson, personText } from '../../../domain/value/person.js';
import type { CriterionView } from '../../../domain/log/criteriaViews.js';
import {
  describeCriterionCounts,
  describeDoubtfulCriteria,
  type SpecProof,
} from '../../../domain/proof/criterionStates.js';
import { type ApprovalView, approvalWords } from '../../../domain/review/approvalState.js';
import { type SpecView, fieldTextsOfView } from '../../../domain/spec/specView.js';
import { isPriority } from '../../../domain/fields/statusAndPriority.js';
import { isJsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import { wordText } from '../../../domain/value/text.js';
import { partsText } from '../../presentation/sentences.js';
import { safeText, type Span } from './terminalText.js';
import { type Cell, type Column, renderTable, painted } from './renderTable.js';
import { createStyle, type Style, type Terminal } from './terminalStyle.js';
import { endOfClaim } from './localTimes.js';
import { type ExtraFields, outputFieldValue } from './outputFields.js';

/**
 * Returns a spec's number for a table cell, padded with zeros; the folder name for a spec without a number. The number is not
 * parsed from the folder name, which may begin with a date or another number.
 * @param digits the number of digits to which spec numbers are padded (the setting `structure.sequenceDigits`).
 */
export function numberText({ sequence, ref }: Pick<SpecView, 'sequence' | 'ref'>, digits: number): string {
  return sequence === null ? safeText(ref) : String(sequence).padStart(digits, '0');
}

export function statusCell(spec: SpecView, style: Style): Cell | string {
  if (spec.broken === true) return painted(`${style.symbolOf('broken')} broken`, style.error, style);
  const word = spec.status ?? 'unknown';
  // For an archived spec that is not complete, use the symbol of archived specs, because the spec's status no longer applies.
  return spec.archived && spec.status !== 'complete'
    ? painted(`${style.symbolOf('archived')} ${word}`, style.quiet, style)
    : painted(`${style.statusSymbol(spec.status)} ${word}`, style.statusPaint(spec.status), style);
}

export function priorityCell(spec: SpecView, style: Style): Cell | string {
  return spec.priority === undefined ? '' : painted(spec.priority, style.priorityPaint(spec.priority), style);
}

export function tagsCell(spec: SpecView, style: Style): Cell | string {
  return spec.tags.length === 0 ? '' : painted(safeText(spec.tags.join(', ')), style.tag, style);
}

/** Returns the problems of a spec's document as text for a table cell, on one line; empty if there are none. */
export function problemText(spec: SpecView): string {
  return (spec.problems ?? [])
    .map((problem) => {
      const line = 'line' in problem ? ` (line ${problem.line})` : '';
      return `${safeText(problem.message)}${line}`;
    })
    .join('; ');
}

/** Returns the number of ticked criteria out of all: `2/5`. */
function progressText({ done, total, retired = 0 }: Progress, met = ''): string {
  return total === 0 && retired > 0 ? `${String(retired)} retired` : `${String(done)}/${String(total)}${met}`;
}

/** Returns a spec's progress as text for a table cell: `2/3 met · 1 failing`; empty for a spec without criteria. */
export function metText({ criteria, proof }: Pick<SpecView, 'criteria' | 'proof'>, met = ' met'): string {
  return criteria === undefined
    ? ''
    : [progressText(criteria, met), ...describeDoubtfulCriteria(proof)].join(' · ');
}

/** Returns a spec's claim as text for a table cell: actor, worktree and end, as in `@kim until 14:30`. */
export function claimText({ by, place, since, until, expired, byUpdate, remote }: ClaimView): string {
  const where = place === undefined ? remote && 'another clone' : wordText(place);
  const name = safeText(where === undefined ? personText(by) : `${personText(by)} (${where})`);
  const who = byUpdate === true ? `${name} (by update)` : name;
  return `${who} until ${endOfClaim({ since, until })}${expired === true ? ' (expired)' : ''}`;
}

/**
 * Returns the text about a spec's claim in a list. Undefined if there is no claim, or if `actor` made the claim in this worktree
 * or by setting the status to in-progress.
 */
export function claimNote({ claim }: Pick<SpecView, 'claim'>, actor: string | undefined): string | undefined {
  const isOwn = isSamePerson(claim?.by, actor) && (claim?.byUpdate === true || claim?.place === undefined);
  if (claim === undefined || (isOwn && claim.remote === undefined)) return undefined;
  return claimText(claim);
}

/** Returns a spec's status on an unmerged branch or in another worktree as text for a table cell: `complete on branch spec-1`. */
export function elsewhereText({ branch, status, remote }: Elsewhere): string {
  const place = remote === undefined ? 'in another worktree' : 'in another clone';
  return `${status} ${branch === undefined ? place : `on branch ${safeText(wordText(branch))}`}`;
}

/** Returns a line for each document that only a branch or another worktree has: `On branch login: ○ planned  Log in`. */
export function documentsElsewhereLines(
  documents: readonly DocumentElsewhere[] = [],
  style: Style,
): readonly string[] {
  const lines = documents.slice(0, BOUNDS.shown).map(({ branch, worktree = '', status, title, path }) => {
    const place =
      branch === undefined ? `In worktree ${wordText(worktree)}` : `On branch ${wordText(branch)}`;
    return `${safeText(place)}: ${style.status(status)}  ${safeText(title)}  ${style.path(safeText(path))}`;
  });
  const more = documents.length - lines.length;
  return more === 0 ? lines : [...lines, style.quiet(`${String(more)} more on branches and worktrees`)];
}

/** Returns the text to print instead of an empty list. @param all the number of all specs of the project. */
export function nothingListed(all: number, style: Style, kind = 'spec'): string {
  return all > 0
    ? `No ${kind} matches.\n${style.step('spectool list --all shows every spec, archived ones too.')}`
    : `There are no specs yet.\n${style.step('Create the first one: spectool create my-first-spec')}`;
}

/** Describes a spec's criteria for the terminal: `2/5 met, 1 ticked by hand, 1 reworded since`. */
export function progressWords(spec: SpecView, criteria: readonly CriterionView[]): string {
  const byHand = criteria.filter(
    ({ done, tickedAt, state }) => done && tickedAt === undefined && state !== 'proven',
  ).length;
  const reworded = criteria.filter((one) => one.reworded !== undefined).length;
  return [
    metText(spec),
    ...(byHand === 0 ? [] : [`${String(byHand)} ticked by hand`]),
    ...(reworded === 0 ? [] : [`${String(reworded)} reworded since`]),
  ].join(', ');
}

/** Returns references separated by commas. If there are many, returns the first ones and the command that shows the rest. */
export function refSpans(refs: readonly string[], command: string, style: Style): readonly Span[] {
  const named = refs
    .slice(0, BOUNDS.listed)
    .flatMap((ref, i): readonly Span[] => [
      ...(i === 0 ? [] : [{ text: ', ' }]),
      { text: safeText(ref), paint: style.ref },
    ]);
  const others = refs.length - BOUNDS.listed;
  return others > 0
    ? [...named, { text: ` ${style.called(`and ${String(others)} more (${command})`)}` }]
    : named;
}

export function partsSpans(parts: PartsProgress | undefined, style: Style): readonly Span[] {
  if (parts === undefined) return [];
  return [{ text: `${partsText(parts)}: ` }, ...refSpans(parts.specs, 'spectool deps …', style)];
}

/**
 * Returns the note after a spec's field `updated` on where the time of a spec without a log comes from; empty for a spec with a
 * log.
 */
export function updatedMark({ updatedFrom }: SpecView): string {
  if (updatedFrom === 'git') return '  (time of its last commit; the spec has no log)';
  return updatedFrom === 'file' ? '  (time of the file; the spec has no log)' : '';
}

/** Returns the value of a spec's field as text for a table cell; a list is separated by commas. */
export function fieldText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((item) => fieldText(item as JsonValue)).join(', ');
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([key, item]) => `${safeText(key)} ${fieldText(item)}`)
      .join(', ');
  return safeText(typeof value === 'string' ? value : JSON.stringify(value));
}

export function fieldCell(field: FieldRow, spec: SpecView, style: Style): string {
  const paint = {
    list: style.tag,
    reference: style.ref,
    references: style.ref,
    word: (text: string) => style.priorityPaint(isPriority(text) ? text : undefined)(text),
    text: (text: string) => text,
    day: (text: string) => text,
    moment: (text: string) => text,
  }[field.kind];
  return fieldTextsOfView(spec, field)
    .map((text) => paint(safeText(field.of === 'person' ? personText(text) : text)))
    .join(', ');
}

/** Renders specs as a table with a column for each chosen field. */
export function renderChosenFields(
  specs: readonly SpecView[],
  names: readonly string[],
  terminal: Terminal,
  digits: number,
  own: ExtraFields = {},
): string[] {
  const style = createStyle(terminal);
  return renderTable(
    specs,
    names.map((name) => chosenFieldColumn(name, style, digits, own)),
    {
      columns: terminal.columns,
      ellipsis: style.symbols.ellipsis,
      paintHeader: style.quiet,
    },
  );
}

/** Returns the table column of a field that the user named; it is shown even if no spec has the field. */
export function chosenFieldColumn(
  name: string,
  style: Style,
  digits: number,
  own: ExtraFields = {},
): Column<SpecView> {
  return {
    header: headerOf(name),
    cell: (spec) => chosenFieldCell(spec, name, style, digits, own),
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
export function chosenFieldCell(
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
      return safeText(factText(outputFieldValue(spec, name, own)));
  }
}

/** Returns the proof of a spec in words: `1 failing, 3 proven`. */
function proofText({ counts }: Pick<SpecProof, 'counts'>): string {
  return describeCriterionCounts(counts).join(', ');
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
