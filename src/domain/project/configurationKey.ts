import type { JsonValue } from '../value/json.js';

/** One key of the configuration. */
export interface Setting {
  /** Path of the key: `structure.prefix`, `rules.SIZE`. */
  readonly key: string;
  /** Null if it has no value. */
  readonly value: JsonValue;
  /** True if the file does not set it. */
  readonly isDefault: boolean;
}

/** A key to set, by its path; without a value it is removed. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value?: JsonValue | undefined;
}
