import { BOARD_GROUPINGS } from '../../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../../application/queries/showBoard.js';
import type { Spectool } from '../../../../application/spectool.js';
import { peopleFlags, peopleOf, tagFilter } from '../../options/specFieldFlags.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { renderFacts } from '../../layout/fieldTable.js';
import { defineCommand } from '../../defineCommand.js';
import { on, text } from '../../options/taken.js';
import { boardDocument, boardFacts } from '../../jsonDocuments/boardDocument.js';
import { chosenFacts, factsFlag } from '../../jsonDocuments/chosenFields.js';
import { drawBoard } from './rendering/drawBoard.js';

export default defineCommand({
  name: 'board',
  group: 'Look',
  purpose: 'show a Kanban board of the specs, and the health of the project',
  details: `
      Shows each spec that is not archived in its column: number, title, priority, time in its status, assignee, tags, the specs
      that block it and its errors. The health of the project follows below. \`--as-of\` shows the board at the end of a past
      day, or right after an event.
    `,
  examples: [
    ['The board', 'spectool board'],
    ['Who works on what', 'spectool board --group-by assignee'],
    ['The board on a past day', 'spectool board --as-of 2026-01-31'],
  ],
  takes: {
    groupBy: text(
      `--group-by ${BOARD_GROUPINGS.join('|')}|FIELD`,
      'the field whose values become the columns, status by default; FIELD is the name of a custom field',
    ),
    tags: tagFilter,
    ...peopleFlags,
    all: on(
      '--all',
      'show all specs of long columns too; by default, only the first ones are shown. Archived specs are never on the board',
    ),
    chosen: factsFlag,
    asOf: text(
      '--as-of DATE|EVENT',
      'show the board at this time: a date, `yesterday`, an age such as 3d, or the id of an event, as `history` prints it',
    ),
    remote: on('--remote', 'show also the claims of other clones, read from the git remote of `sync.remote`'),
  },
  allProjects: true,
  runs: 'showBoard',
  run: ({ showBoard }, { all: _all, chosen: _chosen, ...given }) =>
    showBoard.execute({ ...given, ...peopleOf(given) }),
  document: (result, spectool, { chosen }) => boardDocument(result, factsOf(result, spectool, chosen)),
  render: (result, terminal, spectool, { all, chosen: names }) => {
    const chosen = factsOf(result, spectool, names);
    const digits = spectool.config.structure.sequenceDigits;
    return renderBoard(result, terminal, digits, {
      isWhole: all,
      actor: spectool.actor,
      ...(chosen !== undefined && { chosen }),
    });
  },
});

function factsOf(
  result: ShowBoardResult,
  spectool: Spectool,
  names: readonly string[] | undefined,
): readonly string[] | undefined {
  const specs = result.columns.flatMap((column) => column.specs);
  return chosenFacts(names, specs, spectool, boardFacts(result));
}
/** Options for rendering a board. */
export interface BoardOptions {
  /** Show all specs in every column, without a limit. */
  readonly isWhole?: boolean;
  /** The actor who runs the command. */
  readonly actor?: string;
  /** Fields to show as a table in each column, instead of cards. */
  readonly chosen?: readonly string[];
}

/** Renders the board as text for a terminal or pipe. No final newline. */
export function renderBoard(
  board: ShowBoardResult,
  terminal: Terminal,
  digits: number,
  { isWhole = false, chosen, actor }: BoardOptions = {},
): string {
  return drawBoard(board, terminal, digits, {
    isWhole,
    actor,
    ...(chosen !== undefined && {
      rowsOf: (specs) => renderFacts(specs, chosen, terminal, digits, boardFacts(board)),
    }),
  });
}
