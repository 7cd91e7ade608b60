import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../application/spectool.js';
import type { UndoChangeResult } from '../../../application/commands/undoChange.js';
import { renderUndone } from '../render/renderChange.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class UndoCommand extends SpectoolCommand<UndoChangeResult> {
  static override paths = [['undo']];
  static override usage = Command.Usage({
    category: 'Log',
    description: 'take a change back, as a new change',
    examples: [
      ['The newest', 'spectool undo'],
      ['A named one', 'spectool undo 3f2a91c0'],
    ],
  });

  event = Option.String({ name: 'event', required: false });

  protected override async run(spectool: Spectool): Promise<UndoChangeResult> {
    return spectool.undoChange.execute(this.event === undefined ? {} : { event: this.event });
  }

  protected override render(result: UndoChangeResult, terminal: Terminal): string {
    return renderUndone(result, terminal);
  }

  protected override warnings({ warnings }: UndoChangeResult) {
    return warnings;
  }
}
