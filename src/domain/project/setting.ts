import type { JsonValue } from '../value/jsonValue.js';

/** One key of the configuration. */
export interface Setting {
  /** The path of the key, such as `structure.prefix` or `rules.SIZE`. */
  readonly key: string;
  /** The value of the key; null if it has none. */
  readonly value: JsonValue;
  /** True if neither the configuration file nor a file that it inherits from sets the key. */
  readonly isDefault: boolean;
  /** The file from which the value is inherited, relative to the project's root; absent for any other value. */
  readonly inheritedFrom?: string;
}

/** A change of one configuration key, by its path; without `value`, the key is removed. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value?: JsonValue | undefined;
}
