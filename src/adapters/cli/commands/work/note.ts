import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../definition.js';
import { inputText } from '../../options/inputText.js';
import type { Terminal } from '../../layout/terminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/changeText.js';

/** Of commands that an agent may send twice. */
export const REQUEST = 'a name for this request; sent again, it changes nothing';

export class NoteCommand extends WritingCommand<ChangeResult> {
  static override paths = [['note']];
  static override usage = Command.Usage({
    details: `
      The note goes below "Notes", dated and signed; the section is made at the end of the text where there is none.
      Further lines are indented. \`-\` reads standard input.
    `,
    examples: [
      ['What was found', 'spectool note 5 "The mail server allows 50 mails a minute"'],
      ['From another program', 'git log -1 --format=%B | spectool note 5 -'],
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
