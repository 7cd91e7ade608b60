import { personText } from '../../../../../domain/fields/person.js';
import {
  NO_VALUE,
  UNKNOWN_STATUS,
  type BoardColumn,
} from '../../../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../../../application/queries/showBoard.js';
import { isPriority, isStatus } from '../../../../../domain/spec/status.js';
import type { SpecView } from '../../../../../domain/spec/specView.js';
import { elapsedDays } from '../../../../../domain/value/dates.js';
import { largestNumber } from '../../../../../domain/value/collections.js';
import { tokenEstimate } from '../../../../../domain/value/tokenEstimate.js';
import { mostOf, shownColumns } from './fittingColumns.js';
import { durationText } from '../../../layout/durationText.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';
import { nothingListed } from '../../../layout/specTableCells.js';
import { createStyle, type Style } from '../../../layout/terminalStyle.js';
import type { Terminal } from '../../../layout/describeTerminal.js';
import { displayWidth, truncate } from '../../../layout/displayWidth.js';
import { boardCard, type CardFacts, type Line } from './drawBoardCard.js';
import { renderHealth } from './renderBoardHealth.js';

const GAP = '   ';
/** Minimum and maximum width of a column, in cells, if columns are side by side. */
const NARROWEST = 26;
const WIDEST = 56;
/** Maximum tokens of a board that is printed to a pipe, without its warnings. */
const PIPE_TOKENS = 1350;

/** Options for drawing a board. */
export interface BoardLayout {
  /** Show all specs in every column, without a limit. */
  readonly isWhole?: boolean;
  /** The actor who runs the command. */
  readonly actor?: string | undefined;
  /** Returns a table of the specs as lines, the header first. If given, the columns show these tables instead of cards. */
  readonly rowsOf?: (specs: readonly SpecView[]) => readonly string[];
}

/** Draws the board: columns side by side if they fit, otherwise stacked, then the project's health. No final newline. */
export function drawBoard(
  board: ShowBoardResult,
  terminal: Pick<Terminal, 'columns' | 'colour' | 'unicode' | 'program'>,
  digits: number,
  { isWhole = false, rowsOf, actor }: BoardLayout = {},
): string {
  const style = createStyle(terminal);
  if (board.health.total === 0) return emptyBoard(board, style);
  const inPipe = terminal.columns === undefined;
  const isShort = inPipe && !isWhole;
  const facts: CardFacts = { ...board, digits, actor, ageOf: agesAt(board.at), isShort };
  const columns = board.columns.filter((column) => column.specs.length > 0 || board.groupBy === 'status');
  const itemsOf = (column: BoardColumn, width = terminal.columns): readonly (readonly Line[])[] => {
    const specs = column.specs.slice(0, mostOf(column, isWhole));
    if (rowsOf === undefined) return specs.map((spec) => boardCard(spec, width, board.groupBy, facts, style));
    // Join the table's header and its first row into one item, so that the header never stands without a row.
    const [first = [], ...others] = rowsOf(specs).map((text): Line[] => [{ text, width: 0 }]);
    return others.map((row, i) => (i === 0 ? [...first, ...row] : row));
  };
  const draw = (column: BoardColumn, width?: number, items = itemsOf(column, width)): Line[] =>
    drawColumn(column, items, width, board, style, terminal);
  // If the columns do not all fit side by side, try without the column of specs with an unknown status.
  const beside =
    rowsOf === undefined
      ? (fitting(columns, terminal.columns) ?? fitting(columns.filter(isRegular), terminal.columns))
      : undefined;
  const below = columns.filter((column) => beside?.columns.includes(column) !== true);
  const health = renderHealth(board, style, terminal, digits);
  const budget = facts.isShort ? PIPE_TOKENS - tokenEstimate(health.join('\n')) : Infinity;
  const shown = shownColumns(below, budget, itemsOf, costOf);
  const left = below.length - shown.length;
  const title = board.asOf === undefined ? [] : [style.quiet(`As of ${safeText(board.asOf)}`), ''];
  const body = [
    ...(beside === undefined
      ? []
      : sideBySide(
          beside.columns.map((column) => draw(column, beside.width)),
          beside.width,
        )),
    ...(beside === undefined || below.length === 0 ? [] : ['']),
    ...stacked(shown.map(({ column, items }) => draw(column, undefined, items))),
    ...(left > 0 ? ['', `${style.symbols.ellipsis} ${String(left)} more columns`] : []),
  ];
  return [...title, ...body, '', ...health].join('\n');
}

