import { Command, Option } from 'clipanion';
import type { ShowHistoryResult } from '../../../application/queries/showHistory.js';
import type { Spectool } from '../../../application/spectool.js';
import { numberOption } from '../listOption.js';
import { renderHistory } from '../render/renderHistory.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class HistoryCommand extends SpectoolCommand<ShowHistoryResult> {
  static override paths = [['history']];
  static override usage = Command.Usage({
    category: 'Log',
    description: 'what happened, newest first',
    examples: [
      ['Of one spec', 'spectool history 5'],
      ['Of the project, this week', 'spectool history --since 2026-01-05'],
    ],
  });

  spec = Option.String({ name: 'spec', required: false });
  limit = Option.String('--limit', { description: 'at most so many events' });
  since = Option.String('--since', { description: 'only from this day on, YYYY-MM-DD' });

  protected override async run(spectool: Spectool): Promise<ShowHistoryResult> {
    const limit = numberOption('--limit', this.limit);
    return spectool.showHistory.execute({
      ...(this.spec !== undefined && { spec: this.spec }),
      ...(limit !== undefined && { limit }),
      ...(this.since !== undefined && { since: this.since }),
    });
  }

  protected override render(result: ShowHistoryResult, terminal: Terminal): string {
    return renderHistory(result.events, terminal);
  }
}
