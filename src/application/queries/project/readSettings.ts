import type { Setting } from '../../../domain/project/setting.js';
import type { ConfigurationStore, LoadedConfiguration } from '../../../ports/configurationStore.js';
import { required, text, type RequestSchema } from '../../requestSchema.js';
import { UseCase } from '../../useCase.js';

export interface SettingRequest {
  /** By its path: `structure.prefix`, `rules.SIZE`, `frontmatter.custom.team`. */
  readonly key: string;
}

/** One key of the configuration, as it counts. */
export class ReadSetting extends UseCase<SettingRequest, Setting> {
  static readonly request: RequestSchema<SettingRequest> = { key: required(text) };

  constructor(
    private readonly configurationStore: ConfigurationStore,
    // Unread, but made first: a configuration that cannot be read has no settings.
    _configuration: LoadedConfiguration,
  ) {
    super();
  }

  protected override async run({ key }: SettingRequest): Promise<Setting> {
    return this.configurationStore.setting(key);
  }
}

export interface ListSettingsResult {
  readonly settings: readonly Setting[];
}

/** Every key of the configuration that has a value. */
export class ListSettings extends UseCase<Record<string, never>, ListSettingsResult> {
  static readonly request: RequestSchema<Record<string, never>> = {};

  constructor(private readonly configurationStore: ConfigurationStore) {
    super();
  }

  protected override async run(): Promise<ListSettingsResult> {
    return { settings: this.configurationStore.settings() };
  }
}
