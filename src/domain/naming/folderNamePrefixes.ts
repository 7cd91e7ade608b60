/** Matches a date that is followed by a number and a name. */
const DATED = /^(\d{8}|\d{4}-\d{2}-\d{2}|\d{4}-\d{2}|\d{4}|\d{2})-(?=(\d{1,15})-.)/su;
const DAY = /^(\d{8}|\d{4}-\d{2}-\d{2})-(?=.)/su;

const TIMESTAMP =
  /^(?<date>\d{4}(-?)\d{2}\2\d{2})(?<gap>[-_.T]?)(?<hour>\d{2})(?<inner>[-_.:]?)(?<minute>\d{2})(?:\k<inner>(?<second>\d{2}))?Z?[-_.](?=.)/su;
const SECONDS_SINCE_1970 = /^1\d{9}(?:\d{3})?-(?=.)/su;

/**
 * Finds a day and a time at the beginning of a folder name, as in `20260319-143022-login`. Undefined if there is none, or if the
 * time may be a spec's number because configured numbers have as many digits.
 * @param digits the configured width of numbers (`structure.sequenceDigits`).
 * @returns the rest of the name, and whether the digits can only be a time; `1430` may also be a number.
 */
export function timestampOf(
  folderName: string,
  digits: number,
): { readonly rest: string; readonly isCertain: boolean } | undefined {
  const since1970 = digits < 10 ? SECONDS_SINCE_1970.exec(folderName) : null;
  if (since1970 !== null) return { rest: folderName.slice(since1970[0].length), isCertain: true };
  const match = TIMESTAMP.exec(folderName);
  const { date = '', gap, hour = '', inner, minute = '', second } = match?.groups ?? {};
  if (match === null || !isDate(date) || hour > '23' || minute > '59' || (second ?? '') > '59')
    return undefined;
  const isCertain = second !== undefined || gap === 'T';
  const width = inner !== '' ? 2 : second === undefined ? 4 : 6;
  // `0012` in `20260307-0012-x` is the padded number 12, and `10` in `20260307-10-20-x` is the number 10, not a time.
  const isNumber = width === digits || (!isCertain && (inner !== '' || hour === '00'));
  return isNumber && gap !== 'T' ? undefined : { rest: folderName.slice(match[0].length), isCertain };
}

/**
 * Returns the rest of a folder name after the date prefix of an older configuration; undefined if there is none. A partial date
 * counts only before a number of the configured width or with a leading zero, because `2025-110-x` could also be spec 2025.
 * @param digits the configured width of numbers (`structure.sequenceDigits`).
 */
export function behindOldDate(folderName: string, digits: number): string | undefined {
  const dated = DATED.exec(folderName);
  const [, date = '', number = ''] = dated ?? [];
  // `2025-08-06-add-x` is a day and a name, not number 6 of August.
  const behindDay = date.length < 8 ? afterDay(folderName) : undefined;
  if (behindDay !== undefined) return behindDay;
  return dated !== null && isDatePrefix(date, number, digits) ? folderName.slice(dated[0].length) : undefined;
}

/** Returns the rest of a folder name after a full date; undefined if the name does not begin with one. */
export function afterDay(folderName: string): string | undefined {
  const day = DAY.exec(folderName);
  return day !== null && isDate(day[1] ?? '') ? folderName.slice(day[0].length) : undefined;
}

/**
 * Returns `<number>-<name>` from a folder name with another prefix (`spec-`, `v`) and perhaps a date. The number is the first one
 * that is padded as spectool pads numbers; `sha256-hashing` and `plan-2026-budget` have none.
 */
export function behindForeignPrefix(folderName: string, digits: number): string | undefined {
  for (const run of folderName.matchAll(/(?<!\d)\d+/g)) {
    const rest = folderName.slice(run.index);
    const behindDate = timestampOf(rest, digits)?.rest ?? behindOldDate(rest, digits);
    if (behindDate !== undefined) return behindDate;
    if (!/^\d+-./su.test(rest)) continue;
    const [number] = run;
    const padded = number.length >= 2 && number.startsWith('0');
    const apart = /[-_.#\s]$/.test(folderName.slice(0, run.index));
    if (padded || (apart && number.length >= Math.max(2, digits) && !isYear(number))) return rest;
  }
  return undefined;
}

/** True for a folder name that is a date, as groups may have: `2025`, `2025-11`, `20251101`. */
export function isDateName(folderName: string): boolean {
  return /^\d{4}(?:-?\d{2}){0,2}$/.test(folderName) && isDate(folderName);
}

function isDatePrefix(date: string, number: string, digits: number): boolean {
  if (!isDate(date)) return false;
  if (date.length >= 8) return true;
  const padded = number.length >= 2 && number.startsWith('0');
  if (date.length === 2) return digits >= 3 && (number.length === digits || (padded && number.length >= 3));
  return padded || (digits >= 2 && digits !== 4 && number.length === digits);
}

/** True for `20251101`, `2025-11-01`, `2025-11`, `2025` or `11`. */
export function isDate(text: string): boolean {
  const plain = text.replaceAll('-', '');
  if (plain.length === 2) return isMonth(plain);
  const day = Number(plain.slice(6, 8) || '1');
  return isYear(plain.slice(0, 4)) && isMonth(plain.slice(4, 6) || '01') && day >= 1 && day <= 31;
}

export function isYear(text: string): boolean {
  return /^(?:19|2\d)\d\d$/.test(text);
}

function isMonth(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 12;
}
