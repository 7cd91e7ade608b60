import {
  byUrgency,
  type CountedColumn,
  newestFirst,
} from '../../../../application/projections/boardColumns.js';
import { nameKnown } from '../../../../domain/naming/distinctNames.js';
import { completionRate, isStale } from '../../../../application/projections/boardHealth.js';
import type { ShowBoardResult } from '../../../../application/queries/showBoard.js';
import { mostOf } from '../../documents/boardDocument.js';
import type { KeptBoard } from '../../layout/drawing.js';
import type { Terminal } from '../../layout/terminal.js';
import { boardShown } from './boardLines.js';
import { type Change, changesAlone, othersAmong, withClaimOf } from './loneChange.js';

/** So many more of a column than are shown: as many specs can go before the next is not known. */
const SPARE = 16;

/** Of a whole board by status; undefined where what is said beside may change with any spec. @param digits `structure.sequenceDigits` */
export function keptBoard(board: ShowBoardResult, terminal: Terminal, digits: number): KeptBoard | undefined {
  const others = othersAmong(
    board.columns.flatMap(({ specs }) => specs),
    digits,
    board.warnings,
  );
  if (others === undefined) return undefined;
  const { health, numbers, ...shown } = boardShown(board);
  const columns = shown.columns.map((column) => ({
    ...column,
    specs: column.specs.slice(0, mostOf(column, false) + SPARE),
  }));
  const refs = columns.flatMap(({ specs }) => specs.flatMap(({ ref, path }) => [ref, path]));
  const waitingFor = only(refs, shown.waitingFor);
  return {
    kind: 'board',
    ...others,
    digits,
    terminal: {
      columns: terminal.columns,
      colour: terminal.colour,
      unicode: terminal.unicode,
      program: terminal.program,
    },
    columns,
    health,
    numbers,
    since: only(refs, shown.since),
    waitingFor,
    waitedFor: only(Object.values(waitingFor).flat(), shown.waitedFor),
  };
}

/** Of a record those with these names. */
function only<Value>(
  names: readonly string[],
  of: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(of, name) ? [[name, of[name] as Value] as const] : [])),
  );
}

/**
 * A board now that a spec on it has changed; undefined where more than its card, its place and the counts change with it, or may.
 * @param change by `folderByPath`, the later one with its last change. @param since when it came into its status.
 */
export function changedBoard(
  board: KeptBoard,
  change: Change,
  since: string | null,
  now: string,
): KeptBoard | undefined {
  const [before, after] = change;
  const { health } = board;
  if (after.archived || !changesAlone(board, change)) return undefined;
  // As the health and `since` call it.
  const name = nameKnown(after, (one) => Object.hasOwn(board.since, one));
  if (health.oversized.includes(name)) return undefined;
  const isConcern = [
    [isStale(after, now), health.stale],
    [after.problems !== undefined, health.problems],
  ] as const;
  if (isConcern.some(([is, refs]) => is !== refs.includes(name))) return undefined;
  const columns = board.columns.map((column) => movedIn(column, change));
  if (!columns.every((column) => column !== undefined)) return undefined;
  const { [name]: _was, ...others } = board.since;
  const counts = { ...health.byStatus };
  for (const [{ status }, more] of [[before, -1] as const, [after, 1] as const])
    if (status !== null) counts[status] += more;
  return {
    ...withClaimOf(board, after),
    columns,
    health: { ...health, byStatus: counts, completionRate: completionRate(counts.complete, health.total) },
    since: since === null ? others : { ...others, [name]: since },
  };
}

/** A column without what went, and with what came in its place; undefined where the next to be shown is not known, or which of two comes first. */
function movedIn(column: CountedColumn, [before, after]: Change): CountedColumn | undefined {
  const order = column.key === 'complete' ? newestFirst : byUrgency;
  const specs = column.specs.filter(({ path }) => path !== before.path);
  const others = column.total - (before.status === column.key ? 1 : 0);
  const isThere = after.status === column.key;
  if (isThere) {
    const orders = specs.map((spec) => order(after, spec));
    if (orders.some((one) => one === 0 || Number.isNaN(one))) return undefined;
    const at = orders.findIndex((one) => one < 0);
    if (at >= 0) specs.splice(at, 0, after);
    else if (specs.length === others) specs.push(after);
  }
  const total = isThere ? others + 1 : others;
  const most = mostOf(column, false);
  if (specs.length < Math.min(most, total)) return undefined;
  return { ...column, total, specs: specs.slice(0, most + SPARE) };
}
