import type { CountedColumn } from '../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import type { ClaimView } from '../../../domain/claims/holder.js';
import type { ColumnShape } from './table.js';
import type { Terminal } from './terminal.js';

/** How an answer was drawn, so that it can be drawn again when specs change that change nothing else in it. JSON. */
export type Drawing = ListTable | ListDocument | KeptBoard;

/** What decides whether more than a spec itself changes with it. */
export interface Others {
  /** One of them depends on another. */
  readonly isLinked: boolean;
  /** Who works on which, by path. */
  readonly claims: Readonly<Record<string, ClaimView>>;
  /** Paths of those of which their place, document and claim do not tell everything. */
  readonly odd: readonly string[];
}

interface Drawn extends Others {
  readonly digits: number;
  readonly terminal: Pick<Terminal, 'columns' | 'colour' | 'unicode' | 'program'>;
}

/** Of a list, in which every spec is whose place is. */
interface Listed {
  /** Whether archived specs are in it; null for both. */
  readonly archived: boolean | null;
}

/** A list as JSON: a spec has its own part of it. */
export interface ListDocument extends Others, Listed {
  readonly kind: 'document';
  /** Spaces that members stand in; null for one line. */
  readonly indent: number | null;
}

/** With it, and two views of a spec, a line of a list is drawn again. */
export interface ListTable extends Drawn, Listed {
  readonly kind: 'table';
  readonly people: boolean;
  /** What a title may cost; null for any. */
  readonly titleTokens: number | null;
  /** What it would cost with each kind of titles that was tried, the last of them that of `titleTokens`; empty where that is not asked. */
  readonly costs: readonly number[];
  readonly shape: readonly ColumnShape[];
  /** Refs of those that wait for others. */
  readonly blocked: readonly string[];
}

/** What a board shows, columns by status, and a little more of each: a spec can go, and one that comes finds its place. */
export interface KeptBoard extends Drawn, Omit<BoardShown, 'groupBy' | 'at' | 'asOf'> {
  readonly kind: 'board';
}

/** What is drawn of a board. */
export interface BoardShown extends Omit<ShowBoardResult, 'columns' | 'warnings'> {
  readonly columns: readonly CountedColumn[];
  /** Of specs that the health names. */
  readonly numbers: Readonly<Record<string, number | null>>;
}
