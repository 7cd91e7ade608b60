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
  return plainScalar(value) ?? oddScalar(value, inFlow);
}

function oddScalar(value: JsonValue, inFlow: boolean): string {
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

const WORDS = /^[A-Za-z][A-Za-z0-9]*(?:[ _./-][A-Za-z0-9]+)*$/;
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/;
const KEYWORD = /^(?:null|true|false|y|n|yes|no|on|off)$/i;

/** Writes a common value as YAML without loading the YAML library; undefined if the value needs the library. */
export function plainScalar(value: JsonValue): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > 200 || KEYWORD.test(value)) return undefined;
  return WORDS.test(value) || TIME.test(value) ? value : undefined;
}
