import type { BoardHealth } from '../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import type { Warning } from '../../../application/useCase.js';
import { underItsName } from '../../../domain/naming/references.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { type ChosenSpec, type ExtraFields, withFacts } from './chosenFields.js';
import { type BriefSpec, briefSpec } from './briefSpec.js';

/** A spec in the document of `board --json`. */
export interface BoardSpec extends BriefSpec {
  readonly tags?: readonly string[];
  /** Day or timestamp when the spec got its current status. */
  readonly since?: string;
  /** Folder names of the incomplete specs that it depends on. */
  readonly waitingFor?: readonly string[];
}

export interface BoardDocument {
  readonly groupBy: string;
  /** Number of specs on the board; a spec in two columns counts once. */
  readonly total: number;
  readonly columns: readonly {
    readonly key: string;
    readonly total: number;
    readonly specs: readonly (BoardSpec | ChosenSpec)[];
  }[];
  /** Health of all specs on the board. */
  readonly health: BoardHealth;
  /** The time whose state the board shows: now, or the past time that the command names. */
  readonly at: string;
  readonly asOf?: string;
  readonly warnings: readonly Warning[];
}

/** Returns the document of `board --json`. @param chosen the fields of each spec; by default the brief ones. */
export function boardDocument(board: ShowBoardResult, chosen?: readonly string[]): BoardDocument {
  const { groupBy, health, at, asOf, warnings } = board;
  const own = boardFacts(board);
  return {
    groupBy,
    total: new Set(board.columns.flatMap(({ specs }) => specs.map(({ path }) => path))).size,
    columns: board.columns.map(({ key, specs }) => ({
      key,
      total: specs.length,
      specs: specs.map((spec) =>
        chosen === undefined ? boardSpec(spec, board) : withFacts(spec, chosen, own),
      ),
    })),
    health,
    at,
    ...(asOf !== undefined && { asOf }),
    warnings,
  };
}

/** Returns the fields that `board --fields` offers besides the fields of every spec. */
export function boardFacts({ since, waitingFor }: ShowBoardResult): ExtraFields {
  return {
    since: (spec) => underItsName(since, spec),
    waitingFor: (spec) => underItsName(waitingFor, spec),
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
