import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class EditCommand extends WritingCommand<ChangeResult> {
  static override paths = [['edit']];
  static override usage = Command.Usage({
    details: `
      Opens a copy of the document in \`$VISUAL\`, \`$EDITOR\`, or git's \`core.editor\`. Other commands can change the document
      meanwhile; their changes are merged with yours. If your editor returns before you close the file, add the editor's flag for waiting,
      such as \`code --wait\`.
    `,
    examples: [['In another editor', 'EDITOR=nano spectool edit 5']],
  });

  spec = Option.String({ name: 'spec' });

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    if (!this.context.output.interactive)
      throw new SpectoolError('NO_TERMINAL', '`edit` works only in a terminal.', {
        advice: [
          {
            useCase: 'readSection',
            request: { spec: this.spec },
            needs: ['heading'],
            to: 'read and replace a section',
          },
          { useCase: 'addNote', request: { spec: this.spec }, needs: ['text'], to: 'add a note' },
        ],
      });
    return spectool.editSpec.execute({ spec: this.spec });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
