import { SpectoolError } from '../errors/spectoolError.js';
import type { StructureConfig } from '../project/configuration.js';
import { numbersByDate } from './folderPattern.js';
import type { SpecFolder } from './specFolder.js';

type Numbered = Pick<SpecFolder, 'sequence' | 'group' | 'ref' | 'name'>;

/** Numbers that more than one folder carries, with the folders; under a pattern that numbers by date, within one date. */
export function duplicateNumbers<Folder extends Numbered>(
  folders: readonly Folder[],
  structure: StructureConfig,
): readonly (readonly [number: number, holders: readonly Folder[]])[] {
  const byDate = numbersByDate(structure);
  const keyOf = (folder: Numbered) =>
    byDate ? `${dateOf(folder)}${String(folder.sequence)}` : folder.sequence;
  const seen = new Set<string | number | null>();
  const twice = new Set<string | number | null>();
  for (const folder of folders) {
    if (folder.sequence === null) continue;
    const key = keyOf(folder);
    if (seen.has(key)) twice.add(key);
    else seen.add(key);
  }
  // Mostly there are none, and then nothing more is made of ten thousand numbers.
  if (twice.size === 0) return [];
  const holders = new Map<string | number | null, [number, Folder[]]>();
  for (const folder of folders) {
    const key = keyOf(folder);
    if (folder.sequence === null || !twice.has(key)) continue;
    const known = holders.get(key);
    if (known === undefined) holders.set(key, [folder.sequence, [folder]]);
    else known[1].push(folder);
  }
  return [...holders.values()];
}

/** What stands above and before the number. */
function dateOf({ group = '', ref, name }: Numbered): string {
  return `${group}/${ref.slice(0, -name.length).replace(/\d+-$/, '')}`;
}

/** Specs that were taken out leave gaps. */
const WIDEST_GAP = 10;
/** Below this no number is taken for a year. */
const FIRST_YEAR = 1900;

/**
 * Of numbers that read like years, the ones that were counted up to: a tree of that many specs reaches them one by one from below,
 * where folders called after years stand alone. A number two folders share is left out.
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

/** Numbers a new spec must not get. */
export interface NumbersInUse {
  /** Of specs, here or elsewhere, deleted ones too. */
  readonly given: Iterable<number | null>;
  /** Being given at this moment by others, who may fail and give them back. */
  readonly pending: ReadonlySet<number>;
}

/** The highest that a folder name can carry, and one after it still. */
export const HIGHEST_NUMBER = 999_999_999_999_998;

/** The number a new spec gets: one after the highest ever given. A number given once is never given again; one that somebody made up is passed over. */
export function nextNumber({ given, pending }: NumbersInUse): number {
  let number = 1;
  for (const one of given) if (one !== null && one <= HIGHEST_NUMBER) number = Math.max(number, one + 1);
  while (pending.has(number)) number += 1;
  return number;
}

const NUMBER = /^#?(\d{1,15})$/;

/** The number that a reference is: `5`, `005` and `#5` are the same; undefined for any other. */
export function numberIn(reference: string): number | undefined {
  const digits = NUMBER.exec(reference)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

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
