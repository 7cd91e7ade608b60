import { SpectoolError } from '../errors/spectoolError.js';
import type { CustomFieldType, FrontmatterConfig } from '../project/projectConfig.js';
import type { JsonValue } from '../value/json.js';
import { fieldText } from './fieldText.js';
import { isStandardField, KEPT_BY_TOOL, keptFieldHint } from './standardFields.js';

/** Splits `key=value`; the value may hold further `=`. */
export function splitAssignment(text: string): readonly [key: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new SpectoolError('USAGE', `"${text}" is not of the form name=value.`, {
      hint: 'Write --field name=value.',
    });
  }
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}

/**
 * The text a user gave for a custom field, in the type the configuration declares.
 * @throws SpectoolError `FIELD_INVALID` for an undeclared field or a text that is not of the type.
 */
export function customFieldValue(key: string, text: string, config: FrontmatterConfig): JsonValue {
  if (isStandardField(key)) {
    throw new SpectoolError('FIELD_INVALID', `${key} is not a custom field.`, {
      hint: KEPT_BY_TOOL.has(key)
        ? keptFieldHint(key)
        : `Use --${key.replace('_', '-').replace('depends-on', 'add-dep')} instead.`,
      details: { field: key },
    });
  }
  const type = declaredType(key, config);
  if (type === undefined) {
    const declared = Object.keys(config.custom);
    throw new SpectoolError('FIELD_INVALID', `${key} is not a field of this project.`, {
      hint: `Declare it in .spectool/config.json: "frontmatter": {"custom": {"${key}": "string"}}.${declared.length > 0 ? ` Declared: ${declared.join(', ')}.` : ''}`,
      details: { field: key, declared },
    });
  }
  return typedText(key, text, type);
}

function declaredType(key: string, config: FrontmatterConfig): CustomFieldType | undefined {
  if (Object.hasOwn(config.custom, key)) return config.custom[key];
  return config.optional.includes(key) || config.required.includes(key) ? 'string' : undefined;
}

/** @throws SpectoolError `FIELD_INVALID` for a text that is not of the type. */
export function typedText(key: string, text: string, type: CustomFieldType): JsonValue {
  switch (type) {
    case 'string':
      return fieldText(key, text);
    case 'number': {
      const trimmed = text.trim();
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : NaN;
      if (Number.isFinite(value)) return value;
      throw wrongType(key, text, ALLOWED.number);
    }
    case 'boolean': {
      const value = text.trim();
      if (value === 'true' || value === 'false') return value === 'true';
      throw wrongType(key, text, ALLOWED.boolean);
    }
    case 'array':
      return text
        .split(',')
        .filter((item) => item.trim() !== '')
        .map((item) => fieldText(key, item));
  }
}

export function isOfType(value: JsonValue, type: CustomFieldType): boolean {
  return type === 'array' ? Array.isArray(value) : typeof value === type;
}

/** Each type as a sentence names it. */
export const ALLOWED: Readonly<Record<CustomFieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
};

/** @param found the value, as YAML has it. */
export function wrongType(key: string, found: JsonValue, allowed: string): SpectoolError {
  return new SpectoolError('FIELD_INVALID', `${key}: ${JSON.stringify(found)} is not ${allowed}.`, {
    details: { field: key, allowed },
  });
}
