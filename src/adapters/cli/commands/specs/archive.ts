import { Command } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';
import type { Terminal } from '../../layout/terminal.js';
import { asAsked, dryRunFlag, specsArgument, specsIn, type ChangeAnswer } from '../../oneOrSeveral.js';
import { WritingCommand } from '../../writingCommand.js';

export class ArchiveCommand extends WritingCommand<ChangeAnswer> {
  static override paths = [['archive']];
  static override synonyms = { SPEC: ['hide', 'shelve'] };
  static override usage = Command.Usage({
    examples: [
      ['Several specs at once', 'spectool archive 3 user-login 7-9'],
      ['What would happen', 'spectool archive 3 --dry-run'],
    ],
  });

  specs = specsArgument();
  dryRun = dryRunFlag();

  protected override async run(spectool: Spectool): Promise<ChangeAnswer> {
    const { specs, dryRun } = this;
    return asAsked(await spectool.archiveSpecs.execute({ specs, dryRun }), specs);
  }

  protected override render(result: ChangeAnswer, terminal: Terminal): string {
    return renderArchived(result, terminal);
  }
}

/** Where archived (or unarchived) specs stand now. */
function renderArchived(result: ChangeAnswer, terminal: Terminal): string {
  const style = createStyle(terminal);
  const moved = new Set(result.events.map(({ spec }) => spec));
  const isPlan = result.dryRun === true;
  return specsIn(result)
    .filter(({ ref }) => moved.has(ref))
    .map(({ archived, ref, path }) => {
      const told = isPlan
        ? `Would ${archived ? 'archive' : 'unarchive'}`
        : archived
          ? 'Archived'
          : 'Unarchived';
      return `${told} ${style.ref(safeText(ref))}  ${style.path(safeText(path))}`;
    })
    .join('\n');
}
