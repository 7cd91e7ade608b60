import type { Setting } from '../../domain/project/setting.js';
import type { Needs } from '../services.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface SettingRequest {
  /** By its path: `structure.prefix`, `rules.SIZE`, `frontmatter.custom.team`. */
  readonly key: string;
}

/** One key of the configuration, as it counts. */
export class ReadSetting extends UseCase<SettingRequest, Setting> {
  static readonly needs = ['configurationStore', 'configuration'] as const;
  static readonly request: RequestSchema<SettingRequest> = { key: required(text) };
  readonly #services: Needs<typeof ReadSetting>;

  constructor(services: Needs<typeof ReadSetting>) {
    super();
    this.#services = services;
  }

  protected override async run({ key }: SettingRequest): Promise<Setting> {
    return this.#services.configurationStore.setting(key);
  }
}

export interface ListSettingsResult {
  readonly settings: readonly Setting[];
}

/** Every key of the configuration that has a value. */
export class ListSettings extends UseCase<Record<string, never>, ListSettingsResult> {
  static readonly needs = ['configurationStore'] as const;
  static readonly request: RequestSchema<Record<string, never>> = {};
  readonly #services: Needs<typeof ListSettings>;

  constructor(services: Needs<typeof ListSettings>) {
    super();
    this.#services = services;
  }

  protected override async run(): Promise<ListSettingsResult> {
    return { settings: this.#services.configurationStore.settings() };
  }
}
