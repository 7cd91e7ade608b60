import type { ConfigFinding } from '../domain/project/configRules.js';
import type { Configuration } from '../domain/project/configuration.js';
import type { JsonObject } from '../domain/value/json.js';
import type { Setting, SettingChange } from '../domain/project/setting.js';

export interface LoadedConfiguration {
  readonly config: Configuration;
  /** What the file itself says. */
  readonly given: JsonObject;
  /** Unknown keys and the like; the configuration is usable. */
  readonly warnings: readonly ConfigFinding[];
}

/** The configuration as it would be. */
export interface EditedConfiguration extends LoadedConfiguration {
  readonly text: string;
  readonly changes: readonly SettingChange[];
}

/** `.spectool/config.json`. */
export interface ConfigurationStore {
  exists(): boolean;
  /**
   * Loaded, defaulted, validated whole; templates it names are looked for.
   * @throws SpectoolError `NOT_A_PROJECT` when there is none, `CONFIG_INVALID` with every problem in `details`.
   */
  load(options?: { readonly missingTemplates?: 'allowed' }): LoadedConfiguration;
  /**
   * What a new project starts with.
   * @throws SpectoolError `CONFIG_INVALID` when what stands where its specs belong is no folder.
   */
  initial(): Configuration;
  /** The file's text as it stands, undefined when there is none. */
  text(): string | undefined;
  /** Every key that could have one, `rules` with each code. */
  keys(): readonly string[];
  /** Every key that has a value, in the order of the documentation. @throws as `load`. */
  settings(): readonly Setting[];
  /** @throws SpectoolError `USAGE` for a key that there is not, naming the nearest; as `load`. */
  setting(key: string): Setting;
  /**
   * With a key set, or taken out, every other byte as it was; checked whole.
   * @param typed the value as a person types it; a list may have several. Nothing takes the key out.
   * @throws SpectoolError `USAGE` for a key or a value that cannot be, `CONFIG_INVALID` when the whole would not do.
   */
  edited(key: string, typed: readonly string[] | undefined): EditedConfiguration;
  /** As `edited`, of several keys. */
  editedAll(changes: readonly SettingChange[]): EditedConfiguration;
  /** The file's text with another primary template, also under the name `default` where that was the same file; everything else as it is written. It must have been loaded. */
  textWithTemplate(fileName: string): string;
}
