import { SpectoolError } from '../errors/spectoolError.js';
import type { StructureConfig } from '../project/configuration.js';
import type { CalendarDate } from '../value/dates.js';
import type { SpecFolder } from './projectPath.js';
import { dateFormatOf, fillDateTokens, folderPattern } from './folderPattern.js';

/** Matches a date, or a part of one, before a number and a name: `2025-11-` in `2025-11-012-login`. */
const DATED = /^(\d{8}|\d{4}-\d{2}-\d{2}|\d{4}-\d{2}|\d{4}|\d{2})-(?=(\d{1,15})-.)/su;
const DAY = /^(\d{8}|\d{4}-\d{2}-\d{2})-(?=.)/su;

const TIMESTAMP =
  /^(?<date>\d{4}(-?)\d{2}\2\d{2})(?<gap>[-_.T]?)(?<hour>\d{2})(?<inner>[-_.:]?)(?<minute>\d{2})(?:\k<inner>(?<second>\d{2}))?Z?[-_.](?=.)/su;
const SECONDS_SINCE_1970 = /^1\d{9}(?:\d{3})?-(?=.)/su;

/**
 * Finds a day and a time at the beginning of a folder name, as in `20260319-143022-login`. Undefined if there is none, or if the
 * time may be a spec's number, because it has the configured width of numbers.
 * @param digits the configured width of numbers (`structure.sequenceDigits`).
 * @returns the rest of the name, and whether the digits are certainly a time; `1430` may also be a number.
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
function behindOldDate(folderName: string, digits: number): string | undefined {
  const dated = DATED.exec(folderName);
  const [, date = '', number = ''] = dated ?? [];
  // `2025-08-06-add-x` is a day and a name, not number 6 of August.
  const behindDay = date.length < 8 ? afterDay(folderName) : undefined;
  if (behindDay !== undefined) return behindDay;
  return dated !== null && isDatePrefix(date, number, digits) ? folderName.slice(dated[0].length) : undefined;
}

/** Returns the rest of a folder name after a full date; undefined if the name does not begin with one. */
function afterDay(folderName: string): string | undefined {
  const day = DAY.exec(folderName);
  return day !== null && isDate(day[1] ?? '') ? folderName.slice(day[0].length) : undefined;
}

/**
 * Returns `<number>-<name>` from a folder name with another prefix and perhaps a date: `012-login` from `spec-012-login`. The
 * number is the first one that is padded like the numbers of spectool; `sha256-hashing` and `plan-2026-budget` have no such
 * number.
 */
