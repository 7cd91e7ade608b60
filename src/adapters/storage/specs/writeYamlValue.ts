import type { JsonValue } from '../../../domain/value/jsonValue.js';
import { yamlLibraries } from './yamlLibraries.js';

/** Matches texts that must be quoted, because YAML 1.1 parsers read them as a boolean, an octal number or a time. */
const LEGACY_SCALAR = /^(?:y|n|yes|no|on|off|[-+]?0[0-7_]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+)$/i;

/** Writes a value as YAML on one line; a text is quoted only if necessary. */
export function writeValue(value: JsonValue): string {
  if (isList(value)) return `[${value.map((item) => scalar(item, true)).join(', ')}]`;
  return scalar(value, false);
}

function scalar(value: JsonValue, inFlow: boolean): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  // Escape control and invisible characters as in JSON, which YAML accepts within double quotes.
  if (typeof value === 'string' && /[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return escaped(value);
  const text = yamlLibraries()
    .yaml.stringify(inFlow ? [value] : value, {
      schema: 'core',
      version: '1.2',
      lineWidth: 0,
      singleQuote: true,
      blockQuote: false,
      collectionStyle: 'flow',
      flowCollectionPadding: false,
    })
    .trimEnd();
  const written = inFlow ? text.slice(1, -1) : text;
  if (typeof value === 'string' && written === value && LEGACY_SCALAR.test(value)) return `'${value}'`;
  return written;
}

function escaped(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u00ad\u2028\u2029\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
