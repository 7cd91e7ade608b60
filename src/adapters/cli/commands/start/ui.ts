import { Command, Option } from 'clipanion';
import { BOARD_GROUPINGS } from '../../../../application/projections/boardColumns.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { takes } from '../../commandDefinition.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

export class UiCommand extends SpectoolCommand<never> {
  static override paths = [['ui']];
  static override usage = Command.Usage({
    details: `
      Shows the board in the whole terminal, with the text of the selected spec. A key acts on the selected spec; \`?\` lists the
      keys, and \`:\` runs any command of spectool. Changes by others are shown at once.
    `,
    examples: [['Work on the board', 'spectool ui']],
  });

  groupBy = takes(
    `${BOARD_GROUPINGS.join('|')}|FIELD`,
    Option.String('--group-by', {
      description: 'the field whose values become the columns, status by default',
    }),
  );

  override async execute(): Promise<number> {
    if (this.json || !this.context.output.interactive)
      throw new SpectoolError('NO_TERMINAL', '`ui` works only in a terminal.', {
        advice: [{ useCase: 'showBoard', to: 'print the board' }],
      });
    const { runUi } = await import('../../ui/runUi.js');
    return runUi(this.context, { cwd: this.cwd, ...this.who(), groupBy: this.groupBy });
  }

  protected override run(): Promise<never> {
    throw new Error('never called, because `execute` does all');
  }

  protected override render(): string {
    return '';
  }
}
