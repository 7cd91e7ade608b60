import { type DateFormat, DATE_FORMATS, type StructureConfig } from '../project/configuration.js';
import type { CalendarDate } from '../value/dates.js';
import type { JsonObject } from '../value/jsonValue.js';
import { SpectoolError, type Advice } from '../errors/spectoolError.js';
import { isStandardField, REQUESTED_FIELDS } from '../fields/standardFields.js';
import { quoted } from '../value/text.js';
import { isUnseenFolder, ARCHIVE_FOLDER } from './projectPath.js';

/** Formats a day in a configured date format. `YYYY/MM` gives two nested folders. */
function formatDate(format: DateFormat, date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Returns the date format of a token in a folder pattern, given without braces (`YYYYMMDD`); undefined for other tokens. */
export function dateFormatOf(token: string): DateFormat | undefined {
  return DATE_FORMATS.find((format) => format === token);
}

/** Replaces the date tokens of a configured folder pattern, such as `{YYYY}`, by a date. */
export function fillDateTokens(text: string, date: CalendarDate): string {
  return text.replace(/\{([YMD/-]+)\}/g, (whole, token: string) => {
    const format = dateFormatOf(token);
    return format === undefined ? whole : formatDate(format, date);
  });
}

/**
 * The two configurable parts of a spec's path `<group>/<prefix><number>-<name>`. They may contain tokens for dates (`{YYYY}`) and
 * for fields (`{milestone}`).
 */
interface FolderPattern {
  /** The folders between the specs folder and the spec's folder; empty if specs are directly in the specs folder. */
  readonly group: string;
  readonly prefix: string;
}

/**
 * Returns the configured group and prefix. `structure.pattern` is `flat`, `custom`, or a legacy pattern, which contains `{date}`,
 * `{seq}` and `{name}`.
 */
export function folderPattern(structure: StructureConfig): FolderPattern {
  const { pattern, prefix, groupExtractor = '', dateFormat } = structure;
  if (pattern === 'flat') return { group: '', prefix };
  if (pattern === 'custom') return { group: groupExtractor, prefix: '' };
  return legacyPattern(pattern, dateFormat) ?? { group: '', prefix: '' };
}

/**
 * Returns the group and the prefix of a legacy pattern. Undefined if the pattern does not end in `{seq}-{name}`, or if the date
 * is directly before `{seq}`, because the number could not be read from such a folder name.
 */
export function legacyPattern(pattern: string, dateFormat: DateFormat): FolderPattern | undefined {
  if (!pattern.includes('{date}')) return undefined;
  // In a date format of two levels, such as `YYYY/MM`, the first level is a folder.
  const whole = pattern.replaceAll('{date}', dateFormat.replace(/[^/]+/g, '{$&}'));
  const match = /^(?:\.\/)*(?:(.*[^/])\/)?([^/]*(?<!\}))\{seq\}-\{name\}\/?$/su.exec(whole);
  return match === null ? undefined : { group: match[1] ?? '', prefix: match[2] ?? '' };
}

const LONGEST_PART = 80;

/** Matches file names that are reserved on Windows, with any extension; a checkout on Windows would fail. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Returns the fields that determine a spec's group: every token of the pattern that is not a date. */
export function groupFields(extractor: string): readonly string[] {
  const tokens = [...extractor.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  return [...new Set(tokens.filter((token) => dateFormatOf(token) === undefined))];
}

/**
 * Returns the group of a folder pattern in the letter case of an existing group, because on most disks names that differ only in
 * case are the same folder.
 */
export function existingGroup(group: string, existing: Iterable<string>): string {
  let chosen: string[] = [];
  const wanted = group.split('/');
  for (const other of existing) {
    const parts = other.split('/');
    const end = wanted.findIndex((part, i) => folded(part) !== folded(parts[i] ?? ''));
    const common = parts.slice(0, end === -1 ? wanted.length : end);
    if (common.length > chosen.length) chosen = common;
  }
  return [...chosen, ...wanted.slice(chosen.length)].join('/');
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * Returns the group of a new spec, `''` if specs have no groups. A date token is replaced by the day of creation, a field token
 * by the value of the spec's field. The result is in Unicode NFC, like all folder names that spectool reads.
 * @throws SpectoolError `FIELD_INVALID` if a field is missing and no fallback is configured, or if the value cannot be a folder
 * name.
 */
export function groupFor(structure: StructureConfig, fields: JsonObject, created: CalendarDate): string {
  let missing: string | undefined;
  let used = '';
  const pattern = folderPattern(structure).group;
  const filled = fillDateTokens(pattern, created).replace(/\{([^{}]*)\}/g, (_whole, field: string) => {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (value === undefined || value === null || value === '' || typeof value === 'object') {
      missing ??= field;
      return '';
    }
    used ||= field;
    return folderPart(field, String(value));
  });
  if (missing === undefined) {
    const group = filled.normalize('NFC');
    // Groups for which `isPassedOver` is true are refused, because specs are not searched in such folders, or some systems do not
    // allow the name.
    if (used !== '' && group.split('/').some(isPassedOver)) throw cannotName(used, group);
    return group;
  }
  if (structure.groupFallback !== undefined && structure.groupFallback !== '')
    return structure.groupFallback.normalize('NFC');
  throw new SpectoolError(
    'FIELD_INVALID',
    `The field "${missing}" is missing; this project groups its specs by that field.`,
    {
      hint: `Set structure.groupFallback in .spectool/config.json, for specs without "${missing}".`,
      advice: createdWith(missing),
      details: { field: missing },
    },
  );
}

/** Returns advice to create the spec with the field; empty if `create` cannot set the field. */
function createdWith(field: string): readonly Advice[] {
  const to = 'create the spec with a value for the field';
  if (!isStandardField(field))
    return [{ useCase: 'createSpec', request: { fields: { [field]: '…' } }, needs: ['name'], to }];
  const name = REQUESTED_FIELDS.find(({ key }) => key === field)?.name;
  return name === undefined ? [] : [{ useCase: 'createSpec', needs: ['name', name as 'assignee'], to }];
}

function folderPart(field: string, value: string): string {
  const part = value.trim();
  const harmless =
    part !== '' &&
    !part.includes('..') &&
    !/[/\\\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/u.test(part) &&
    part.length <= LONGEST_PART;
  if (harmless) return part;
  throw cannotName(field, value);
}

/** True for folder names that cannot be groups; specs are not searched in folders with these names. */
export function isPassedOver(part: string): boolean {
  return (
    isUnseenFolder(part) ||
    part.endsWith('.') ||
    // On most disks `Archived` and `archived` are the same folder, which is the archive.
    folded(part) === ARCHIVE_FOLDER ||
    WINDOWS_DEVICE.test(part)
  );
}

function cannotName(field: string, value: string): SpectoolError {
  const shown = value.length > LONGEST_PART ? `${value.slice(0, LONGEST_PART)}…` : value;
  return new SpectoolError(
    'FIELD_INVALID',
    `${field}: ${quoted(shown)} cannot be a folder name; this project groups its specs by this field.`,
    {
      hint: `Use letters, digits, spaces, - and _ for ${field}, at most ${String(LONGEST_PART)} characters.`,
      details: { field },
    },
  );
}
