import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<m>${MONTHS.join('|')})[a-z]*\\.?,?`;
const DAY = '(?<d>\\d{1,2})(?:st|nd|rd|th)?';

/** Matches a time of day after a date; only the date is used. */
const TIME = /^(?:T|\s*)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;

/** Longest text that is searched for days. */
const LONGEST = 1000;

/** Forms of days. With dots, the day always comes first; with other marks, either the day or the month may. */
const FORMS = [
  /(?<!\d)(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/g,
  new RegExp(`(?<!\\d)${DAY}(?:\\s+of)?[-\\s]+${MONTH}[-\\s]+(?<y>\\d{4})(?!\\d)`, 'gi'),
  new RegExp(`(?<![a-z])${MONTH}\\s+${DAY},?\\s+(?<y>\\d{4})(?!\\d)`, 'gi'),
  /^\s*(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})\s*$/g,
  /(?<![\d.])(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4})(?!\d)/g,
  /(?<![\d/-])(?<d>\d{1,2})(?<either>[/-])(?<m>\d{1,2})\k<either>(?<y>\d{4})(?!\d)/g,
];

/**
 * Reads the first day in a text, in a common form: `2014-04-18`, `2014/4/18`, `18.04.2014`, `05-Jul-2001`, `July 5, 2001`. Of a
 * list, the earliest day counts. Undefined for a text without a day, and for one whose day does not exist or is ambiguous.
 */
export function dayIn(value: JsonValue | undefined): string | undefined {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const days = items.flatMap((item) => {
    const found = typeof item === 'string' || typeof item === 'number' ? writtenDays(String(item)) : [];
    return found[0]?.day === undefined ? [] : found.flatMap(({ day }) => day ?? []);
  });
  return days.sort()[0];
}

/** Like `dayIn`, but undefined if the value contains anything besides a day and a time of day. */
export function dayAlone(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [found, other] = writtenDays(value);
  const rest = value.replace(found?.text ?? '', '').trim();
  return other === undefined && (rest === '' || TIME.test(rest)) ? found?.day : undefined;
}

/** Returns the days that a text contains, in order; one that does not exist, or can mean two days, has no `day`. */
function writtenDays(text: string): readonly { readonly text: string; readonly day: string | undefined }[] {
  return FORMS.flatMap((form) => [...text.slice(0, LONGEST).matchAll(form)])
    .sort((a, b) => a.index - b.index)
    .map(({ 0: found, groups = {} }) => {
      const { y = '', m = '', d = '', either } = groups;
      const orders = [[m, d], ...(either === undefined ? [] : [[d, m]])];
      const days = new Set(
        orders.map(([month = '', day = '']) => written(y, month, day)).filter(isCalendarDate),
      );
      return { text: found, day: days.size === 1 ? [...days][0] : undefined };
    });
}

function written(year: string, month: string, day: string): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${(number > 0 ? String(number) : month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
