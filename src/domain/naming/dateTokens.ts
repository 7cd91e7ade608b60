import { DATE_FORMATS, type DateFormat } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';

/** Formats a day in a configured date format; the slash in `YYYY/MM` separates nested folders. */
export function formatDate(format: DateFormat, date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Returns the date format that a token such as `{YYYYMMDD}` stands for (given without braces); undefined for any other token. */
export function dateFormatOf(token: string): DateFormat | undefined {
  return DATE_FORMATS.find((format) => format === token);
}

/** Replaces every date token in braces, such as `{YYYY}`, by the date. */
export function fillDateTokens(text: string, date: CalendarDate): string {
  return text.replace(/\{([YMD/-]+)\}/g, (whole, token: string) => {
    const format = dateFormatOf(token);
    return format === undefined ? whole : formatDate(format, date);
  });
}
