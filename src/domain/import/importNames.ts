import { slugOf } from '../naming/slug.js';
import { SpectoolError } from '../errors/spectoolError.js';
import type { ImportedDocument } from './importedDocument.js';

/** Number and name that a document gets as a spec. */
export interface GivenName {
  readonly sequence: number;
  readonly name: string;
  /** Its number in the source, if another document or spec has that. */
  readonly wanted?: number;
}

/** A larger number is a date or an id, and is not kept. */
const HIGHEST = 999_999;

/**
 * Assigns numbers: each document keeps its own; of several with one number the oldest keeps it. The others, and those without a
 * number, get the next free ones.
 * @param isTaken true if another spec has the number.
 * @param highest the highest number ever given.
 */
export function givenNames(
  documents: readonly Pick<ImportedDocument, 'number' | 'name' | 'created' | 'place'>[],
  isTaken: (number: number, name: string) => boolean,
  highest: number,
): ReadonlyMap<string, GivenName> {
  const used = new Set<number>();
  const given = new Map<string, GivenName>();
  const byAge = [...documents].sort(
    (a, b) => compare(a.created ?? '9', b.created ?? '9') || compare(a.place, b.place),
  );
  const waiting: typeof byAge = [];
  for (const one of byAge) {
    const { number } = one;
    const name = folderWords(one);
    const isFree = isImportedNumber(number) && !used.has(number) && !isTaken(number, name);
    if (isFree) given.set(one.place, { sequence: number, name });
    else waiting.push(one);
    if (isFree) used.add(number);
  }
  let next = [...used].reduce((most, number) => Math.max(most, number), highest);
  for (const one of waiting) {
    next += 1;
    const { number } = one;
    given.set(one.place, {
      sequence: next,
      name: folderWords(one),
      ...(isImportedNumber(number) && { wanted: number }),
    });
  }
  return given;
}

/** True for a number that a document may keep as a spec. */
export function isImportedNumber(number: number | undefined): number is number {
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= HIGHEST;
}

function folderWords({ name, place }: Pick<ImportedDocument, 'name' | 'place'>): string {
  for (const text of [name, place.slice(place.lastIndexOf('/') + 1).replace(/\.\w+$/, '')]) {
    try {
      return slugOf(text);
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
    }
  }
  return 'document';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