function behindForeignPrefix(folderName: string, digits: number): string | undefined {
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

/**
 * True for a folder name that is only a date, so that it is a group's and not a spec's folder name: `2025`, `2025-11`,
 * `20251101`.
 */
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

/** True for a text in the form of a valid date or part of one: `20251101`, `2025-11-01`, `2025-11`, `2025` or `11`. */
function isDate(text: string): boolean {
  const plain = text.replaceAll('-', '');
  if (plain.length === 2) return isMonth(plain);
  const day = Number(plain.slice(6, 8) || '1');
  return isYear(plain.slice(0, 4)) && isMonth(plain.slice(4, 6) || '01') && day >= 1 && day <= 31;
}

function isYear(text: string): boolean {
  return /^(?:19|2\d)\d\d$/.test(text);
}

function isMonth(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 12;
}

/**
 * Returns a spec's folder name with its number replaced by `to`. The text around the number stays, including a date directly
 * before it.
 * @param digits the configured width of numbers (`structure.sequenceDigits`).
 */
export function renumberedRef(
  { ref, name, sequence }: Pick<SpecFolder, 'ref' | 'name' | 'sequence'>,
  to: number,
  digits: number,
): string {
  const padded = String(to).padStart(digits, '0');
  const tail = ref === name ? name : `-${name}`;
  if (!ref.endsWith(tail)) return `${padded}-${name}`;
  const head = ref.slice(0, -tail.length);
  if (sequence === null) return head === '' ? `${padded}-${name}` : `${head}-${padded}-${name}`;
  return `${withoutNumber(head, sequence, digits)}${padded}-${name}`;
}

/** Returns a spec's folder name with its name replaced by `to`. Number and prefix stay. */
export function renamedRef({ ref, name }: Pick<SpecFolder, 'ref' | 'name'>, to: string): string {
  return ref.endsWith(name) ? ref.slice(0, ref.length - name.length) + to : to;
}

/**
 * Removes the spec's number from the text before its name; in `20260305001` the number is 001. If the configured width of numbers
 * has changed, all zeros before the number count as its padding.
 */
function withoutNumber(head: string, sequence: number, digits: number): string {
  const run = /\d*$/.exec(head)?.[0] ?? '';
  const bare = String(sequence).length;
  const widest = Array.from({ length: run.length - bare + 1 }, (_, i) => run.length - i);
  const width = [run.length, Math.max(bare, digits), ...widest].find(
    (length) => length <= run.length && Number(run.slice(-length)) === sequence,
  );
  return width === undefined || run === '' ? head.replace(/\d+$/, '') : head.slice(0, -width);
}

const LONGEST = 60;

/** Matches a letter or digit with its combining marks (accents); at most four are kept, because no language uses more. */
const MARKED = /([\p{L}\p{N}]?)(\p{M}{1,4})\p{M}*/gu;
const NO_MARK = /[\p{Me}\p{Default_Ignorable_Code_Point}]/gu;
/** Matches the invisible characters that join letters within a word of an Indic script. */
const JOINERS = /\u200d|(?<=\p{M})\u200c/gu;

/**
 * Returns the form of a text that is used in folder names: lower case, with `-` for each run of characters that are not letters,
 * marks or digits of any script, cut at a word to at most 60 characters, in the normal form NFC. Marks on Latin letters are
 * left out (`é` → `e`); those of other scripts make another letter (`й`, `ガ`) or a vowel (`हिन्दी`), and stay.
 * @throws SpectoolError `NAME_INVALID` if the text has no letters or digits.
 */
export function slugOf(text: string): string {
  const slug = cut(
    text
      .slice(0, 10_000)
      .normalize('NFKD')
      .replace(JOINERS, '')
      .replace(MARKED, (_, base: string, marks: string) => base + marksOn(base, marks))
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .normalize('NFC'),
  );
  if (slug !== '') return slug;
  throw new SpectoolError(
    'NAME_INVALID',
    `No folder name can be made from "${text.slice(0, 60)}": it has no letters or digits.`,
    {
      hint: 'Choose a name that has letters, and use your text as the title.',
    },
  );
}

function marksOn(base: string, marks: string): string {
  return /^(?!\p{Script=Latin})\p{L}$/u.test(base) ? marks.replace(NO_MARK, '') : '';
}

function cut(slug: string): string {
  const letters = Array.from(slug);
  if (letters.length <= LONGEST) return slug;
  let end = LONGEST;
  // The text is not cut between a letter and its combining marks.
  while (end > 1 && /^\p{M}$/u.test(letters[end] ?? '')) end -= 1;
  const head = letters.slice(0, end).join('');
  const atWord = letters[end] === '-' ? head : head.slice(0, Math.max(0, head.lastIndexOf('-')));
  return (atWord === '' ? head : atWord).replace(/-+$/, '');
}

/** Returns a name as words, for a title: `user-login` → `User login`. */
export function wordsOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  const [first = '', ...rest] = Array.from(words);
  return first.toUpperCase() + rest.join('');
}

/** Returns the name in a folder name such as `012-login`, without the number. */
export function nameInRef(ref: string): string {
  return ref.replace(/^\d+-/, '');
}

/** Returns the title for a name that a user gave: a name as in folders becomes words, any other text is the title. */
export function titleOfName(given: string): string {
  return given === slugOf(given) ? wordsOf(given) : given.replace(/\s+/g, ' ');
}

export interface FolderNameParts {
  readonly sequence: number | null;
  readonly name: string;
}

/** Returns the folder name `<prefix><number>-<name>`, with the number padded to the configured width. */
export function formatFolderName(
  structure: StructureConfig,
  parts: { readonly sequence: number; readonly name: string; readonly created: CalendarDate },
): string {
  const number = String(parts.sequence).padStart(structure.sequenceDigits, '0');
  return `${prefixFor(structure, parts.created)}${number}-${parts.name}`;
}

