import { Command } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { ChangeAnswer } from '../../oneOrSeveral.js';
import { MovingCommand } from './archive.js';

export class UnarchiveCommand extends MovingCommand {
  static override paths = [['unarchive']];
  static override usage = Command.Usage({
    examples: [['Several specs at once', 'spectool unarchive 3 user-login 7-9']],
  });

  protected override async run(spectool: Spectool): Promise<ChangeAnswer> {
    return this.move(spectool.unarchiveSpecs);
  }
}
