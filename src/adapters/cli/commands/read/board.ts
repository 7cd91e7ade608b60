import { Command, Option } from 'clipanion';
import { BOARD_GROUPINGS } from '../../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../../application/queries/showBoard.js';
import type { Spectool } from '../../../../application/spectool.js';
import { assigneeFilter, peopleOf, tagFilter, unassignedFilter } from '../../options/specFieldFlags.js';
import { listOption } from '../../options/parseListAndNumber.js';
import { allProjectsFlag } from '../../projects/allProjects.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { takes } from '../../commandDefinition.js';
import { renderFacts } from '../../layout/fieldTable.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import { type BoardDocument, boardDocument, boardFacts } from '../../jsonDocuments/boardDocument.js';
import { chosenFacts, factsFlag } from '../../jsonDocuments/chosenFields.js';
import { drawBoard } from './rendering/drawBoard.js';

export class BoardCommand extends SpectoolCommand<ShowBoardResult, BoardDocument> {
  static override paths = [['board']];
  static override usage = Command.Usage({
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
  });

  override allProjects = allProjectsFlag();
  groupBy = takes(
    `${BOARD_GROUPINGS.join('|')}|FIELD`,
    Option.String('--group-by', {
      description:
        'the field whose values become the columns, status by default; FIELD is the name of a custom field',
    }),
  );
  tags = tagFilter();
  assignee = assigneeFilter();
  unassigned = unassignedFilter();
  all = Option.Boolean('--all', false, {
    description:
      'show all specs of long columns too; by default, only the first ones are shown. Archived specs are never on the board',
  });
  chosen = factsFlag();
  asOf = takes(
    'DATE|EVENT',
    Option.String('--as-of', {
      description:
        'show the board at this time: a date, `yesterday`, an age such as 3d, or the id of an event, as `history` prints it',
    }),
  );
  remote = Option.Boolean('--remote', false, {
    description: 'show also the claims of other clones, read from the git remote of `sync.remote`',
  });

  protected override run(spectool: Spectool): Promise<ShowBoardResult> {
    const tags = listOption(this.tags);
    return spectool.showBoard.execute({
      ...(this.groupBy !== undefined && { groupBy: this.groupBy }),
      ...(tags && { tags }),
      ...peopleOf(this.assignee, this.unassigned),
      ...(this.asOf !== undefined && { asOf: this.asOf }),
      ...(this.remote && { remote: true }),
    });
  }

  protected override document(result: ShowBoardResult, spectool: Spectool): BoardDocument {
    return boardDocument(result, this.#facts(result, spectool));
  }

  #facts(result: ShowBoardResult, spectool: Spectool): readonly string[] | undefined {
    const specs = result.columns.flatMap((column) => column.specs);
    return chosenFacts(this.chosen, specs, spectool, boardFacts(result));
  }

  protected override render(result: ShowBoardResult, terminal: Terminal, spectool: Spectool): string {
    const chosen = this.#facts(result, spectool);
    const digits = spectool.config.structure.sequenceDigits;
    return renderBoard(result, terminal, digits, {
      isWhole: this.all,
      actor: spectool.actor,
      ...(chosen !== undefined && { chosen }),
    });
  }
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
