import { Command } from 'clipanion';
import type { Spectool } from '../../../application/spectool.js';
import type { ResolveConflictsResult } from '../../../application/commands/resolveConflicts.js';
import type { Warning } from '../../../application/warning.js';
import { renderResolved } from '../render/renderResolved.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class ResolveCommand extends SpectoolCommand<ResolveConflictsResult> {
  static override paths = [['resolve']];
  static override usage = Command.Usage({
    category: 'Log',
    description: 'mend documents after a merge',
    examples: [['After git stopped with conflicts', 'spectool resolve']],
  });

  protected override async run(spectool: Spectool): Promise<ResolveConflictsResult> {
    return spectool.resolveConflicts.execute();
  }

  protected override exitCode({ conflicts }: ResolveConflictsResult): number {
    return conflicts.length > 0 ? 1 : 0;
  }

  protected override warnings({ warnings }: ResolveConflictsResult): readonly Warning[] {
    return warnings;
  }

  protected override render(result: ResolveConflictsResult, terminal: Terminal): string {
    return renderResolved(result, terminal);
  }
}
