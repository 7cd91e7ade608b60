import type { StructureConfig } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { dateFormatOf, fillDateTokens } from './dateTokens.js';
import { folderPattern } from './folderPattern.js';
import {
  afterDay,
  behindForeignPrefix,
  behindOldDate,
  isDateName,
  isYear,
  timestampOf,
} from './folderNamePrefixes.js';

export interface FolderNameParts {
  readonly sequence: number | null;
  readonly name: string;
}

/** Returns the folder name `<prefix><number>-<name>`, with the number padded to the configured width. */
export function formatFolderName(
  structure: StructureConfig,
  parts: { readonly sequence: number; readonly name: string; readonly created: CalendarDate },
): string {
  const number = String(parts.sequence).padStart(structure.sequenceDigits, '0');
  return `${prefixFor(structure, parts.created)}${number}-${parts.name}`;
}

/**
 * Returns the configured prefix with its date filled in. Slashes of the date format become `-`, because the prefix is part of one
 * folder name.
 */
function prefixFor(structure: StructureConfig, created: CalendarDate): string {
  return fillDateTokens(folderPattern(structure).prefix, created).replaceAll('/', '-');
}

/**
 * Reads number and name from a folder name that has the configured prefix, no prefix, or the date prefix of an older
 * configuration. Undefined if the folder name has another form, or is a date: `2025-11` is not spec number 2025.
 */
export function parseFolderName(structure: StructureConfig, folderName: string): FolderNameParts | undefined {
  if (isDateName(folderName)) return undefined;
  const timestamp = timestampOf(folderName, structure.sequenceDigits);
  if (timestamp?.isCertain === true) return numberedOrNamed(timestamp.rest);
  const rest = afterPrefix(structure, folderName);
  if (rest !== undefined && rest !== folderName) {
    const configured = numbered(rest);
    if (configured !== undefined && !isDayOfMonth(structure, folderName, rest)) return configured;
  }
  const plainNumber = numbered(folderName);
  const dated = timestamp?.rest ?? behindOldDate(folderName, structure.sequenceDigits);
  return dated === undefined ? plainNumber : numberedOrNamed(dated);
}

function numberedOrNamed(rest: string): FolderNameParts {
  return numbered(rest) ?? { sequence: null, name: rest };
}

/**
 * Reads number and name from the folder name of a known spec, whatever its prefix, because existing specs keep their folder names
 * when the configuration changes.
 */
export function parseForeignFolderName(structure: StructureConfig, folderName: string): FolderNameParts {
  const whole = { sequence: null, name: folderName };
  const known = parseFolderName(structure, folderName);
  if (known !== undefined) return known;
  // A folder name that is only a number is the spec's number, so that no other spec gets this number.
  if (/^\d{1,6}$/.test(folderName) && !isDateName(folderName))
    return { sequence: Number(folderName), name: folderName };
  const rest = behindForeignPrefix(folderName, structure.sequenceDigits);
  return (rest === undefined ? undefined : numbered(rest)) ?? whole;
}

/**
 * True for a folder name that may be the name of a group, such as `2024-q1` or `1-alpha`: its number is not padded like the
 * numbers that spectool gives, or is a year.
 */
export function mayBeGroup(structure: StructureConfig, folderName: string): boolean {
  const number = /^\d+/.exec(folderName)?.[0] ?? '';
  return number !== '' && (number.length < structure.sequenceDigits || isYear(number));
}

/**
 * True if a folder name such as `2025-08-06-add-x` consists of a date and a name, so that `06` is the day, not the spec's number.
 * False if the configuration numbers specs with two digits, because `06` may then be a number.
 */
function isDayOfMonth(structure: StructureConfig, folderName: string, rest: string): boolean {
  const name = afterDay(folderName);
  if (name === undefined || name.length >= rest.length) return false;
  const width = /^\d+/.exec(rest)?.[0].length ?? 0;
  return width < structure.sequenceDigits || rest.slice(width + 1) !== name;
}

function numbered(text: string): FolderNameParts | undefined {
  const match = /^(\d{1,15})-(.+)$/su.exec(text);
  return match === null ? undefined : { sequence: Number(match[1]), name: match[2] ?? '' };
}

function afterPrefix(structure: StructureConfig, folderName: string): string | undefined {
  const { prefix } = folderPattern(structure);
  if (prefix === '') return folderName;
  const pattern = prefix
    .split(/(\{[YMD/-]+\})/)
    .map((part) => {
      const token = dateFormatOf(part.slice(1, -1));
      return token === undefined || !part.startsWith('{') ? escaped(part) : dateShape(token);
    })
    .join('');
  const match = new RegExp(`^${pattern}`, 'u').exec(folderName);
  return match === null ? undefined : folderName.slice(match[0].length);
}

function dateShape(format: string): string {
  return format
    .replaceAll('/', '-')
    .replace('YYYY', '\\d{4}')
    .replace('MM', '(?:0[1-9]|1[0-2])')
    .replace('DD', '(?:0[1-9]|[12]\\d|3[01])');
}

function escaped(text: string): string {
  return text.replaceAll('/', '-').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
