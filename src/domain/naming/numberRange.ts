import { SpectoolError } from '../errors/spectoolError.js';
import type { SpecFolder } from './specFolder.js';

const RANGE = /^#?(\d{1,9})-#?(\d{1,9})$/;

/** True for what may mean several specs: `5-9`. */
export function isNumberRange(reference: string): boolean {
  const [, from, to] = RANGE.exec(reference.trim()) ?? [];
  return from !== undefined && to !== undefined && Number(from) <= Number(to);
}

/**
 * The numbers in a range that specs have, ascending; undefined for what is no range, or how a folder is called.
 * @throws SpectoolError `SPEC_NOT_FOUND` where nothing has a number in it.
 */
export function numbersInRange(
  reference: string,
  folders: readonly SpecFolder[],
): readonly number[] | undefined {
  const wanted = reference.trim();
  if (!isNumberRange(wanted) || folders.some(({ ref, name }) => ref.startsWith(wanted) || name === wanted))
    return undefined;
  const [from = 0, to = 0] = wanted.replaceAll('#', '').split('-').map(Number);
  const numbers = folders.flatMap(({ sequence }) =>
    sequence !== null && sequence >= from && sequence <= to ? [sequence] : [],
  );
  if (numbers.length > 0) return [...new Set(numbers)].sort((a, b) => a - b);
  throw new SpectoolError('SPEC_NOT_FOUND', `No spec has a number from ${String(from)} to ${String(to)}.`, {
    advice: [{ useCase: 'listSpecs', request: { scope: 'all' }, to: 'list all specs' }],
    details: { reference: wanted, nearest: [] },
  });
}
