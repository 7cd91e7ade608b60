import { Command } from 'clipanion';
import type { ArchiveSpecsResult } from '../../../../application/commands/archiveSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { ArchiveCommand } from './archive.js';

export class UnarchiveCommand extends ArchiveCommand {
  static override paths = [['unarchive']];
  static override synonyms = { SPEC: ['restore', 'unarchived'] };
  static override usage = Command.Usage({
    examples: [['Two specs at once', 'spectool unarchive 3 user-login']],
  });

  protected override async run(spectool: Spectool): Promise<ArchiveSpecsResult> {
    return spectool.unarchiveSpecs.execute({ specs: this.specs });
  }
}