function costOf(item: string | readonly Line[]): number {
  return tokenEstimate(typeof item === 'string' ? item : item.map(({ text }) => text).join('\n'));
}

/** Returns a function that computes the age of a date and caches it, because many specs have the same dates. */
function agesAt(now: string): CardFacts['ageOf'] {
  const known = new Map<string, string | undefined>();
  return (moment) => {
    if (!known.has(moment)) {
      const days = elapsedDays(moment, now);
      known.set(moment, days === undefined ? undefined : durationText(days));
    }
    return known.get(moment);
  };
}

function isRegular({ key }: BoardColumn): boolean {
  return key !== UNKNOWN_STATUS;
}

/** Returns the columns and the width of each, if they fit side by side; otherwise undefined. */
function fitting(
  columns: readonly BoardColumn[],
  room: number | undefined,
): { readonly columns: readonly BoardColumn[]; readonly width: number } | undefined {
  if (room === undefined || columns.length === 0) return undefined;
  const width = Math.floor((room - GAP.length * (columns.length - 1)) / columns.length);
  return width < NARROWEST ? undefined : { columns, width: Math.min(width, WIDEST) };
}

/** Draws a column: heading, rule and cards. Lines are at most `width` cells, if given. */
function drawColumn(
  column: BoardColumn,
  items: readonly (readonly Line[])[],
  width: number | undefined,
  board: ShowBoardResult,
  style: Style,
  terminal: Pick<Terminal, 'columns'>,
): Line[] {
  const limit = width ?? terminal.columns;
  const count = ` ${column.specs.length}`;
  const name = columnTitle(column.key, board, style);
  const label = truncate(name, (limit ?? Infinity) - count.length, style.symbols.ellipsis);
  const heading: Line = {
    text: columnPaint(column.key, board, style)(style.strong(label)) + style.quiet(count),
    width: displayWidth(label) + count.length,
  };
  const left = column.specs.length - items.length;
  const more = `${style.symbols.ellipsis} ${left} more (--all)`;
  const ruleLength = Math.min(width ?? heading.width, limit ?? 60);
  return [
    heading,
    { text: style.quiet(style.symbols.line.repeat(ruleLength)), width: ruleLength },
    ...items.flatMap((item) => (width === undefined ? item : [...item, BLANK])),
    ...(left > 0 ? [{ text: style.quiet(more), width: more.length }] : []),
    ...(column.specs.length === 0 ? [{ text: style.quiet('nothing here'), width: 12 }] : []),
  ];
}

const BLANK: Line = { text: '', width: 0 };

function stacked(columns: readonly (readonly Line[])[]): string[] {
  return columns.flatMap((lines, i) => [...(i > 0 ? [''] : []), ...lines.map((line) => line.text)]);
}

function sideBySide(columns: readonly (readonly Line[])[], width: number): string[] {
  const height = largestNumber(columns.map((lines) => trimmedLength(lines)));
  return Array.from({ length: height }, (_, row) =>
    columns
      .map((lines, i) => {
        const { text, width: taken } = lines[row] ?? BLANK;
        return i === columns.length - 1 ? text : text + ' '.repeat(Math.max(0, width - taken));
      })
      .join(GAP)
      .trimEnd(),
  );
}

function trimmedLength(lines: readonly Line[]): number {
  return lines.findLastIndex((line) => line.text !== '') + 1;
}

function columnTitle(key: string, board: ShowBoardResult, style: Style): string {
  if (board.groupBy === 'status' && isStatus(key)) return `${style.statusSymbol(key)} ${key}`;
  if (board.groupBy === 'status') return `${style.symbolOf('broken')} status unknown`;
  if (key !== NO_VALUE) return safeText(board.groupBy === 'assignee' ? personText(key) : key);
  return board.groupBy === 'assignee' ? 'no assignee' : `no ${board.groupBy}`;
}

function columnPaint(key: string, board: ShowBoardResult, style: Style): (text: string) => string {
  if (board.groupBy === 'status') return style.statusPaint(isStatus(key) ? key : null);
  return board.groupBy === 'priority' && isPriority(key) ? style.priorityPaint(key) : (text) => text;
}

function emptyBoard(board: ShowBoardResult, style: Style): string {
  if (board.asOf !== undefined) return `As of ${safeText(board.asOf)}, there are no specs on the board.`;
  return nothingListed(board.others ?? 0, style);
}
