import type { ClaimView } from '../../../domain/claims/holder.js';
import type { ColumnShape } from './table.js';
import type { Terminal } from './terminal.js';

/** How a list was drawn: with it, and two views of a spec, a line of it is drawn again. JSON. */
export interface ListTable {
  readonly digits: number;
  readonly people: boolean;
  readonly terminal: Pick<Terminal, 'columns' | 'colour' | 'unicode'>;
  /** What a title may cost; null for any. */
  readonly titleTokens: number | null;
  readonly shape: readonly ColumnShape[];
  /** Whether archived specs are in it; null for both. */
  readonly archived: boolean | null;
  /** One of them depends on another. */
  readonly isLinked: boolean;
  /** Refs of those that wait for others. */
  readonly blocked: readonly string[];
  /** Who works on which, by path. */
  readonly claims: Readonly<Record<string, ClaimView>>;
  /** Paths of those whose lines their place, document and claim do not tell alone. */
  readonly odd: readonly string[];
}
