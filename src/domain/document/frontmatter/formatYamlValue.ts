import type { JsonValue } from '../../value/jsonValue.js';

/** Formats one value as YAML in flow style on one line. */
export type FormatValue = (value: JsonValue) => string;
