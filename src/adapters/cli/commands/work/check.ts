import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

export class CheckCommand extends WritingCommand<ChangeResult> {
  static override paths = [['check']];
  static override usage = Command.Usage({
    details: `
      Name a criterion by its number (\`1,3\` and \`1-3\` name several), its label (AC1), or the beginning of its text. Only the checkbox changes in the file;
      the log keeps who ticked it, when, and the proofs; several are kept if you run the command again. \`--test\` only names a test;
      \`spectool prove\` records that tests passed.
    `,
    examples: [
      ['Several criteria', 'spectool check 5 1 3-5'],
      ['A criterion that no test can show', 'spectool check 5 3 --by kim --reason "read the contract"'],
      ['With a test as proof', 'spectool check 5 AC2 --test "login > locks after five tries"'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  criteria = takes('CRITERION', Option.Rest({ name: 'criterion', required: 1 }));
  by = takes(
    'TEXT',
    Option.String('--by', {
      description: 'the proof: the person or tool that confirmed that the criterion is met',
    }),
  );
  commit = takes(
    'SHA',
    Option.String('--commit', { description: 'the proof: the commit with which the criterion is met' }),
  );
  test = takes('NAME', Option.String('--test', { description: 'the proof: the name of a test that passes' }));

  reason = takes(
    'TEXT',
    Option.String('--reason', {
      description:
        'with --by: why the person is sure; the criterion is then attested, which is for criteria that no test can show',
    }),
  );

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.checkCriteria.execute({
      spec: this.spec,
      criteria: this.criteria,
      ...(this.by !== undefined && { by: this.by }),
      ...(this.commit !== undefined && { commit: this.commit }),
      ...(this.test !== undefined && { test: this.test }),
      ...(this.reason !== undefined && { reason: this.reason }),
    });
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
