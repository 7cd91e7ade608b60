import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import { OUTCOMES, outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import { takes } from '../../commandDefinition.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { fieldOption, whereFlag } from '../../options/customFieldFlags.js';
import {
  singleIfNamed,
  dryRunFlag,
  specsArgument,
  specsIn,
  type ChangeAnswer,
} from '../../options/specsArgument.js';
import { WritingCommand } from '../../writingCommand.js';

/** Base of the commands that move specs into or out of the archive. */
export abstract class MovingCommand extends WritingCommand<ChangeAnswer> {
  specs = specsArgument(0);
  where = whereFlag();
  dryRun = dryRunFlag();

  protected async move(useCase: Spectool['archiveSpecs'], ending: object = {}): Promise<ChangeAnswer> {
    const { specs, dryRun } = this;
    const where = fieldOption(this.where);
    const result = await useCase.execute({ specs, where, dryRun, ...ending });
    return where === undefined ? singleIfNamed(result, specs) : result;
  }

  protected override render(result: ChangeAnswer, terminal: Terminal): string {
    return renderMoved(result, terminal);
  }
}

export class ArchiveCommand extends MovingCommand {
  static override paths = [['archive']];
  static override usage = Command.Usage({
    examples: [
      ['Several specs at once', 'spectool archive 3 user-login 7-9'],
      ['A spec that will not be done', 'spectool archive 3 --outcome rejected --reason "too dear"'],
      ['A spec that another one replaces', 'spectool archive 3 --by 9 --reason "one login for all"'],
      ['Every spec with a certain value in a field', 'spectool archive --where team=web'],
      ['Show what would change', 'spectool archive 3 --dry-run'],
    ],
  });

  outcome = takes(
    OUTCOMES.join('|'),
    Option.String('--outcome', {
      description: 'how a spec ended that is not complete; needs --reason',
    }),
  );
  by = takes(
    'SPEC',
    Option.String('--by', {
      description:
        'the spec that replaces the archived one; implies `--outcome superseded`, so needs --reason',
    }),
  );
  reason = takes('TEXT', Option.String('--reason', { description: 'the reason, kept in the log' }));

  protected override async run(spectool: Spectool): Promise<ChangeAnswer> {
    const { outcome, by, reason } = this;
    return this.move(spectool.archiveSpecs, { outcome, by, reason });
  }
}

/** Renders the new paths of specs that were moved into or out of the archive. */
function renderMoved(result: ChangeAnswer, terminal: Terminal): string {
  const style = createStyle(terminal);
  const moved = new Set(result.events.map(({ spec }) => spec));
  const isPlan = result.dryRun === true;
  return specsIn(result)
    .filter(({ ref }) => moved.has(ref))
    .map(({ archived, ref, path, archivedAs, supersededBy }) => {
      const told = isPlan
        ? `Would ${archived ? 'archive' : 'unarchive'}`
        : archived
          ? 'Archived'
          : 'Unarchived';
      const how = archivedAs === undefined ? '' : `, ${outcomeText(archivedAs, supersededBy)}`;
      return `${told} ${style.ref(safeText(ref))}  ${style.path(safeText(path))}${safeText(how)}`;
    })
    .join('\n');
}

export class UnarchiveCommand extends MovingCommand {
  static override paths = [['unarchive']];
  static override usage = Command.Usage({
    examples: [['Several specs at once', 'spectool unarchive 3 user-login 7-9']],
  });

  protected override async run(spectool: Spectool): Promise<ChangeAnswer> {
    return this.move(spectool.unarchiveSpecs);
  }
}
