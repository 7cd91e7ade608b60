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
      Approves the title, the text and the criteria that the spec has now. Every later change of them ends the approval; with the same
      text again, the approval holds again. Ticks, labels, line breaks, the frontmatter, and the sections Approvals and Notes do not
      matter. The last author of the text cannot be its only approver, except in a project of one person or with
      \`workflow.selfApproval\`. An approval is a record under the name that the approver gave, not a proof of identity.
    `,
    examples: [
      ['Approve a spec', 'spectool approve 5'],
      ['Withdraw your approval', 'spectool approve 5 --withdraw --reason "the limits are wrong"'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  note = takes(
    'TEXT',
    Option.String('--note', { description: 'a remark that the log keeps with the approval' }),
  );
  withdraw = Option.Boolean('--withdraw', false, { description: 'withdraw your approvals of the spec' });
  reason = takes('TEXT', Option.String('--reason', { description: 'why you withdraw your approval' }));

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.approveSpec.execute({
      spec: this.spec,
      ...(this.note !== undefined && { note: this.note }),
      ...(this.withdraw && { withdraw: true }),
      ...(this.reason !== undefined && { reason: this.reason }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
