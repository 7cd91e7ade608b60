import type { JsonValue } from '../../value/json.js';

/** One value as YAML in flow style on one line. */
export type FormatValue = (value: JsonValue) => string;
