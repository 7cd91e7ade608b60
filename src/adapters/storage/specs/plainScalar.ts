import type { JsonValue } from '../../../domain/value/json.js';

const WORDS = /^[A-Za-z][A-Za-z0-9]*(?:[ _./-][A-Za-z0-9]+)*$/;
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/;
const KEYWORD = /^(?:null|true|false|y|n|yes|no|on|off)$/i;

/** The values that are written most, as they are; undefined for any that a YAML writer must look at. */
export function plainScalar(value: JsonValue): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > 200 || KEYWORD.test(value)) return undefined;
  return WORDS.test(value) || TIME.test(value) ? value : undefined;
}
