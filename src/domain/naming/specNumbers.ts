import type { SpecFolder } from './projectPath.js';
import type { StructureConfig } from '../project/configuration.js';
import { groupBy } from '../value/collections.js';
import { SpectoolError } from '../errors/spectoolError.js';

type Numbered = Pick<SpecFolder, 'sequence' | 'group' | 'ref' | 'name'>;

/**
 * Returns the numbers that several folders have, with these folders. If numbers start again for each date, only folders of the
 * same date are compared.
 */
export function duplicateNumbers<Folder extends Numbered>(
  folders: readonly Folder[],
  structure: StructureConfig,
): readonly (readonly [number: number, holders: readonly Folder[]])[] {
  const byDate = numbersByDate(structure);
  const numbered = folders.filter(({ sequence }) => sequence !== null);
  return groupBy(numbered, (one) => `${byDate ? dateOf(one) : ''}${String(one.sequence)}`)
    .filter(({ length }) => length > 1)
    .map((holders) => [holders[0]?.sequence ?? 0, holders]);
}

/** Returns the part of a spec's path that contains the date, if numbers start again for each date: the group and the prefix. */
function dateOf({ group = '', ref, name }: Numbered): string {
  return `${group}/${ref.slice(0, -name.length).replace(/\d+-$/, '')}`;
}

/** The greatest gap between numbers that count as consecutive; deleted specs leave gaps. */
const WIDEST_GAP = 10;

/** The lowest number that may be a year. */
const FIRST_YEAR = 1900;

/**
 * Returns the numbers that look like years but are consecutive spec numbers: smaller numbers lead up to them with small gaps.
 * Numbers that several folders have are left out.
 */
export function countedNumbers(numbers: readonly number[]): ReadonlySet<number> {
  const sorted = [...numbers].sort((a, b) => a - b);
  const counted = new Set<number>();
  let last = 0;
  for (const [i, number] of sorted.entries()) {
    if (number - last > WIDEST_GAP) {
      if (number >= FIRST_YEAR) break;
      last = number;
      continue;
    }
    last = number;
    if (number >= FIRST_YEAR && number !== sorted[i - 1] && number !== sorted[i + 1]) counted.add(number);
  }
  return counted;
}

/** The highest number that a spec may have; the next number is then still a safe integer. */
export const HIGHEST_NUMBER = 999_999_999_999_998;

/**
 * Returns the number for a new spec: one more than the highest number. Numbers above `HIGHEST_NUMBER` are ignored.
 * @param given the numbers of specs in this worktree, in other worktrees and on other branches, including deleted specs.
 */
export function nextNumber(given: Iterable<number | null>): number {
  let number = 1;
  for (const one of given) if (one !== null && one <= HIGHEST_NUMBER) number = Math.max(number, one + 1);
  return number;
}

const NUMBER = /^#?(\d{1,15})$/;

/** Returns the spec number that a reference consists of: 5 for `5`, `005` and `#5`; undefined for any other reference. */
export function numberIn(reference: string): number | undefined {
  const digits = NUMBER.exec(reference)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const RANGE = /^#?(\d{1,9})-#?(\d{1,9})$/;

/** True for a range of spec numbers: `5-9`. */
export function isNumberRange(reference: string): boolean {
  const [, from, to] = RANGE.exec(reference.trim()) ?? [];
  return from !== undefined && to !== undefined && Number(from) <= Number(to);
}

/**
 * Returns the spec numbers in a range such as `5-9` that existing specs have, ascending; undefined if the text is not a range, or
 * if a folder has this name.
 * @throws SpectoolError `SPEC_NOT_FOUND` if no spec has a number in the range.
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

/** True if numbers may start again for each date, as in every legacy pattern, which has the date above or before the number. */
export function numbersByDate({ pattern }: StructureConfig): boolean {
  return pattern !== 'flat' && pattern !== 'custom';
}
