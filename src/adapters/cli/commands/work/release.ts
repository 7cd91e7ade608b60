import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class ReleaseCommand extends WritingCommand<ChangeResult> {
  static override paths = [['release']];
  static override usage = Command.Usage({
    details: `
      The spec then has no assignee, and others can claim it.
    `,
    examples: [['Release a spec and set it back to planned', 'spectool release 5 --status planned']],
  });

  spec = Option.String({ name: 'spec' });
  status = takes(
    'STATUS',
    Option.String('--status', {
      description:
        'the status after the release: planned or in-progress; by default the spec stays in progress',
    }),
  );

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.releaseSpec.execute({
      spec: this.spec,
      ...(this.status !== undefined && { status: this.status }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
