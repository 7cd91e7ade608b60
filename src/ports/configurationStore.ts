import type { ConfigFinding } from '../domain/project/configRulesAndDefaults.js';
import type { Configuration, Setting, SettingChange } from '../domain/project/configuration.js';
import type { JsonObject } from '../domain/value/jsonValue.js';

export interface LoadedConfiguration {
  readonly config: Configuration;
  /** The settings in the configuration file, without defaults. */
  readonly given: JsonObject;
  /** Findings that leave the configuration usable, such as unknown keys. */
  readonly warnings: readonly ConfigFinding[];
}

/** The configuration after an edit, not yet written to the file. */
export interface EditedConfiguration extends LoadedConfiguration {
  readonly text: string;
}

/** Reads and edits `.spectool/config.json`. */
export interface ConfigurationStore {
  exists(): boolean;
  /**
   * Loads and validates the configuration, with defaults filled in, and checks that the templates it names exist.
   * @throws SpectoolError `NOT_A_PROJECT` if there is no configuration, `CONFIG_INVALID` with all problems in `details`.
   */
  load(options?: { readonly missingTemplates?: 'allowed' }): LoadedConfiguration;
  /**
   * Returns the configuration of a new project.
   * @throws SpectoolError `CONFIG_INVALID` if the path of the specs folder is taken by something that is not a folder.
   */
  initial(): Configuration;
  /** Returns the raw text of the file; undefined if there is no file. */
  text(): string | undefined;
  /** Returns the names of all keys that can be set. Below `rules` there is one key for each finding code. */
  keys(): readonly string[];
  /** Returns the keys that have a value, in the order of the documentation. @throws the same errors as `load`. */
  settings(): readonly Setting[];
  /**
   * Returns one key and its value. @throws SpectoolError `USAGE` for an unknown key, naming the nearest known one; otherwise
   * the same errors as `load`.
   */
  setting(key: string): Setting;
  /**
   * Sets or removes keys and validates the whole configuration; all other bytes stay unchanged.
   * @param typed for each key the value as typed on the command line, several for a list; undefined removes the key.
   * @throws SpectoolError `USAGE` for an unknown key or a bad value, `CONFIG_INVALID` if the resulting configuration is
   * invalid.
   */
  edited(typed: ReadonlyMap<string, readonly string[] | undefined>): EditedConfiguration;
  /** Sets or removes several keys at once, like `edited`. */
  editedAll(changes: readonly SettingChange[]): EditedConfiguration;
  /**
   * Returns the configuration with the values that it inherited in earlier versions, and without `extends`; undefined if it has
   * no `extends`, or if a file that it names cannot be read.
   */
  withoutExtends(): EditedConfiguration | undefined;
  /**
   * Returns the text of the configuration file with `template` as the default template of new specs, and with the project's name.
   * If the template named `default` was the same file as the old default, it is changed, too. All other bytes stay unchanged.
   * Requires an earlier `load`.
   */
  textWith(setup: { readonly template: string; readonly projectName?: string | undefined }): string;
}