/**
 * Returns the configured prefix with its date filled in. Slashes of the date format become `-`, because the prefix is part of one
 * folder name.
 */
function prefixFor(structure: StructureConfig, created: CalendarDate): string {
  return fillDateTokens(folderPattern(structure).prefix, created).replaceAll('/', '-');
}

/**
 * Reads number and name from a folder name that has the configured prefix, no prefix, or the date prefix of an older
 * configuration. Undefined if the folder name has another form, or is a date: `2025-11` is not spec number 2025.
 */
export function parseFolderName(structure: StructureConfig, folderName: string): FolderNameParts | undefined {
  if (isDateName(folderName)) return undefined;
  const timestamp = timestampOf(folderName, structure.sequenceDigits);
  if (timestamp?.isCertain === true) return numberedOrNamed(timestamp.rest);
  const rest = afterPrefix(structure, folderName);
  if (rest !== undefined && rest !== folderName) {
    const configured = numbered(rest);
    if (configured !== undefined && !isDayOfMonth(structure, folderName, rest)) return configured;
  }
  const plainNumber = numbered(folderName);
  const dated = timestamp?.rest ?? behindOldDate(folderName, structure.sequenceDigits);
  return dated === undefined ? plainNumber : numberedOrNamed(dated);
}

function numberedOrNamed(rest: string): FolderNameParts {
  return numbered(rest) ?? { sequence: null, name: rest };
}

/**
 * Reads number and name from the folder name of a known spec, whatever its prefix, because existing specs keep their folder names
 * when the configuration changes.
 */
export function parseForeignFolderName(structure: StructureConfig, folderName: string): FolderNameParts {
  const whole = { sequence: null, name: folderName };
  const known = parseFolderName(structure, folderName);
  if (known !== undefined) return known;
  // A folder name that is only a number is the spec's number, so that no other spec gets this number.
  if (/^\d{1,6}$/.test(folderName) && !isDateName(folderName))
    return { sequence: Number(folderName), name: folderName };
  const rest = behindForeignPrefix(folderName, structure.sequenceDigits);
  return (rest === undefined ? undefined : numbered(rest)) ?? whole;
}

/**
 * True for a folder name that may be a group, such as `2024-q1` or `1-alpha`: its number is shorter than the configured width, or
 * is a year.
 */
export function mayBeGroup(structure: StructureConfig, folderName: string): boolean {
  const number = /^\d+/.exec(folderName)?.[0] ?? '';
  return number !== '' && (number.length < structure.sequenceDigits || isYear(number));
}

/**
 * True if a folder name such as `2025-08-06-add-x` consists of a date and a name, so that `06` is the day, not the spec's number.
 * False if the configuration numbers specs with two digits, because `06` may then be a number.
 */
function isDayOfMonth(structure: StructureConfig, folderName: string, rest: string): boolean {
  const name = afterDay(folderName);
  if (name === undefined || name.length >= rest.length) return false;
  const width = /^\d+/.exec(rest)?.[0].length ?? 0;
  return width < structure.sequenceDigits || rest.slice(width + 1) !== name;
}

function numbered(text: string): FolderNameParts | undefined {
  const match = /^(\d{1,15})-(.+)$/su.exec(text);
  return match === null ? undefined : { sequence: Number(match[1]), name: match[2] ?? '' };
}

function afterPrefix(structure: StructureConfig, folderName: string): string | undefined {
  const { prefix } = folderPattern(structure);
  if (prefix === '') return folderName;
  const pattern = prefix
    .split(/(\{[YMD/-]+\})/)
    .map((part) => {
      const token = dateFormatOf(part.slice(1, -1));
      return token === undefined || !part.startsWith('{') ? escaped(part) : dateShape(token);
    })
    .join('');
  const match = new RegExp(`^${pattern}`, 'u').exec(folderName);
  return match === null ? undefined : folderName.slice(match[0].length);
}

function dateShape(format: string): string {
  return format
    .replaceAll('/', '-')
    .replace('YYYY', '\\d{4}')
    .replace('MM', '(?:0[1-9]|1[0-2])')
    .replace('DD', '(?:0[1-9]|[12]\\d|3[01])');
}

function escaped(text: string): string {
  return text.replaceAll('/', '-').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
