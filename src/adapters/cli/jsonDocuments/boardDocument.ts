import type { BoardHealth } from '../../../application/projections/boardHealth.js';
import type { BoardColumn } from '../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import type { Warning } from '../../../application/warning.js';
import { underItsName } from '../../../domain/naming/unambiguousSpecNames.js';
import { isStatus } from '../../../domain/spec/status.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { jsonTokenEstimate } from '../../../domain/value/tokenEstimate.js';
import { type ChosenSpec, type ExtraFields, withFacts } from './chosenFields.js';
import { firstOfEach } from './itemsWithinTokens.js';
import { type CutList, cutLists } from './truncateLists.js';
import { type BriefSpec, briefSpec } from './briefSpec.js';

/** A spec in the document of `board --json`. */
export interface BoardSpec extends BriefSpec {
  readonly tags?: readonly string[];
  /** Day or timestamp when the spec got its current status. */
  readonly since?: string;
  /** Folder names of the incomplete specs that it depends on. */
  readonly waitingFor?: readonly string[];
  readonly cut?: { readonly waitingFor?: CutList };
}

export interface ShownColumn {
  readonly key: string;
  readonly total: number;
  readonly shown: number;
  readonly specs: readonly (BoardSpec | ChosenSpec)[];
}

/** The lists of specs in the health part of the board. */
type Concern = 'blocked' | 'stale' | 'oversized' | 'problems';

export interface BoardDocument {
  readonly groupBy: string;
  /** Number of specs on the board (`total`) and of those listed in the columns (`shown`). A spec in two columns counts once. */
  readonly total: number;
  readonly shown: number;
  readonly columns: readonly ShownColumn[];
  /** The full lengths of the lists that were shortened. */
  readonly cut?: { readonly columns?: CutList };
  /** Health of all specs on the board. */
  readonly health: BoardHealth & { readonly cut?: Readonly<Partial<Record<Concern, CutList>>> };
  /** The time whose state the board shows: now, or the past time that the command names. */
  readonly at: string;
  readonly asOf?: string;
  readonly warnings: readonly Warning[];
}

const TOKENS = 3900;
const TITLE_TOKENS = 24;
const COLUMN_TOKENS = 14;
const LEAST_FOR_SPECS = 0.7;
const CONCERN_SHOWN = 5;
const WAITING_SHOWN = 3;
/** Maximum specs in a column of complete specs, or of specs with an unknown status. */
const FINISHED_SHOWN = 8;
const OPEN_SHOWN = 40;

/** Returns the document of `board --json`. @param isWhole include every spec in every column. */
export function boardDocument(
  board: ShowBoardResult,
  isWhole: boolean,
  chosen?: readonly string[],
): BoardDocument {
  const { groupBy, health, at, asOf, warnings } = board;
  const { blocked, stale, oversized, problems, ...figures } = health;
  const most = isWhole ? Infinity : CONCERN_SHOWN;
  const rest = {
    health: { ...figures, ...cutLists({ blocked, stale, oversized, problems }, most) },
    at,
    ...(asOf !== undefined && { asOf }),
    warnings,
  };
  const own = boardFacts(board);
  const columns = shownColumns(
    board.columns,
    isWhole ? Infinity : TOKENS - jsonTokenEstimate(rest),
    (column): readonly (BoardSpec | ChosenSpec)[] =>
      column.specs
        .slice(0, mostOf(column, isWhole))
        .map((spec) =>
          chosen === undefined ? boardSpec(spec, board, isWhole) : withFacts(spec, chosen, own),
        ),
    jsonTokenEstimate,
  );
  const total = new Set(board.columns.flatMap(({ specs }) => specs.map(({ path }) => path))).size;
  return {
    groupBy,
    total,
    shown: new Set(columns.flatMap(({ column, items }) => column.specs.slice(0, items.length))).size,
    columns: columns.map(({ column, items }) => ({
      key: column.key,
      total: column.specs.length,
      shown: items.length,
      specs: items,
    })),
    ...(columns.length < board.columns.length && {
      cut: { columns: { total: board.columns.length, shown: columns.length } },
    }),
    ...rest,
  };
}

/** Returns the fields that `board --fields` offers besides the fields of every spec. */
export function boardFacts({ since, waitingFor }: ShowBoardResult): ExtraFields {
  return {
    since: (spec) => underItsName(since, spec),
    waitingFor: (spec) => underItsName(waitingFor, spec),
  };
}

/**
 * Chooses the columns, and the number of specs in each, that fit `budget`. If there are too many columns, those with the most
 * specs are kept.
 * @param budget in the unit of `costOf`; if it is infinite, everything is included.
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
export function mostOf({ key, specs }: BoardColumn, isWhole: boolean): number {
  if (isWhole) return Infinity;
  const isOpen = isStatus(key)
    ? key !== 'complete'
    : specs.some(({ status }) => status !== 'complete' && status !== null);
  return isOpen ? OPEN_SHOWN : FINISHED_SHOWN;
}

function boardSpec(spec: SpecView, board: ShowBoardResult, isWhole: boolean): BoardSpec {
  const { since, waitingFor } = boardFacts(board) as Record<
    'since' | 'waitingFor',
    (spec: SpecView) => unknown
  >;
  const at = since(spec) as string | undefined;
  const others = waitingFor(spec) as readonly string[] | undefined;
  return {
    ...briefSpec(spec, isWhole ? Infinity : TITLE_TOKENS),
    ...(spec.tags.length > 0 && { tags: spec.tags }),
    ...(at !== undefined && { since: at }),
    ...(others !== undefined && cutLists({ waitingFor: others }, isWhole ? Infinity : WAITING_SHOWN)),
  };
}
