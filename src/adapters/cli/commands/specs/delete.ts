import { Command, Option } from 'clipanion';
import type { DeleteSpecResult } from '../../../../application/commands/deleteSpec.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../definition.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';
import type { Terminal } from '../../layout/terminal.js';
import { WritingCommand } from '../../writingCommand.js';

export class DeleteCommand extends WritingCommand<DeleteSpecResult> {
  static override paths = [['delete']];
  static override synonyms = { 'SPEC --reason TEXT': ['remove', 'rm', 'del', 'drop', 'trash'] };
  static override usage = Command.Usage({
    details: `
      For a spec that was made by mistake; one that is done or given up is archived. Its folder goes to \`.spectool/trash/\`,
      its history and its number stay. \`spectool undo\` brings it back.
    `,
    examples: [['Made twice', 'spectool delete 12 --reason "made twice, see 011"']],
  });

  spec = Option.String({ name: 'spec' });
  reason = takes('TEXT', Option.String('--reason', { description: 'why; kept in the log' }));
  force = Option.Boolean('--force', false, {
    description: "although its folder holds what git's HEAD does not",
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
      style.quiet(`Its folder is kept: ${safeText(trash)}. Bring it back: spectool undo`),
    ].join('\n');
  }
}
