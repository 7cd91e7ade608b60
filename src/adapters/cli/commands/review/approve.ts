import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class ApproveCommand extends WritingCommand<ChangeResult> {
  static override paths = [['approve']];
  static override usage = Command.Usage({
    details: `
      Approves the title, the text and the criteria that the spec has now. Every later change of their words ends the approval; with the
      same words again, the approval holds again. Ticks, labels, what a formatter changes, the frontmatter, and the sections Approvals and
      Notes do not matter. The last author of the text cannot approve it, except in a project of one person or with
      \`workflow.selfApproval\`. An approval is a record under the name that the approver gave, not a proof of identity.
    `,
    examples: [
      ['Approve a spec', 'spectool approve 5'],
      ['Ask a person for an approval', 'spectool update 5 --reviewer kim'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  note = takes(
    'TEXT',
    Option.String('--note', { description: 'a remark that the log keeps with the approval' }),
  );

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.approveSpec.execute({
      spec: this.spec,
      ...(this.note !== undefined && { note: this.note }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
