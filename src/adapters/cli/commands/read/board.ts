import {
  BOARD_GROUPINGS,
  type BoardColumn,
  type BoardHealth,
  NO_VALUE,
  UNKNOWN_STATUS,
} from '../../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../../application/queries/showBoard.js';
import type { Warning } from '../../../../application/useCase.js';
import { personText } from '../../../../domain/value/person.js';
import { underItsName } from '../../../../domain/naming/references.js';
import type { ApprovalState } from '../../../../domain/review/approvalState.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { isPriority, isStatus } from '../../../../domain/fields/statusAndPriority.js';
import { largestNumber } from '../../../../domain/value/collections.js';
import { elapsedDays } from '../../../../domain/value/dates.js';
import { tokenEstimate, withinTokens } from '../../../../domain/value/tokenEstimate.js';
import { assigneeFilter, peopleOf, tagFilter } from '../../fieldFlags.js';
import { switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { renderHealth } from '../../layout/boardHealth.js';
import { safeText, displayWidth, TITLE_TOKENS, truncate, wrap } from '../../layout/terminalText.js';

import {
  claimNote,
  elsewhereText,
  metText,
  nothingListed,
  numberText,
  problemText,
} from '../../layout/specTable.js';
import { durationText } from '../../layout/localTimes.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';
import { type BriefSpec, briefSpec } from '../../layout/outputFields.js';

/** A spec in the document of `board --json`. */
export interface BoardSpec extends BriefSpec {
  readonly tags?: readonly string[];
  /** Day or timestamp when the spec got its current status. */
  readonly since?: string;
  /** Folder names of the incomplete specs that the spec depends on. */
  readonly waitingFor?: readonly string[];
}

export interface BoardDocument {
  readonly groupBy: string;
  /** Number of specs on the board; a spec in two columns counts once. */
  readonly total: number;
  readonly columns: readonly {
    readonly key: string;
    readonly total: number;
    readonly specs: readonly BoardSpec[];
  }[];
  /** Health of all specs on the board. */
  readonly health: BoardHealth;
  readonly at: string;
  readonly warnings: readonly Warning[];
}

function boardDocument(board: ShowBoardResult): BoardDocument {
  const { groupBy, health, at, warnings } = board;
  return {
    groupBy,
    total: new Set(board.columns.flatMap(({ specs }) => specs.map(({ path }) => path))).size,
    columns: board.columns.map(({ key, specs }) => ({
      key,
      total: specs.length,
      specs: specs.map((spec) => boardSpec(spec, board)),
    })),
    health,
    at,
    warnings,
  };
}

function boardSpec(spec: SpecView, { since, waitingFor }: ShowBoardResult): BoardSpec {
  const at = underItsName(since, spec);
  const others = underItsName(waitingFor, spec);
  return {
    ...briefSpec(spec),
    ...(spec.tags.length > 0 && { tags: spec.tags }),
    ...(at !== undefined && { since: at }),
    ...(others !== undefined && { waitingFor: others }),
  };
}

/** Data that the cards need in addition to the specs' own fields. */
interface CardFacts {
  readonly since: Readonly<Record<string, string>>;
  readonly waitingFor: Readonly<Record<string, readonly string[]>>;
  readonly waitedFor: Readonly<Record<string, number>>;
  /** The number of digits to which spec numbers are padded (the setting `structure.sequenceDigits`). */
  readonly digits: number;
  /** The actor who runs the command. */
  readonly actor?: string | undefined;
  /** Returns the age of a timestamp in words; undefined if the text is not a timestamp. */
  readonly ageOf: (moment: string) => string | undefined;
  /** Shorten long texts to save tokens, even if the column is wide enough for them. */
  readonly isShort?: boolean;
}

/** A line of text with colour codes, and its width in cells, in which the codes are not counted. */
interface Line {
  readonly text: string;
  readonly width: number;
}

const LINES_SHOWN = 2;
const FACTS_TOKENS = 28;

/**
 * Renders a spec as a card: number and title, a line of fields, and the problems of its document. Lines are at most `width`
 * cells, if given.
 */
function boardCard(
  spec: SpecView,
  width: number | undefined,
  groupBy: string,
  facts: CardFacts,
  style: Style,
): Line[] {
  // Without a width, columns are printed one below the other, so line widths are not needed.
  const widthOf = width === undefined ? () => 0 : displayWidth;
  const number = numberText(spec, facts.digits);
  const indent = ' '.repeat(displayWidth(number) + 1);
  const room = width === undefined ? undefined : Math.max(4, width - indent.length);
  const short = (text: string, most: number): string =>
    facts.isShort === true ? withinTokens(text, most, style.symbols.ellipsis) : text;
  const fit = (text: string): string =>
    room === undefined ? short(text, FACTS_TOKENS) : truncate(text, room, style.symbols.ellipsis);
  const [first = '', ...rest] = clipped(short(safeText(spec.title), TITLE_TOKENS), room, style);
  const lines: Line[] = [
    { text: `${style.ref(number)} ${first}`, width: indent.length + widthOf(first) },
    ...rest.map((text) => ({ text: indent + text, width: indent.length + widthOf(text) })),
  ];
  const below = (text: string, paint: (text: string) => string): void => {
    if (text === '') return;
    const cut = fit(text);
    lines.push({ text: indent + paint(cut), width: indent.length + widthOf(cut) });
  };
  const details = factWords(spec, groupBy, facts).join(` ${style.symbols.dot} `);
  below(details, (text) => withPriority(text, spec, groupBy, style));
  const waiting = underItsName(facts.waitingFor, spec) ?? [];
  if (waiting.length > 0) {
    const sequenceOf = (ref: string) =>
      Object.hasOwn(facts.waitedFor, ref) ? (facts.waitedFor[ref] ?? null) : null;
    const names = waiting.map((ref) => numberText({ ref, sequence: sequenceOf(ref) }, facts.digits));
    below(`${style.symbolOf('blocked')} blocked by ${names.join(', ')}`, style.markPaint('blocked'));
  }
  const problem = problemText(spec);
  for (const line of problem === '' ? [] : clipped(`${style.symbolOf('broken')} ${problem}`, room, style)) {
    below(line, style.markPaint('broken'));
  }
  return lines;
}

/** Wraps a text, keeps at most two lines, and cuts off the rest. */
function clipped(text: string, room: number | undefined, style: Style): string[] {
  const lines = wrap(text, room);
  if (lines.length <= LINES_SHOWN || room === undefined) return lines;
  const last = lines.slice(LINES_SHOWN - 1).join(' ');
  return [...lines.slice(0, LINES_SHOWN - 1), truncate(last, room, style.symbols.ellipsis)];
}

/**
 * Returns the words on a card for the spec's fields, such as priority, claim and tags. The field that the columns are grouped by
 * is left out.
 */
function factWords(spec: SpecView, groupBy: string, facts: CardFacts): string[] {
  const words: string[] = [];
  const { priority, status, assignee, tags } = spec;
  const claim = claimNote(spec, facts.actor);
  const since = underItsName(facts.since, spec);
  const age = since === undefined ? undefined : facts.ageOf(since);
  if (groupBy !== 'priority' && priority !== undefined) words.push(priority);
  if (groupBy !== 'status' && status !== null) words.push(status);
  if (spec.criteria !== undefined) words.push(metText(spec));
  if (spec.forced !== undefined) words.push('completed by force');
  if (spec.approval !== undefined && status !== 'complete') words.push(APPROVAL_WORDS[spec.approval.state]);
  if (age !== undefined) words.push(age);
  if (claim !== undefined) words.push(claim);
  else if (groupBy !== 'assignee' && assignee !== undefined) words.push(safeText(personText(assignee)));
  if (spec.elsewhere !== undefined) words.push(elsewhereText(spec.elsewhere));
  if (groupBy !== 'tag' && tags.length > 0) words.push(safeText(tags.join(', ')));
  return words;
}

const APPROVAL_WORDS: Readonly<Record<ApprovalState, string>> = {
  approved: 'approved',
  lapsed: 'approval lapsed',
  waiting: 'not approved',
};

/** Colours a card's line of fields: a priority at the beginning of the line in its own colour, the rest in a quiet colour. */
function withPriority(text: string, spec: SpecView, groupBy: string, style: Style): string {
  const { priority } = spec;
  if (priority === undefined || groupBy === 'priority' || !text.startsWith(priority))
    return style.quiet(text);
  return style.priorityPaint(priority)(priority) + style.quiet(text.slice(priority.length));
}

const GAP = '   ';
/** Minimum and maximum width, in cells, of columns that are side by side. */
const NARROWEST = 26;
const WIDEST = 56;
/** Maximum tokens of a board that is printed to a pipe, without its warnings. */
const PIPE_TOKENS = 1350;

/** Options for drawing a board. */
interface BoardLayout {
  /** Show all specs in every column, without a limit. */
  readonly isWhole?: boolean;
  /** The actor who runs the command. */
  readonly actor?: string | undefined;
}

/** Draws the board: columns side by side if they fit, otherwise stacked, then the project's health. No final newline. */
export function renderBoard(
  board: ShowBoardResult,
  terminal: Pick<Terminal, 'columns' | 'colour' | 'program'>,
  digits: number,
  { isWhole = false, actor }: BoardLayout = {},
): string {
  const style = createStyle(terminal);
  if (board.health.total === 0) return nothingListed(board.others ?? 0, style);
  const inPipe = terminal.columns === undefined;
  const isShort = inPipe && !isWhole;
  const facts: CardFacts = { ...board, digits, actor, ageOf: agesAt(board.at), isShort };
  const columns = board.columns.filter((column) => column.specs.length > 0 || board.groupBy === 'status');
  const itemsOf = (column: BoardColumn, width = terminal.columns): readonly (readonly Line[])[] => {
    const specs = column.specs.slice(0, columnLimit(column, isWhole));
    return specs.map((spec) => boardCard(spec, width, board.groupBy, facts, style));
  };
  const draw = (column: BoardColumn, width?: number, items = itemsOf(column, width)): Line[] =>
    drawColumn(column, items, width, board, style, terminal);
  // If the columns do not all fit side by side, try without the column of specs with an unknown status.
  const beside = fitting(columns, terminal.columns) ?? fitting(columns.filter(isRegular), terminal.columns);
  const below = columns.filter((column) => beside?.columns.includes(column) !== true);
  const health = renderHealth(board, style, terminal, digits);
  const budget = facts.isShort ? PIPE_TOKENS - tokenEstimate(health.join('\n')) : Infinity;
  const shown = shownColumns(below, budget, itemsOf, costOf);
  const left = below.length - shown.length;
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
  return [...body, '', ...health].join('\n');
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

/** Returns the columns and their common width if they fit side by side; otherwise undefined. */
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

export const boardCommand = defineCommand({
  name: 'board',
  group: 'Look',
  usedBy: 'everyone',
  purpose: 'show a Kanban board of the specs, and the health of the project',
  details: `
      Shows each spec that is not archived in its column: number, title, priority, time in its status, assignee, tags, the specs
      that block it and its errors. The health of the project follows below.
    `,
  examples: [
    ['The board', 'spectool board'],
    ['Who works on what', 'spectool board --group-by assignee'],
  ],
  takes: {
    groupBy: textFlag(
      `--group-by ${BOARD_GROUPINGS.join('|')}|FIELD`,
      'the field whose values become the columns, status by default; FIELD is the name of a custom field',
    ),
    tags: tagFilter,
    assignee: assigneeFilter,
    all: switchFlag(
      '--all',
      'show all specs of long columns too; by default, only the first ones are shown. Archived specs are never on the board',
    ),
    remote: switchFlag(
      '--remote',
      'also show the claims of other clones, from the git remote in `sync.remote`',
    ),
  },
  allProjects: true,
  runs: 'showBoard',
  run: ({ showBoard }, { all: _all, ...given }) =>
    showBoard.execute({ ...given, ...peopleOf(given.assignee) }),
  document: (result) => boardDocument(result),
  render: (result, terminal, { config, actor }, { all }) =>
    renderBoard(result, terminal, config.structure.sequenceDigits, { isWhole: all, actor }),
});

/** Estimated number of tokens of a column's heading. */
const COLUMN_TOKENS = 14;

/** Minimum share of the token budget that is kept for specs instead of column headings. */
const LEAST_FOR_SPECS = 0.7;

/** Maximum number of specs shown in a column of complete specs, or of specs with an unknown status. */
const FINISHED_SHOWN = 8;

const OPEN_SHOWN = 40;

/**
 * Chooses the columns that the command `board` prints, and the number of specs in each, so that they fit `budget`. If there are
 * too many columns, those with the most specs are kept.
 * @param budget maximum total cost, in the unit that `costOf` returns (such as tokens); `Infinity` includes everything.
 * @param itemsOf returns the specs of a column as they will be shown.
 */
export function shownColumns<Item>(
  all: readonly BoardColumn[],
  budget: number,
  itemsOf: (column: BoardColumn) => readonly Item[],
  costOf: (item: Item | string) => number,
): readonly { readonly column: BoardColumn; readonly items: readonly Item[] }[] {
  let left = budget;
  const kept = new Set<BoardColumn>();
  for (const column of [...all].sort((a, b) => b.specs.length - a.specs.length)) {
    const cost = budget === Infinity ? 0 : COLUMN_TOKENS + costOf(column.key);
    // Keep enough of the budget for specs, because column headings alone are of no use.
    if (left - cost < budget * LEAST_FOR_SPECS) break;
    left -= cost;
    kept.add(column);
  }
  const columns = all.filter((column) => kept.has(column));
  const items = columns.map((column) => itemsOf(column));
  const counts = firstOfEach(
    items.map((one) => ({ items: one, most: Infinity })),
    left,
    costOf,
  );
  return columns.map((column, i) => ({ column, items: items[i]?.slice(0, counts[i]) ?? [] }));
}

/** Returns the maximum number of specs to show in a column. */
export function columnLimit({ key, specs }: BoardColumn, isWhole: boolean): number {
  if (isWhole) return Infinity;
  const isOpen = isStatus(key)
    ? key !== 'complete'
    : specs.some(({ status }) => status !== 'complete' && status !== null);
  return isOpen ? OPEN_SHOWN : FINISHED_SHOWN;
}

/**
 * Returns how many items of each column to show so that the total cost is at most `budget`. Adds one item to each column in turn;
 * a column gets no more items when its next item does not fit or when it has `most` items.
 */
function firstOfEach<Item>(
  columns: readonly { readonly items: readonly Item[]; readonly most: number }[],
  budget: number,
  costOf: (item: Item) => number,
): readonly number[] {
  const counts = columns.map(() => 0);
  let left = budget;
  let open = columns.map((_, i) => i);
  while (open.length > 0) {
    open = open.filter((i) => {
      const { items = [], most = 0 } = columns[i] ?? {};
      const count = counts[i] ?? 0;
      const item = items[count];
      if (item === undefined || count >= most) return false;
      const cost = budget === Infinity ? 0 : costOf(item);
      if (cost > left) return false;
      left -= cost;
      counts[i] = count + 1;
      return true;
    });
  }
  return counts;
}
