/** Behind each comes a number of its own and a name. */
const DATED = /^(\d{8}|\d{4}-\d{2}-\d{2}|\d{4}-\d{2}|\d{4}|\d{2})-(?=(\d{1,15})-.)/su;
const DAY = /^(\d{8}|\d{4}-\d{2}-\d{2})-(?=.)/su;

/**
 * What stands behind the date that an older configuration put in front, undefined when there is none. `2025-110-x` could
 * also be spec 2025: a mere part of a date counts only before a number of the configured width, or one with a leading zero.
 * @param digits `structure.sequenceDigits`
 */
export function behindOldDate(folderName: string, digits: number): string | undefined {
  const dated = DATED.exec(folderName);
  const [, date = '', number = ''] = dated ?? [];
  // `2025-08-06-add-x` is a day and a name, no number 6 of August.
  const behindDay = date.length < 8 ? afterDay(folderName) : undefined;
  if (behindDay !== undefined) return behindDay;
  return dated !== null && isDatePrefix(date, number, digits) ? folderName.slice(dated[0].length) : undefined;
}

/** What stands behind a whole day, undefined when the name does not begin with one. */
export function afterDay(folderName: string): string | undefined {
  const day = DAY.exec(folderName);
  return day !== null && isDate(day[1] ?? '') ? folderName.slice(day[0].length) : undefined;
}

/**
 * `<number>-<name>` behind a literal prefix (`spec-`, `v`), with a date perhaps: the first number that is padded like
 * one of ours. `sha256-hashing` and `plan-2026-budget` have none.
 */
export function behindForeignPrefix(folderName: string, digits: number): string | undefined {
  for (const run of folderName.matchAll(/(?<!\d)\d+/g)) {
    const rest = folderName.slice(run.index);
    const behindDate = behindOldDate(rest, digits);
    if (behindDate !== undefined) return behindDate;
    if (!/^\d+-./su.test(rest)) continue;
    const [number] = run;
    const padded = number.length >= 2 && number.startsWith('0');
    const apart = /[-_.#\s]$/.test(folderName.slice(0, run.index));
    if (padded || (apart && number.length >= Math.max(2, digits) && !isYear(number))) return rest;
  }
  return undefined;
}

/** What a date token makes of a group: `2025`, `2025-11`, `20251101`. */
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

/** `20251101`, `2025-11-01`, `2025-11`, `2025` or `11`. */
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
