import { isJsonObject, jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { DEFAULT_CONFIG } from './configuration.js';

/** The old and the new value of each changed configuration key, by its path (`structure.sequenceDigits`); null means absent. */
export type ConfigurationChanges = Readonly<
  Record<string, { readonly from: JsonValue; readonly to: JsonValue }>
>;

/**
 * Compares two configurations. A missing key has its default value, so that a key that a newer version of spectool adds is not a
 * change.
 */
export function configurationChanges(before: JsonValue, after: JsonValue): ConfigurationChanges {
  return Object.fromEntries(changesBelow('', completed(before), completed(after)));
}

type Change = readonly [path: string, { readonly from: JsonValue; readonly to: JsonValue }];

function changesBelow(prefix: string, before: JsonObject, after: JsonObject): readonly Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key): readonly Change[] => {
    const from = Object.hasOwn(before, key) ? (before[key] ?? null) : null;
    const to = Object.hasOwn(after, key) ? (after[key] ?? null) : null;
    if (isJsonObject(from) && isJsonObject(to)) return changesBelow(`${prefix}${key}.`, from, to);
    return jsonEquals(from, to) ? [] : [[`${prefix}${key}`, { from, to }]];
  });
}

function completed(config: JsonValue): JsonObject {
  const defaults = DEFAULT_CONFIG as unknown as JsonObject;
  const given = isJsonObject(config) ? config : {};
  const groups = ['structure', 'features', 'frontmatter'].flatMap((key) => {
    const [standard, own] = [defaults[key] ?? null, given[key] ?? null];
    return isJsonObject(standard) && isJsonObject(own) ? [[key, { ...standard, ...own }] as const] : [];
  });
  return { ...defaults, ...given, ...Object.fromEntries(groups) };
}
