import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { UndoChangeResult } from '../../../../application/commands/undoChange.js';
import { eventSentence } from '../../../presentation/eventSentence.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';

export class UndoCommand extends WritingCommand<UndoChangeResult> {
  static override paths = [['undo']];
  static override usage = Command.Usage({
    details: `
      Undoes your newest change. The next \`undo\` goes one step further back, and \`--redo\` comes forward again. EVENT names another
      change: the id of an event, as \`history\` shows it, or at least its first four characters. All that one command changed is
      undone, unless a later change touches it. What cannot be undone is named, and nothing else is undone instead.
    `,
    examples: [
      ['Your newest change', 'spectool undo'],
      ['A particular change', 'spectool undo 3f2a91c0'],
      ['Bring back what the last undo took', 'spectool undo --redo'],
    ],
  });

  event = Option.String({ name: 'event', required: false });

  redo = Option.Boolean('--redo', { description: 'bring back what the last undo took back, or EVENT' });

  protected override async run(spectool: Spectool): Promise<UndoChangeResult> {
    return spectool.undoChange.execute({ event: this.event, redo: this.redo });
  }

  protected override render({ specs, events }: UndoChangeResult, terminal: Terminal): string {
    const style = createStyle(terminal);
    return [
      `${this.redo === true ? 'Brought back' : 'Undone'} in ${specs.map((spec) => style.ref(safeText(spec.ref))).join(', ')}`,
      ...events.map(({ type, data }) => `  ${style.symbols.bullet} ${safeText(eventSentence(type, data))}`),
      style.step(
        this.redo === true
          ? 'Run `spectool undo` to undo the change again.'
          : 'Run `spectool undo --redo` to bring the change back.',
      ),
    ].join('\n');
  }
}
