import type { JsonValue } from '../value/jsonValue.js';

/** One key of the configuration. */
export interface Setting {
  /** The path of the key, such as `structure.prefix` or `rules.SIZE`. */
  readonly key: string;
  /** The value of the key; null if it has none. */
  readonly value: JsonValue;
  /** True if the configuration file does not set the key. */
  readonly isDefault: boolean;
}

/** A change of one configuration key, by its path; without `value`, the key is removed. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value?: JsonValue | undefined;
}
