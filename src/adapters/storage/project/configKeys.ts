import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { FINDING_CODES } from '../../../domain/findings/finding.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import { isJsonObject, jsonIn, type JsonValue } from '../../../domain/value/jsonValue.js';
import {
  CONFIG_SHAPE,
  type GroupShape,
  isGroup,
  type KeyRule,
  MEMBER_RULES,
  passes,
  REMOVED_KEYS,
} from './configShape.js';

export interface ConfigKey {
  readonly path: readonly string[];
  readonly rule: KeyRule | GroupShape;
}

/** The keys of the configuration, such as `structure.prefix`, without the members of free-form objects such as `rules`. */
export const CONFIG_KEYS: readonly string[] = keysOf(CONFIG_SHAPE, '');

/** All keys that a user can type, including those that `rules` can have, such as `rules.SIZE`. */
export const ALL_KEYS: readonly string[] = [...CONFIG_KEYS, ...FINDING_CODES.map((code) => `rules.${code}`)];

function keysOf({ keys }: GroupShape, prefix: string): readonly string[] {
  return Object.entries(keys).flatMap(([name, rule]) => {
    if (name === '$schema') return [];
    return isGroup(rule) ? keysOf(rule, `${prefix}${name}.`) : [`${prefix}${name}`];
  });
}

/**
 * Parses a key of the configuration as a user types it, such as `structure.prefix` or `rules.SIZE`.
 * @throws SpectoolError `USAGE` with the nearest known key.
 */
export function configKey(key: string): ConfigKey {
  const path = key.split('.');
  const place = Object.keys(MEMBER_RULES).find((one) => key.startsWith(`${one}.`));
  const members = place === undefined ? undefined : MEMBER_RULES[place];
  if (place !== undefined && members !== undefined) {
    const name = key.slice(place.length + 1);
    const allowed = members.name(name);
    if (allowed === undefined) return { path, rule: members.value };
    throw new SpectoolError('USAGE', `"${name}" cannot be a key of ${place}.`, { hint: `Give ${allowed}` });
  }
  let rule: KeyRule | GroupShape = CONFIG_SHAPE;
  for (const part of path) {
    const next: KeyRule | GroupShape | undefined =
      isGroup(rule) && Object.hasOwn(rule.keys, part) ? rule.keys[part] : undefined;
    if (next === undefined) throw unknownKey(key);
    rule = next;
  }
  return { path, rule };
}

function unknownKey(key: string): SpectoolError {
  const instead = Object.hasOwn(REMOVED_KEYS, key) ? REMOVED_KEYS[key] : undefined;
  if (instead !== undefined)
    return new SpectoolError('USAGE', `The setting "${key}" was removed.`, { hint: `${instead}.` });
  const last = key.slice(key.lastIndexOf('.') + 1);
  const [near = ALL_KEYS.find((one) => one.endsWith(`.${last}`))] = nearestWords(key, ALL_KEYS, 1);
  return new SpectoolError('USAGE', `There is no setting "${key}".`, {
    ...(near === undefined
      ? { advice: [{ useCase: 'listSettings', to: 'see all settings' }] }
      : { hint: `Did you mean ${near}?` }),
  });
}

/**
 * Converts a value, as typed on the command line, for a key of the configuration: text if the key allows text, else JSON (`4`,
 * `true`, `["a"]`), else a comma-separated list. Several values become a list.
 * @throws SpectoolError `USAGE` with the values that are allowed.
 */
export function typedValue(key: string, { rule }: ConfigKey, typed: readonly string[]): JsonValue {
  if (isGroup(rule))
    throw new SpectoolError('USAGE', `${key} is a group of settings: ${Object.keys(rule.keys).join(', ')}.`, {
      hint: `Set one of these settings, such as ${key}.${Object.keys(rule.keys)[0] ?? ''}.`,
    });
  const [only, ...others] = typed;
  const readings =
    only === undefined || others.length > 0
      ? [typed]
      : [only, jsonIn(only), only.split(',').flatMap((one) => one.trim() || [])];
  const isMap = Object.hasOwn(MEMBER_RULES, key);
  const found = readings.find(
    (value) => value !== undefined && passes(rule, value) && (!isMap || isJsonObject(value)),
  );
  if (found !== undefined) return found;
  throw new SpectoolError('USAGE', `${key} cannot be ${typed.map((one) => `"${one}"`).join(', ')}.`, {
    hint: isMap
      ? `Set one member, ${key}.NAME, or give the whole value as JSON: ${rule.allowed}.`
      : `Allowed: ${rule.allowed}.`,
  });
}
