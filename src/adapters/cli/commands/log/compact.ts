import type { CompactLogResult } from '../../../../application/commands/project/compactLog.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, on } from '../../options/taken.js';

export default defineCommand({
  name: 'compact',
  group: 'Log',
  purpose: 'pack the many log files of each spec into one file; no record is lost',
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
  takes: {
    specs: argument('[SPEC…]'),
    auto: on('--auto', 'pack only if it pays'),
  },
  writes: true,
  runs: 'compactLog',
  render: renderPacked,
});

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
