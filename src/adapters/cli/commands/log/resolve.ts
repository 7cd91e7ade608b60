import { Command } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { ResolveConflictsResult } from '../../../../application/commands/resolveConflicts.js';
import type { Terminal } from '../../layout/terminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';

export class ResolveCommand extends WritingCommand<ResolveConflictsResult> {
  static override paths = [['resolve']];
  static override synonyms = { '': ['merge', 'sync', 'fix'] };
  static override usage = Command.Usage({
    examples: [['After git stopped with conflicts', 'spectool resolve']],
  });

  protected override async run(spectool: Spectool): Promise<ResolveConflictsResult> {
    return spectool.resolveConflicts.execute({});
  }

  protected override exitCode({ conflicts }: ResolveConflictsResult): number {
    return conflicts.length > 0 ? 1 : 0;
  }

  protected override render(result: ResolveConflictsResult, terminal: Terminal): string {
    return renderResolved(result, terminal);
  }
}

/** What `resolve` repaired, and what it left to a person. No final newline. */
function renderResolved(
  { resolved, conflicts, updated }: ResolveConflictsResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const lines = [
    ...resolved.map((path) => `Resolved ${style.path(safeText(path))}`),
    ...updated.map((path) => `Updated from the log: ${style.path(safeText(path))}`),
    ...conflicts.map(({ path, conflicts: left }) => {
      const what = left === 1 ? 'a conflict' : `${left} conflicts`;
      return `${style.error('Left')} ${what} in the text of ${style.path(safeText(path))}`;
    }),
  ];
  if (conflicts.length > 0)
    lines.push(style.quiet('Edit the marked places first. Then: git add specs .spectool, and git commit.'));
  return lines.length === 0 ? 'Nothing to resolve.' : lines.join('\n');
}
