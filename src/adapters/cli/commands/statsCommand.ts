import { Command } from 'clipanion';
import type { ShowStatisticsResult } from '../../../application/queries/showStatistics.js';
import type { Spectool } from '../../../application/spectool.js';
import { renderStatistics } from '../render/renderStatistics.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class StatsCommand extends SpectoolCommand<ShowStatisticsResult> {
  static override paths = [['stats']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'throughput, lead and cycle times, what ages',
    details: `
      Figures come from the event log and, for specs it does not know, from their own dates.
    `,
    examples: [['How work flows', 'spectool stats']],
  });

  protected override run(spectool: Spectool): Promise<ShowStatisticsResult> {
    return spectool.showStatistics.execute();
  }

  protected override render(result: ShowStatisticsResult, terminal: Terminal): string {
    return renderStatistics(result, terminal);
  }
}
