import type { StructureConfig } from '../project/projectConfig.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { dateFormatOf, fillDateTokens } from './dateTokens.js';

export interface FolderNameParts {
  readonly sequence: number | null;
  readonly name: string;
}

/** `<prefix><sequence>-<name>`, the sequence padded to the configured width. */
export function formatFolderName(
  structure: StructureConfig,
  parts: { readonly sequence: number; readonly name: string; readonly created: CalendarDate },
): string {
  const number = String(parts.sequence).padStart(structure.sequenceDigits, '0');
  return `${prefixFor(structure, parts.created)}${number}-${parts.name}`;
}

/** The prefix counts in a flat tree only; slashes of a date format do not belong into one folder's name. */
function prefixFor(structure: StructureConfig, created: CalendarDate): string {
  return structure.pattern === 'flat' ? fillDateTokens(structure.prefix, created).replaceAll('/', '-') : '';
}

/** Reads a folder name made under the configured prefix, or without any; undefined when it is neither. */
export function parseFolderName(structure: StructureConfig, folderName: string): FolderNameParts | undefined {
  const rest = afterPrefix(structure, folderName);
  return (rest === undefined ? undefined : numbered(rest)) ?? numbered(folderName);
}

/**
 * Reads a folder that is known to hold a spec, made perhaps under an older prefix (existing specs do not change when the
 * configuration does): the last number before a `-` that is no part of a date.
 */
export function parseForeignFolderName(structure: StructureConfig, folderName: string): FolderNameParts {
  const known = parseFolderName(structure, folderName);
  if (known !== undefined) return known;
  const prefixed = /^(?:\d{4}-?\d{2}(?:-?\d{2})?-|[\p{L}][\p{L}_.]*-)(\d{1,15})-(.+)$/u.exec(folderName);
  if (prefixed !== null) return { sequence: Number(prefixed[1]), name: prefixed[2] ?? folderName };
  return { sequence: null, name: folderName };
}

function numbered(text: string): FolderNameParts | undefined {
  const match = /^(\d{1,15})-(.+)$/u.exec(text);
  return match === null ? undefined : { sequence: Number(match[1]), name: match[2] ?? '' };
}

function afterPrefix(structure: StructureConfig, folderName: string): string | undefined {
  if (structure.pattern !== 'flat' || structure.prefix === '') return folderName;
  const pattern = structure.prefix
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
  return escaped(format.replaceAll('/', '-'))
    .replace('YYYY', '\\d{4}')
    .replace('MM', '\\d{2}')
    .replace('DD', '\\d{2}');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
