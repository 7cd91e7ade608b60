import type { SpecFolder } from './projectPath.js';
import type { StructureConfig } from '../project/configuration.js';
import { groupBy, largestNumber } from '../value/collections.js';
import type { LogRecord } from '../log/records/record.js';

type Numbered = Pick<SpecFolder, 'sequence' | 'group' | 'ref' | 'name' | 'at'>;

/** True for a spec whose number is one of the project: not for documents of another tool in a folder of their own. */
export function hasOwnNumber({ at, group }: Pick<SpecFolder, 'at' | 'group'>): boolean {
  return at === undefined || group === undefined;
}

/**
 * Returns the numbers that several folders have, with these folders. If numbers start again for each date, only folders of the
 * same date are compared. A number that only documents of another tool have twice is its matter.
 */
export function duplicateNumbers<Folder extends Numbered>(
  folders: readonly Folder[],
  structure: StructureConfig,
): readonly (readonly [number: number, holders: readonly Folder[]])[] {
  const byDate = numbersByDate(structure);
  const numbered = folders.filter((one) => one.sequence !== null && hasOwnNumber(one));
  return groupBy(numbered, (one) => `${byDate ? dateOf(one) : ''}${String(one.sequence)}`)
    .filter((holders) => holders.length > 1 && holders.some(({ at }) => at === undefined))
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

/** True if numbers may start again for each date, as in every legacy pattern, which has the date above or before the number. */
export function numbersByDate({ pattern }: StructureConfig): boolean {
  return pattern !== 'flat' && pattern !== 'custom';
}

/** Returns the highest spec number found in a log; 0 if there is none. */
export function highestSequenceIn(records: readonly LogRecord[]): number {
  const given = records
    .flatMap(({ events }) => events)
    // The numbers of adopted documents belong to the tool that writes them.
    .filter(({ type }) => type !== 'SpecAdopted')
    .map(({ type, data }) => (type === 'SpecRenumbered' ? data['to'] : data['sequence']))
    .filter((number) => Number.isSafeInteger(number) && Number(number) <= HIGHEST_NUMBER);
  return largestNumber(given.map(Number), 0);
}
