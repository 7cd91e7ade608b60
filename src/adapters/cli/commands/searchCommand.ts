import { Command, Option } from 'clipanion';
import type { SearchSpecsResult } from '../../../application/searchSpecs.js';
import type { Spectool } from '../../../application/spectool.js';
import { listOption, numberOption } from '../listOption.js';
import { renderSearch } from '../render/renderSearch.js';
import type { Terminal } from '../render/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class SearchCommand extends SpectoolCommand<SearchSpecsResult> {
  static override paths = [['search']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'find specs by meaning, over all their text',
    examples: [
      ['In your own words', 'spectool search "users cannot get back in"'],
      ['With filters', 'spectool search "cache status:planned tag:api created:2026-01..2026-03"'],
      ['A phrase, and without a word', `spectool search '"event log" -draft'`],
    ],
  });

  query = Option.Rest({ name: 'query', required: 1 });
  limit = Option.String('--limit', { description: 'at most so many; 10 by default' });
  status = Option.Array('--status', { description: 'planned, in-progress, complete; comma-separated' });
  tag = Option.Array('--tag', { description: 'only specs with this tag; repeatable: all of them' });
  all = Option.Boolean('--all', false, { description: 'archived specs too' });
  explain = Option.Boolean('--explain', false, { description: 'what each score is made of' });

  protected override async run(spectool: Spectool): Promise<SearchSpecsResult> {
    const limit = numberOption('--limit', this.limit);
    const status = listOption(this.status);
    const tags = listOption(this.tag);
    return spectool.searchSpecs.execute({
      query: this.query.join(' '),
      all: this.all,
      explain: this.explain,
      ...(limit !== undefined && { limit }),
      ...(status && { status }),
      ...(tags && { tags }),
    });
  }

  protected override render(result: SearchSpecsResult, terminal: Terminal): string {
    return renderSearch(result, terminal);
  }
}
