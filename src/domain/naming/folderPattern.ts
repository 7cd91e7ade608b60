import type { DateFormat, StructureConfig } from '../project/configuration.js';

/** The two parts of a spec's place that the configuration decides, with date and field tokens: `<group>/<prefix><number>-<name>`. */
export interface FolderPattern {
  /** Folders above the spec's own; empty where specs stand directly in the specs directory. */
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
 * The parts of a legacy pattern. Undefined for one that does not end in `{seq}-{name}`, or has the date right before that: from
 * the name of such a folder its number could not be read again.
 */
export function legacyPattern(pattern: string, dateFormat: DateFormat): FolderPattern | undefined {
  if (!pattern.includes('{date}')) return undefined;
  // A date of two levels makes a folder of its first.
  const whole = pattern.replaceAll('{date}', dateFormat.replace(/[^/]+/g, '{$&}'));
  const match = /^(?:\.\/)*(?:(.*[^/])\/)?([^/]*(?<!\}))\{seq\}-\{name\}\/?$/su.exec(whole);
  return match === null ? undefined : { group: match[1] ?? '', prefix: match[2] ?? '' };
}

/** True where numbers may begin anew under each date: every legacy pattern has the date above or before the number. */
export function numbersByDate({ pattern }: StructureConfig): boolean {
  return pattern !== 'flat' && pattern !== 'custom';
}
