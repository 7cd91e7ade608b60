import { Command, Option } from 'clipanion';
import type { SearchSpecsResult } from '../../../application/queries/searchSpecs.js';
import type { Spectool } from '../../../application/spectool.js';
import type { Warning } from '../../../application/warning.js';
import { listOption, numberOption } from '../listOption.js';
import { renderSearch } from '../render/renderSearch.js';
import { safeText } from '../layout/safeText.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class SearchCommand extends SpectoolCommand<SearchSpecsResult> {
  static override paths = [['search']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'find specs by meaning, over all their text',
    details:
      'Every Markdown file of a spec is searched. In the query: "a phrase", +required, -excluded, ' +
      'status:planned, tag:ui, assignee:kim, priority:high, created:2026-01..2026-03.',
    examples: [
      ['Find specs about a topic', 'spectool search "people sign in with their phone"'],
      ['Only what is still planned', 'spectool search "export status:planned -pdf"'],
      ['Why is it found?', 'spectool search "slow start" --explain'],
    ],
  });

  query = Option.Rest({ name: 'query', required: 1 });
  limit = Option.String('--limit', { description: 'at most so many; 10 unless told' });
  status = Option.Array('--status', { description: 'planned, in-progress, complete; comma-separated' });
  tag = Option.Array('--tag', { description: 'only specs with this tag; repeatable: all of them' });
  all = Option.Boolean('--all', false, { description: 'archived specs too' });
  explain = Option.Boolean('--explain', false, { description: 'how each score came about' });

  protected override async run(spectool: Spectool): Promise<SearchSpecsResult> {
    const status = listOption(this.status);
    const tags = listOption(this.tag);
    const limit = numberOption('--limit', this.limit);
    return spectool.searchSpecs.execute({
      query: this.query.join(' '),
      all: this.all,
      explain: this.explain,
      ...(limit !== undefined && { limit }),
      ...(status && { status }),
      ...(tags && { tags }),
    });
  }

  protected override warnings({ corrections }: SearchSpecsResult): readonly Warning[] {
    return corrections.map(({ from, to }) => ({
      code: 'UNCHANGED',
      message: `No spec has "${safeText(from)}": searched for "${safeText(to)}".`,
    }));
  }

  protected override render(result: SearchSpecsResult, terminal: Terminal): string {
    return renderSearch(result, terminal);
  }
}
