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

      With \`--auto\`, packs only if at least 2,000 files can be saved, a fifth of the log; otherwise does nothing and exits with 0.
      Use it in a hook or a scheduled job.
    `,
    examples: [
      ['All specs', 'spectool compact'],
      ['One spec', 'spectool compact 5'],
      ['Only if it pays', 'spectool compact --auto'],
    ],
  });

  specs = Option.Rest({ name: 'spec' });
  auto = Option.Boolean('--auto', false, { description: 'pack only if it pays' });

  protected override async run(spectool: Spectool): Promise<CompactLogResult> {
    return spectool.compactLog.execute({ specs: this.specs, auto: this.auto });
  }

  protected override render(result: CompactLogResult): string {
    return renderPacked(result);
  }
}

const SKIPPED: Readonly<Record<NonNullable<CompactLogResult['skipped']>, string>> = {
  'does not pay': 'Nothing packed: packing does not pay yet.',
  'git operation': 'Nothing packed: a git operation is in progress.',
};

/** Renders how many log files of how many specs were packed. */
function renderPacked({ packed, skipped }: CompactLogResult): string {
  if (skipped !== undefined) return SKIPPED[skipped];
  const files = packed.reduce((sum, { files: count }) => sum + count, 0);
  return files === 0 ? 'Nothing to pack.' : `Packed ${files} log files of ${packed.length} specs.`;
}
