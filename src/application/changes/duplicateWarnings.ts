import { duplicateNumbers } from '../../domain/naming/duplicateNumbers.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { StructureConfig } from '../../domain/project/configuration.js';
import type { Warning } from '../warning.js';

const MOST_TOLD = 3;

/** A word about every number that more than one spec carries; of many, one about all of them. */
export function duplicateWarnings(
  folders: readonly Omit<SpecFolder, 'archived'>[],
  structure: StructureConfig,
): readonly Warning[] {
  const duplicates = duplicateNumbers(folders, structure);
  const messages = duplicates.map(
    ([sequence, holders]) =>
      `The number ${String(sequence)} is used more than once: ${holders.map(({ path }) => path).join(', ')}.`,
  );
  const first = duplicates.slice(0, MOST_TOLD).map(([sequence]) => String(sequence));
  const told =
    duplicates.length <= MOST_TOLD
      ? messages
      : [`${String(duplicates.length)} numbers are used more than once: ${first.join(', ')}, ….`];
  return told.map((message) => ({
    code: 'NUMBER_DUPLICATE',
    message,
    advice: [
      { useCase: 'validateProject', request: { fix: true }, to: 'give all but the earliest a new number' },
    ],
  }));
}
