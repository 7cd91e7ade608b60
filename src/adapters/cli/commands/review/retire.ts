import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class RetireCommand extends WritingCommand<ChangeResult> {
  static override paths = [['retire']];
  static override usage = Command.Usage({
    details: `
      The criterion stays in the text, struck through and with the reason. It keeps its number and its label, but counts no more: the
      spec can be completed without it. A criterion that is struck through only by hand still counts.
    `,
    examples: [
      ['Retire a criterion', 'spectool retire 5 AC2 --reason "no longer sold"'],
      ['It moved to another spec', 'spectool retire 5 3 --reason "moved" --by 14/AC1'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  criterion = Option.String({ name: 'criterion' });
  reason = takes('TEXT', Option.String('--reason', { description: 'why the criterion is retired' }), {
    isRequired: true,
  });
  by = takes(
    'SPEC[/LABEL]',
    Option.String('--by', {
      description: 'the spec that has the criterion now, and its label or number there: 14 or 14/AC1',
    }),
  );

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.retireCriterion.execute({
      spec: this.spec,
      criterion: this.criterion,
      reason: this.reason ?? '',
      ...(this.by !== undefined && { by: this.by }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}

export class RestoreCommand extends WritingCommand<ChangeResult> {
  static override paths = [['restore']];
  static override usage = Command.Usage({
    details: `
      The criterion has its former text again, and counts again.
    `,
    examples: [['Restore a retired criterion', 'spectool restore 5 AC2']],
  });

  spec = Option.String({ name: 'spec' });
  criterion = Option.String({ name: 'criterion' });

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.restoreCriterion.execute({ spec: this.spec, criterion: this.criterion });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
