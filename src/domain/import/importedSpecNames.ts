import { slugOf } from '../naming/slug.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { isRecordWord } from './decisionRecordFolders.js';
import type { ImportedDocument } from './importedDocument.js';

/** The number and the name that an imported document gets as a spec. */
export interface GivenName {
  readonly sequence: number;
  readonly name: string;
  /** The number of the document in the source, if the document could not keep it because another document or spec has it. */
  readonly wanted?: number;
}

/** The greatest number that a document keeps; a larger number is assumed to be a date or an id. */
const HIGHEST = 999_999;

/**
 * Assigns numbers to imported documents. A document keeps its own number; if several have the same number, the oldest document
 * keeps it. All other documents get the next free numbers.
 * @param isTaken returns true if another spec has the number.
 * @param highest the highest number that any spec ever had.
 */
export function givenNames(
  documents: readonly Pick<ImportedDocument, 'number' | 'name' | 'created' | 'place'>[],
  isTaken: (number: number, name: string) => boolean,
  highest: number,
): ReadonlyMap<string, GivenName> {
  const used = new Set<number>();
  const given = new Map<string, GivenName>();
  const byAge = [...documents].sort(
    (a, b) => compare(a.created ?? '9', b.created ?? '9') || compare(padded(a.place), padded(b.place)),
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

const NUMBER_BEFORE =
  /^\[?(?:([A-Za-z][A-Za-z ]{1,20}?)([-_ #]*))?#?(\d{1,7})[a-z]?(\]?\s*[-.:)\u2013\u2014]+\s+|\]\s*|\s+)(?=\S)/;

/**
 * Returns a title without the number before it, if that is the number of the spec: `5. Use a queue` and `ADR-005: Use a queue`
 * become `Use a queue`. The word before it is a kind of records (`Aries RFC 0249:`), or the mark of a series (`MSC3787:`).
 */
export function withoutNumber(title: string, number: number | null | undefined): string {
  const [before, word = '', gap = '', digits, mark = ''] = NUMBER_BEFORE.exec(title.slice(0, 100)) ?? [];
  if (before === undefined || Number(digits) !== number) return title;
  // Without a mark, the number may be a part of the title: `5 whys`. In `#5 Use a queue`, `#` is the mark.
  const isPart = mark.trim() === '' && !before.includes('#') && !/^\d{3}/.test(digits ?? '');
  const isSeries = /^[A-Z]{2,6}$/.test(word) && !/\s/.test(gap) && mark.trim() !== '';
  if (word === '' ? isPart : !isSeries && !isRecordWord(word.replace(/^.* /, ''))) return title;
  const rest = title.slice(before.length);
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

/** True for a number that a document may keep when it becomes a spec. */
function isImportedNumber(number: number | undefined): number is number {
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

/** Pads the numbers of a path, so that 1.10 is behind 1.9. */
function padded(path: string): string {
  return path.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
