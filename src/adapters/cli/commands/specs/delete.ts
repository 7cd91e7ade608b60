import { Command, Option } from 'clipanion';
import type { DeleteSpecResult } from '../../../../application/commands/deleteSpec.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';

export class DeleteCommand extends WritingCommand<DeleteSpecResult> {
  static override paths = [['delete']];
  static override usage = Command.Usage({
    details: `
      Only for a spec created by mistake; for a spec that is done or abandoned, use \`archive\`. The folder moves to
      \`.spectool/trash/\`; the history and the number are kept. \`spectool undo\` brings the spec back.
    `,
    examples: [['A duplicate', 'spectool delete 12 --reason "made twice, see 011"']],
  });

  spec = Option.String({ name: 'spec' });
  reason = takes('TEXT', Option.String('--reason', { description: 'the reason, kept in the log' }), {
    isRequired: true,
  });
  force = Option.Boolean('--force', false, {
    description: 'delete the spec even if its folder has changes that are not committed in git',
  });

  protected override async run(spectool: Spectool): Promise<DeleteSpecResult> {
    return spectool.deleteSpec.execute({
      spec: this.spec,
      reason: this.reason ?? '',
      force: this.force,
    });
  }

  protected override render({ spec, trash }: DeleteSpecResult, terminal: Terminal): string {
    const style = createStyle(terminal);
    return [
      `Deleted ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
      style.step(
        `The folder of the spec is kept in ${safeText(trash)}. To bring the spec back: spectool undo`,
      ),
    ].join('\n');
  }
}
