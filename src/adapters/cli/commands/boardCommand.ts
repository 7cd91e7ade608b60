import { Command, Option } from 'clipanion';
import { isEnum } from 'typanion';
import { BOARD_GROUPINGS } from '../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import type { Spectool } from '../../../application/spectool.js';
import { listOption } from '../listOption.js';
import { renderBoard } from '../render/renderBoard.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class BoardCommand extends SpectoolCommand<ShowBoardResult> {
  static override paths = [['board']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'Kanban view of the specs, and how the project does',
    details: `
      Shows every active spec in its column: number, title, priority, age in its state, assignee, tags, what blocks it and
      what is wrong with it. Below stands the health of the project. With \`--as-of\` the board is the one of a past day or
      right after an event.
    `,
    examples: [
      ['The board', 'spectool board'],
      ['Who does what', 'spectool board --group-by assignee'],
      ['The board as it was', 'spectool board --as-of 2026-01-31'],
    ],
  });

  groupBy = Option.String('--group-by', {
    description: 'status (default), priority, assignee or tag',
    validator: isEnum(BOARD_GROUPINGS),
  });
  tag = Option.Array('--tag', { description: 'only specs with this tag; repeatable: all of them' });
  assignee = Option.String('--assignee', { description: 'only specs of this person' });
  asOf = Option.String('--as-of', { description: 'a past day (YYYY-MM-DD), instant or event id' });

  protected override run(spectool: Spectool): Promise<ShowBoardResult> {
    const tags = listOption(this.tag);
    return spectool.showBoard.execute({
      ...(this.groupBy !== undefined && { groupBy: this.groupBy }),
      ...(tags && { tags }),
      ...(this.assignee !== undefined && { assignee: this.assignee }),
      ...(this.asOf !== undefined && { asOf: this.asOf }),
    });
  }

  protected override warnings({ warnings }: ShowBoardResult) {
    return warnings;
  }

  protected override render(result: ShowBoardResult, terminal: Terminal): string {
    return renderBoard(result, terminal);
  }
}
