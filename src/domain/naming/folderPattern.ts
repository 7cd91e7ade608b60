import type { DateFormat, StructureConfig } from '../project/configuration.js';

/** The two configured parts of a spec's path, with date and field tokens: `<group>/<prefix><number>-<name>`. */
export interface FolderPattern {
  /** Folders above the spec's own; empty if specs are directly in the specs folder. */
  readonly group: string;
  readonly prefix: string;
}

/** Returns the same parts for each of the three ways in which `structure.pattern` can be written. */
export function folderPattern(structure: StructureConfig): FolderPattern {
  const { pattern, prefix, groupExtractor = '', dateFormat } = structure;
  if (pattern === 'flat') return { group: '', prefix };
  if (pattern === 'custom') return { group: groupExtractor, prefix: '' };
  return legacyPattern(pattern, dateFormat) ?? { group: '', prefix: '' };
}

/**
 * Returns the parts of a legacy pattern. Undefined if it does not end in `{seq}-{name}`, or has the date right before that: the
 * number could not be read back from such a folder name.
 */
export function legacyPattern(pattern: string, dateFormat: DateFormat): FolderPattern | undefined {
  if (!pattern.includes('{date}')) return undefined;
  // A date of two levels makes a folder of its first level.
  const whole = pattern.replaceAll('{date}', dateFormat.replace(/[^/]+/g, '{$&}'));
  const match = /^(?:\.\/)*(?:(.*[^/])\/)?([^/]*(?<!\}))\{seq\}-\{name\}\/?$/su.exec(whole);
  return match === null ? undefined : { group: match[1] ?? '', prefix: match[2] ?? '' };
}

/** True if numbers may restart under each date: every legacy pattern has the date above or before the number. */
export function numbersByDate({ pattern }: StructureConfig): boolean {
  return pattern !== 'flat' && pattern !== 'custom';
}
