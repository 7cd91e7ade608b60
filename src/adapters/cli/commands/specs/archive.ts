import { Command } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import { fieldOption, whereFlag } from '../../fieldOption.js';
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
      ['Everything with a value', 'spectool archive --where team=web'],
      ['What would happen', 'spectool archive 3 --dry-run'],
    ],
  });

  specs = specsArgument(0);
  where = whereFlag();
  dryRun = dryRunFlag();

  protected override async run(spectool: Spectool): Promise<ChangeAnswer> {
    return this.move(spectool.archiveSpecs);
  }

  protected async move(useCase: Spectool['archiveSpecs']): Promise<ChangeAnswer> {
    const { specs, dryRun } = this;
    const where = fieldOption(this.where);
    const result = await useCase.execute({ specs, where, dryRun });
    return where === undefined ? asAsked(result, specs) : result;
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
