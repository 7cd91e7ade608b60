import { Command, Option } from 'clipanion';
import type { NextSpecsResult } from '../../../application/queries/nextSpecs.js';
import type { Warning } from '../../../application/warning.js';
import type { Spectool } from '../../../application/spectool.js';
import { listOption, numberOption } from '../listOption.js';
import { renderNext } from '../render/renderNext.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

/** Enough to choose from; `--limit` shows more. */
const SHOWN = 10;

export class NextCommand extends SpectoolCommand<NextSpecsResult> {
  static override paths = [['next']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'what can be started now, the best first',
    details: `
      Planned specs whose dependencies are complete: by priority, then by how many specs wait for them, then the oldest
      first. Each says why it stands where it stands.
    `,
    examples: [['What to do next', 'spectool next --limit 1']],
  });

  tag = Option.Array('--tag', { description: 'only specs with this tag; repeatable: all of them' });
  assignee = Option.String('--assignee', { description: 'only specs of this person' });
  limit = Option.String('--limit', { description: 'at most so many (10; all with --json)' });

  protected override async run(spectool: Spectool): Promise<NextSpecsResult> {
    const limit = numberOption('--limit', this.limit) ?? (this.json ? undefined : SHOWN);
    const tags = listOption(this.tag);
    return spectool.nextSpecs.execute({
      ...(limit !== undefined && { limit }),
      ...(tags && { tags }),
      ...(this.assignee !== undefined && { assignee: this.assignee }),
    });
  }

  protected override warnings({ broken }: NextSpecsResult): readonly Warning[] {
    if (broken.length === 0) return [];
    return [
      {
        code: 'SPECS_BROKEN',
        message: `${broken.length === 1 ? 'A spec' : `${String(broken.length)} specs`} cannot be read: ${broken.join(', ')}.`,
        hint: '`spectool validate` tells what is wrong.',
      },
    ];
  }

  protected override render(result: NextSpecsResult, terminal: Terminal): string {
    return renderNext(result, terminal);
  }
}
