import { SpectoolError } from '../errors/spectoolError.js';
import { featureOf, fieldNameRule } from '../project/configRulesAndDefaults.js';
import type { CustomFieldType, FrontmatterConfig } from '../project/configuration.js';
import { jsonIn, type JsonValue } from '../value/jsonValue.js';
import { insteadOfKept, isKeptByTool, isLateField, isStandardField } from './standardFields.js';
import { unsettableText, wrongType } from './fieldText.js';

/** Values of custom fields by name, as given in a request; `undefined` means that no value was given. */
export type GivenFields = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Converts the value given for a custom field to the type that the configuration declares: a value of that type, or its text as
 * typed on the command line (`5`, `true`, `a,b`, `["a, b"]`).
 * @throws SpectoolError `FIELD_INVALID` for an undeclared field or a value of another type.
 */
export function customFieldValue(key: string, given: JsonValue, config: FrontmatterConfig): JsonValue {
  if (isStandardField(key) && !(isLateField(key) && Object.hasOwn(config.custom, key))) {
    throw new SpectoolError('FIELD_INVALID', `${key} is not a custom field.`, {
      ...(isKeptByTool(key)
        ? insteadOfKept(key)
        : { hint: `${key} is a standard field: set it directly, not as a custom field.` }),
      details: { field: key },
    });
  }
  const type = declaredType(key, config);
  if (type === undefined) {
    const declared = Object.keys(config.custom);
    throw new SpectoolError('FIELD_INVALID', `${key} is not a field of this project.`, {
      hint: wayTo(key, declared),
      details: { field: key, declared },
    });
  }
  return typedValue(key, given, type);
}

function wayTo(key: string, declared: readonly string[]): string {
  const feature = featureOf(key);
  if (feature !== undefined)
    return `To use the field, set features.${feature} to true in .spectool/config.json.`;
  const allowed = fieldNameRule(key);
  const way =
    allowed === undefined
      ? `Declare the field in .spectool/config.json: "frontmatter": {"custom": {"${key}": "string"}}.`
      : `Use ${allowed}.`;
  return `${way}${declared.length > 0 ? ` Declared: ${declared.join(', ')}.` : ''}`;
}

function declaredType(key: string, config: FrontmatterConfig): CustomFieldType | undefined {
  if (Object.hasOwn(config.custom, key)) return config.custom[key];
  return config.optional.includes(key) || config.required.includes(key) ? 'string' : undefined;
}

/**
 * Converts the given value of a custom field to `type`.
 * @throws SpectoolError `FIELD_INVALID` if the value has another type and is not the text of a value of `type`.
 */
export function typedValue(key: string, given: JsonValue, type: CustomFieldType): JsonValue {
  switch (type) {
    case 'string':
      if (typeof given === 'string') return unsettableText(key, given);
      throw wrongType(key, given, ALLOWED.string);
    case 'number': {
      const value = typeof given === 'string' ? numberIn(given) : given;
      if (Number.isFinite(value)) return value;
      throw wrongType(key, given, ALLOWED.number);
    }
    case 'boolean': {
      const value = typeof given === 'string' ? given.trim() : given;
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      throw wrongType(key, given, ALLOWED.boolean);
    }
    case 'array': {
      const items = typeof given === 'string' ? itemsIn(given) : given;
      if (!Array.isArray(items)) throw wrongType(key, given, ALLOWED.array);
      return (items as readonly JsonValue[]).flatMap((item) => listItem(key, item));
    }
  }
}

function numberIn(text: string): number {
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : NaN;
}

/**
 * Returns the items of a list as typed on the command line: a JSON list, whose items may contain commas, or texts separated by
 * commas.
 */
function itemsIn(text: string): readonly JsonValue[] {
  const said = jsonIn(text);
  return Array.isArray(said) ? (said as readonly JsonValue[]) : text.split(',');
}

function listItem(key: string, item: JsonValue): readonly JsonValue[] {
  if (typeof item === 'string') return item.trim() === '' ? [] : [unsettableText(key, item)];
  if (typeof item === 'boolean' || Number.isFinite(item)) return [item];
  // The value in the message is shortened, because it may be nested deeply.
  const shown = item === null || typeof item === 'number' ? item : Array.isArray(item) ? '[…]' : '{…}';
  throw wrongType(key, shown, 'a text, a number, true or false');
}

export function isOfType(value: JsonValue, type: CustomFieldType): boolean {
  return type === 'array' ? Array.isArray(value) : typeof value === type;
}

/** The name of each field type in messages. */
export const ALLOWED: Readonly<Record<CustomFieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
};
