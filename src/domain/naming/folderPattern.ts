import type { DateFormat, StructureConfig } from '../project/configuration.js';

/**
 * The two configurable parts of a spec's path `<group>/<prefix><number>-<name>`, with tokens for dates (`{YYYY}`) and for fields
 * (`{milestone}`).
 */
export interface FolderPattern {
  /** The folders between the specs folder and the spec's folder; empty if specs are directly in the specs folder. */
  readonly group: string;
  readonly prefix: string;
}

/**
 * Returns the configured group and prefix, whether `structure.pattern` is `flat`, `custom` or a legacy pattern, in which
 * `{date}`, `{seq}` and `{name}` stand for the parts of the path.
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

/** True if numbers may start again for each date, as in every legacy pattern, which has the date above or before the number. */
export function numbersByDate({ pattern }: StructureConfig): boolean {
  return pattern !== 'flat' && pattern !== 'custom';
}
