import { Command, Option } from 'clipanion';
import { BOARD_GROUPINGS } from '../../../../application/projections/boardColumns.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { CliContext } from '../../cliContext.js';
import { takes } from '../../commandDefinition.js';

export default class UiCommand extends Command<CliContext> {
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
  cwd = takes('DIR', Option.String('--cwd', { description: 'run as if started in this folder' }));
  project = takes(
    'PROJECT',
    Option.String('--project', { description: 'show the project of this name, anywhere in the repository' }),
  );
  as = takes(
    'NAME',
    Option.String('--as', { description: 'the actor of the changes, as for every command' }),
  );

  override async execute(): Promise<number> {
    if (!this.context.output.interactive)
      throw new SpectoolError('NO_TERMINAL', '`ui` works only in a terminal.', {
        advice: [{ useCase: 'showBoard', to: 'print the board' }],
      });
    const { runUi } = await import('../../ui/runUi.js');
    return runUi(this.context, { cwd: this.cwd, actor: this.as, groupBy: this.groupBy });
  }
}
