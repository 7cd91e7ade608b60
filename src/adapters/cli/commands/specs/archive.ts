import { Command, Option } from 'clipanion';
import type { ArchiveSpecsResult } from '../../../../application/commands/archiveSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { renderArchived } from './changeText.js';
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

  protected override warnings({ warnings }: ArchiveSpecsResult) {
    return warnings;
  }

  protected override render(result: ArchiveSpecsResult, terminal: Terminal): string {
    return renderArchived(result, terminal);
  }
}
