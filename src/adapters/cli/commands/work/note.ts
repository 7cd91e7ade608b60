import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import { inputText } from '../../options/textOrStandardInput.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

/** Description of the `--request` flag, with which a command can be repeated safely. */
export const REQUEST =
  'an id of your choice, which makes it safe to repeat the command: a second run with the same id changes nothing';

export class NoteCommand extends WritingCommand<ChangeResult> {
  static override paths = [['note']];
  static override usage = Command.Usage({
    details: `
      Adds the note to the section "Notes" of the document, with date and actor. If the document has no such section, adds the section
      at the end. The second and further lines of the note are indented. If TEXT is \`-\`, the note is read from standard input.
    `,
    examples: [
      ['A note', 'spectool note 5 "The mail server allows 50 mails a minute"'],
      ['From standard input', 'git log -1 --format=%B | spectool note 5 -'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  text = takes('TEXT', Option.String({ name: 'text' }));

  request = takes('ID', Option.String('--request', { description: REQUEST }));

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    const text = inputText(this.text, this.context);
    return spectool.addNote.execute({ spec: this.spec, text, requestId: this.request });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
