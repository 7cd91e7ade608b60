import { Command, Option } from 'clipanion';
import type { ArchiveSpecsResult } from '../../../../application/commands/archiveSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';
import type { Terminal } from '../../layout/terminal.js';
import { WritingCommand } from '../../writingCommand.js';

export class ArchiveCommand extends WritingCommand<ArchiveSpecsResult> {
  static override paths = [['archive']];
  static override synonyms = { SPEC: ['hide', 'shelve'] };
  static override usage = Command.Usage({
    examples: [['Two specs at once', 'spectool archive 3 user-login']],
  });

  specs = Option.Rest({ name: 'spec', required: 1 });

  protected override async run(spectool: Spectool): Promise<ArchiveSpecsResult> {
    return spectool.archiveSpecs.execute({ specs: this.specs });
  }

  protected override render(result: ArchiveSpecsResult, terminal: Terminal): string {
    return renderArchived(result, terminal);
  }
}

/** Where archived (or unarchived) specs stand now. */
function renderArchived({ specs, events }: ArchiveSpecsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const moved = new Set(events.map(({ spec }) => spec));
  return specs
    .filter(({ ref }) => moved.has(ref))
    .map(
      (spec) =>
        `${spec.archived ? 'Archived' : 'Unarchived'} ${style.ref(safeText(spec.ref))}  ${style.path(safeText(spec.path))}`,
    )
    .join('\n');
}
