import type { Setting } from '../../../domain/project/setting.js';
import { required, text, type RequestSchema } from '../../requestSchema.js';
import { UseCase } from '../../useCase.js';

export interface SettingRequest {
  /** Path of a key of the configuration: `structure.prefix`, `rules.SIZE`, `frontmatter.custom.team`. */
  readonly key: string;
}

/** Reads one key of the configuration. */
export class ReadSetting extends UseCase<SettingRequest, Setting> {
  static readonly request: RequestSchema<SettingRequest> = { key: required(text) };

  protected override async run({ key }: SettingRequest): Promise<Setting> {
    return this.use.configurationStore.setting(key);
  }
}

export interface ListSettingsResult {
  readonly settings: readonly Setting[];
}

/** Lists all keys of the configuration that have a value. */
export class ListSettings extends UseCase<Record<string, never>, ListSettingsResult> {
  static readonly request: RequestSchema<Record<string, never>> = {};

  protected override async run(): Promise<ListSettingsResult> {
    return { settings: this.use.configurationStore.settings() };
  }
}
