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
      Undoes everything that the command of EVENT changed. EVENT is the id of an event, as \`history\` shows it, or at least its first
      four characters. Without EVENT, undoes your newest change; if that change is an undo, what it undid comes back.
    `,
    examples: [
      ['Your newest change', 'spectool undo'],
      ['A particular change', 'spectool undo 3f2a91c0'],
    ],
  });

  event = Option.String({ name: 'event', required: false });

  protected override async run(spectool: Spectool): Promise<UndoChangeResult> {
    return spectool.undoChange.execute(this.event === undefined ? {} : { event: this.event });
  }

  protected override render(result: UndoChangeResult, terminal: Terminal): string {
    return renderUndone(result, terminal);
  }
}

/** Renders the events that `undo` recorded. */
function renderUndone({ specs, events }: UndoChangeResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  return [
    `Undone in ${specs.map((spec) => style.ref(safeText(spec.ref))).join(', ')}`,
    ...events.map(({ type, data }) => `  ${style.symbols.bullet} ${safeText(eventSentence(type, data))}`),
    style.step('Run `spectool undo` again to bring the change back.'),
  ].join('\n');
}
