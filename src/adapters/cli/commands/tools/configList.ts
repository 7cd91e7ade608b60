import { Command } from 'clipanion';
import type { ListSettingsResult } from '../../../../application/queries/project/readSettings.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import { renderSettings } from './renderSettings.js';

export class ConfigListCommand extends SpectoolCommand<ListSettingsResult> {
  protected override readonly keepsLines = true;
  static override paths = [['config', 'list']];
  static override usage = Command.Usage({});

  protected override async run(spectool: Spectool): Promise<ListSettingsResult> {
    return spectool.listSettings.execute();
  }

  protected override render({ settings }: ListSettingsResult, terminal: Terminal): string {
    return renderSettings(settings, terminal);
  }
}
