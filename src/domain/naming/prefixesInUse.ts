import { isDate, isYear, timestampOf } from './oldPrefix.js';

/** What stands before a number: a date, with words before it perhaps, or words, or a number that is none of ours. */
export interface NumberPrefix {
  /** Prefixes of one shape are one: `03-` and `04-` are months both. */
  readonly shape: string;
  readonly text: string;
  /** The digits behind it. */
  readonly number: string;
}

/** The longest first; behind each a number and a name. */
const DATES = [/^\d{8}/, /^\d{4}-\d{2}-\d{2}/, /^\d{4}-\d{2}/, /^\d{4}/, /^\d{2}/];
const NUMBER = /^([-_.]?)(\d{1,15})-./su;

/**
 * Prefixes of older configurations that the folder names of one directory tell of: `03-1-a` alone may be number 3, but with `03-2-b` beside
 * it the 3 is a month. Told by a padded number, or by two numbers nobody else has.
 * @param digits `structure.sequenceDigits`
 * @param taken numbers of the other folders.
 */
export function prefixesInUse(
  names: readonly string[],
  digits: number,
  taken: ReadonlySet<number>,
): ReadonlySet<string> {
  const numbers = new Map<string, string[]>();
  for (const name of names) {
    const prefix = prefixOf(name, digits);
    // `plan-2026-budget` tells of nothing, nor does the time of day in `20260319-093022-login`.
    if (prefix === undefined || isYear(prefix.number) || timestampOf(name, digits) !== undefined) continue;
    numbers.set(prefix.shape, [...(numbers.get(prefix.shape) ?? []), prefix.number]);
  }
  const proven = [...numbers].filter(([shape, found]) => {
    if (found.some((number) => isPadded(number, digits))) return true;
    const apart = /[-_.#\s]$/.test(shape);
    const distinct = new Set(found.map(Number));
    return (
      apart &&
      distinct.size > 1 &&
      distinct.size === found.length &&
      found.every((number) => number.length === digits && !taken.has(Number(number)))
    );
  });
  return new Set(proven.map(([shape]) => shape));
}

/** The prefix a folder name seems to have, undefined for none. */
export function prefixOf(name: string, digits: number): NumberPrefix | undefined {
  const words = /^\D*/.exec(name)?.[0] ?? '';
  const date = datePrefix(name.slice(words.length), digits);
  if (date !== undefined) {
    const text = words + date.text;
    return { ...date, text, shape: words + date.shape };
  }
  const match =
    words === '' ? /^(\d+-)(\d{1,15})-./su.exec(name) : /^(.*?\D)(\d{1,15})-(?!\d+-)./su.exec(name);
  const [, text = '', number = ''] = match ?? [];
  if (match === null) return undefined;
  // A number as wide as ours, or as what follows it, is one of ours: `010-100-days`.
  const width = text.length - 1;
  if (words === '' && width >= Math.min(digits, number.length)) return undefined;
  return { shape: text, text, number };
}

function datePrefix(rest: string, digits: number): NumberPrefix | undefined {
  const readings = DATES.flatMap((form) => {
    const date = form.exec(rest)?.[0] ?? '';
    const [, separator = '', number = ''] = NUMBER.exec(rest.slice(date.length)) ?? [];
    if (number === '' || !isDate(date) || (separator === '' && !standsOut(date, number, digits))) return [];
    const text = date + separator;
    return [{ shape: text.replace(/\d/g, '#'), text, number }];
  });
  const [longest] = readings;
  // `2025-02-03-002-b` is a whole day, whatever the width of numbers is now.
  if (longest !== undefined && isWholeDay(longest.shape) && startsPadded(longest.number)) return longest;
  return readings.find(({ number }) => number.length === digits) ?? longest;
}

/** `20251105001` is a day and a number; `012` and `2025110` are numbers as likely. */
function standsOut(date: string, number: string, digits: number): boolean {
  if (digits < 2) return false;
  return date.length >= 8 ? number.length >= digits : date.length >= 4 && number.length === digits;
}

function isWholeDay(shape: string): boolean {
  return /^(?:#{8}|#{4}-##-##)/.test(shape);
}

/** Three digits were padded on purpose, whatever the width is now. */
function isPadded(number: string, digits: number): boolean {
  return number.length >= Math.min(digits, 3) && startsPadded(number);
}

function startsPadded(number: string): boolean {
  return number.length >= 2 && number.startsWith('0');
}
