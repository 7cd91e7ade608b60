import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?,?`;

/** Matches a time of day after a date; only the date is used. */
const TIME = /^(?:T|\s*)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;

/** Longest text that is searched for days. */
const LONGEST = 1000;

interface Written {
  readonly text: string;
  /** The days that the text may mean. */
  readonly days: readonly string[];
}

/**
 * Reads the first day in a text, in a common form: `2014-04-18`, `2014/4/18`, `18.04.2014`, `05-Jul-2001`, `July 5, 2001`. Of a
 * list, the earliest day counts. Undefined for a text without a day, and for one whose day does not exist or is ambiguous.
 */
export function dayIn(value: JsonValue | undefined): string | undefined {
  const days = textsOf(value).flatMap((text) => {
    const [first, ...others] = writtenDays(text);
    return first?.days.length === 1
      ? [first, ...others].flatMap(({ days }) => (days.length === 1 ? days : []))
      : [];
  });
  return days.sort()[0];
}

/** Like `dayIn`, but undefined if the value contains anything besides a day and a time of day. */
export function dayAlone(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [found, ...others] = writtenDays(value);
  if (found?.days.length !== 1 || others.length > 0) return undefined;
  const rest = value.replace(found.text, '').trim();
  return rest === '' || TIME.test(rest) ? found.days[0] : undefined;
}

/** Returns why no day is read from the value of a field that should have one; undefined if one is read or the value is empty. */
export function whyNoDay(value: JsonValue | undefined): string | undefined {
  const [text] = textsOf(value).filter((one) => /[\p{L}\p{N}]/u.test(one));
  if (text === undefined || dayIn(value) !== undefined) return undefined;
  const [found] = writtenDays(text);
  if (found === undefined) return 'no day can be read from it';
  return found.days.length === 0 ? 'there is no such day' : `it can mean ${found.days.join(' or ')}`;
}

/** Returns the days that a text contains, in order; a day that does not exist has no meanings, an ambiguous one has several. */
function writtenDays(text: string): readonly Written[] {
  const found: (Written & { readonly at: number })[] = [];
  for (const { form, read } of FORMS)
    for (const match of text.slice(0, LONGEST).matchAll(form)) {
      const days = [...new Set(read(match).map(written))].filter(isCalendarDate);
      found.push({ at: match.index, text: match[0], days });
    }
  return found.sort((a, b) => a.at - b.at);
}

type Parts = readonly [year: string, month: string, day: string];

const FORMS: readonly {
  readonly form: RegExp;
  readonly read: (match: RegExpExecArray) => readonly Parts[];
}[] = [
  {
    form: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g,
    read: ([, year = '', month = '', day = '']) => [[year, month, day]],
  },
  {
    form: new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[-\\s]+${MONTH}[-\\s]+(\\d{4})(?!\\d)`,
      'gi',
    ),
    read: ([, day = '', month = '', year = '']) => [[year, monthOf(month), day]],
  },
  {
    form: new RegExp(`(?<![a-z])${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`, 'gi'),
    read: ([, month = '', day = '', year = '']) => [[year, monthOf(month), day]],
  },
  {
    form: /^\s*(\d{4})(\d{2})(\d{2})\s*$/g,
    read: ([, year = '', month = '', day = '']) => [[year, month, day]],
  },
  // With dots, the day always comes first. With other marks, either the day or the month may.
  {
    form: /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/g,
    read: ([, day = '', month = '', year = '']) => [[year, month, day]],
  },
  {
    form: /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)/g,
    read: ([, one = '', , other = '', year = '']) => [
      [year, other, one],
      [year, one, other],
    ],
  },
];

function written([year, month, day]: Parts): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.flatMap((item) =>
    typeof item === 'string' ? item : typeof item === 'number' ? String(item) : [],
  );
}
