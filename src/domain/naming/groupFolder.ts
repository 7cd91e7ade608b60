import { SpectoolError } from '../errors/spectoolError.js';
import type { StructureConfig } from '../project/projectConfig.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonObject } from '../value/json.js';
import { fillDateTokens, formatDate } from './dateTokens.js';

/**
 * The sub-folder a new spec stands in, `''` in a flat tree. A date token takes the day of creation, a field token the
 * spec's field.
 * @throws SpectoolError `FIELD_INVALID` when a field is missing without a fallback, or its value cannot be a folder.
 */
export function groupFor(structure: StructureConfig, fields: JsonObject, created: CalendarDate): string {
  if (structure.pattern === 'flat') return '';
  if (structure.pattern !== 'custom') return formatDate(structure.dateFormat, created);
  const extractor = structure.groupExtractor ?? '';
  if (extractor === '') return '';
  let missing: string | undefined;
  const group = fillDateTokens(extractor, created).replace(/\{([^{}]*)\}/g, (_whole, field: string) => {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (value === undefined || value === null || typeof value === 'object') {
      missing ??= field;
      return '';
    }
    return folderPart(field, String(value));
  });
  if (missing === undefined) return group;
  if (structure.groupFallback !== undefined && structure.groupFallback !== '') return structure.groupFallback;
  throw new SpectoolError(
    'FIELD_INVALID',
    `The spec needs the field "${missing}": specs of this project are grouped by it.`,
    {
      hint: `Give it with --field ${missing}=… (or --${missing}), or set structure.groupFallback in .spectool/config.json.`,
      details: { field: missing },
    },
  );
}

function folderPart(field: string, value: string): string {
  const part = value.trim();
  const harmless =
    part !== '' &&
    part !== '.' &&
    !part.includes('..') &&
    !/[/\\\u0000-\u001f\u007f-\u009f:*?"<>|]/.test(part) &&
    part.length <= 80;
  if (harmless) return part;
  throw new SpectoolError(
    'FIELD_INVALID',
    `${field}: "${value}" cannot name a folder, and specs are grouped by it.`,
    { details: { field } },
  );
}
