import type { JsonValue } from '../value/json.js';

/** One key of the configuration. */
export interface Setting {
  /** By its path: `structure.prefix`, `rules.SIZE`. */
  readonly key: string;
  /** Null where it has none. */
  readonly value: JsonValue;
  /** The file does not say it. */
  readonly isDefault: boolean;
}

/** A key, by its path, that is set; without a value it is taken out. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value?: JsonValue | undefined;
}
