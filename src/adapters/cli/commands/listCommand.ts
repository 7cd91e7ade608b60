import { Command, Option } from 'clipanion';
import type { ListSpecsResult } from '../../../application/queries/listSpecs.js';
import type { Spectool } from '../../../application/spectool.js';
import { listOption, numberOption } from '../listOption.js';
import { renderList } from '../render/renderList.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class ListCommand extends SpectoolCommand<ListSpecsResult> {
  static override paths = [['list']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'list specs with their metadata',
    examples: [
      ['What is being worked on', 'spectool list --status in-progress'],
      ['Most urgent first', 'spectool list --sort priority --limit 10'],
    ],
  });

  status = Option.Array('--status', { description: 'planned, in-progress, complete; comma-separated' });
  tag = Option.Array('--tag', { description: 'only specs with this tag; repeatable: all of them' });
  priority = Option.Array('--priority', { description: 'low, medium, high, critical; comma-separated' });
  assignee = Option.String('--assignee', { description: 'only specs of this person' });
  field = Option.Array('--field', {
    description: 'only specs with this custom field, name=value; repeatable',
  });
  archived = Option.Boolean('--archived', false, { description: 'only archived specs' });
  all = Option.Boolean('--all', false, { description: 'archived specs too' });
  sort = Option.String('--sort', {
    description: 'sequence, name, title, status, priority, created, updated, assignee or a custom field',
  });
  reverse = Option.Boolean('--reverse', false, { description: 'the other way round' });
  limit = Option.String('--limit', { description: 'at most so many' });

  protected override async run(spectool: Spectool): Promise<ListSpecsResult> {
    const status = listOption(this.status);
    const priority = listOption(this.priority);
    const tags = listOption(this.tag);
    const limit = numberOption('--limit', this.limit);
    return spectool.listSpecs.execute({
      scope: this.all ? 'all' : this.archived ? 'archived' : 'active',
      reverse: this.reverse,
      ...(status && { status }),
      ...(priority && { priority }),
      ...(tags && { tags }),
      ...(this.assignee !== undefined && { assignee: this.assignee }),
      ...(this.field && { fields: this.field }),
      ...(this.sort !== undefined && { sort: this.sort }),
      ...(limit !== undefined && { limit }),
    });
  }

  protected override warnings({ warnings }: ListSpecsResult) {
    return warnings;
  }

  protected override render(result: ListSpecsResult, terminal: Terminal): string {
    const filters = [this.status, this.tag, this.priority, this.assignee, this.field];
    const filtered = filters.some((filter) => filter !== undefined) || this.archived;
    return renderList(result.specs, terminal, {
      total: result.total,
      filtered,
      blocked: new Set(result.blocked),
    });
  }
}
