import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { CompactLogResult } from '../../../../application/commands/project/compactLog.js';
import { WritingCommand } from '../../writingCommand.js';

export class CompactCommand extends WritingCommand<CompactLogResult> {
  static override paths = [['compact']];
  static override usage = Command.Usage({
    details: `
      Each change adds a small file to \`.spectool/log/\`. This command replaces the log files of a spec by one file with the same
      records, so that git has fewer files to keep. Without SPEC, packs the log of every spec.
    `,
    examples: [
      ['All specs', 'spectool compact'],
      ['One spec', 'spectool compact 5'],
    ],
  });

  specs = Option.Rest({ name: 'spec' });

  protected override async run(spectool: Spectool): Promise<CompactLogResult> {
    return spectool.compactLog.execute({ specs: this.specs });
  }

  protected override render(result: CompactLogResult): string {
    return renderPacked(result);
  }
}

/** Renders how many log files of how many specs were packed. */
function renderPacked({ packed }: CompactLogResult): string {
  const files = packed.reduce((sum, { files: count }) => sum + count, 0);
  return files === 0 ? 'Nothing to pack.' : `Packed ${files} log files of ${packed.length} specs.`;
}
