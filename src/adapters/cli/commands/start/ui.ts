import { BOARD_GROUPINGS } from '../../../../application/projections/boardColumns.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';

export const uiCommand = defineCommand({
  name: 'ui',
  group: 'Look',
  purpose: 'full-screen board, controlled from the keyboard',
  details: `
      Shows the board full-screen, with the text of the selected spec. Keys act on the selected spec; \`?\` lists the
      keys, and \`:\` runs any command of spectool. Changes by others are shown at once.
    `,
  examples: [['Work on the board', 'spectool ui']],
  takes: {
    groupBy: textFlag(
      `--group-by ${BOARD_GROUPINGS.join('|')}|FIELD`,
      'the field whose values become the columns, status by default',
    ),
  },
  general: ['cwd', 'project', 'as'],
  execute: async ({ groupBy }, { context, cwd, as: actor }) => {
    if (!context.output.interactive)
      throw new SpectoolError('NO_TERMINAL', '`ui` works only in a terminal.', {
        advice: [{ useCase: 'showBoard', to: 'print the board' }],
      });
    const { runUi } = await import('../../ui/runUi.js');
    return runUi(context, { cwd, actor, groupBy });
  },
});
