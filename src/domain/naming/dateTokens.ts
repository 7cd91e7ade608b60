import { DATE_FORMATS, type DateFormat } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';

/** Formats a day in one of the configured formats; `YYYY/MM` makes nested folders. */
export function formatDate(format: DateFormat, date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Returns the format that a token `{YYYYMMDD}` names, undefined for any other. */
export function dateFormatOf(token: string): DateFormat | undefined {
  return DATE_FORMATS.find((format) => format === token);
}

/** Replaces every date token in braces. */
export function fillDateTokens(text: string, date: CalendarDate): string {
  return text.replace(/\{([YMD/-]+)\}/g, (whole, token: string) => {
    const format = dateFormatOf(token);
    return format === undefined ? whole : formatDate(format, date);
  });
}
