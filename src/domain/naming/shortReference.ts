import type { SpecFolder } from './specFolder.js';

/**
 * What people read and type for a spec: its number in the project's width, its folder name where it has none. Never read off
 * the folder name: that may hold a date, or another number, in front.
 * @param digits `structure.sequenceDigits`
 */
export function shortReference(
  { sequence, ref }: Pick<SpecFolder, 'sequence' | 'ref'>,
  digits: number,
): string {
  return sequence === null ? ref : String(sequence).padStart(digits, '0');
}
