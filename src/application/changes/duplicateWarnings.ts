import { duplicateNumbers } from '../../domain/naming/duplicateNumbers.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Warning } from '../warning.js';

/** A word about every number that more than one spec carries. */
export function duplicateWarnings(
  folders: readonly Pick<SpecFolder, 'sequence' | 'path'>[],
): readonly Warning[] {
  return [...duplicateNumbers(folders)].map(([sequence, holders]) => ({
    code: 'NUMBER_DUPLICATE',
    message: `The number ${String(sequence)} is used more than once: ${holders.map(({ path }) => path).join(', ')}.`,
    advice: [
      { useCase: 'validateProject', request: { fix: true }, to: 'give all but the earliest a new number' },
    ],
  }));
}
