import { linesOutsideCodeBlocks } from '../../domain/document/linesOutsideCodeBlocks.js';
import { headingsOf } from '../../domain/document/sections/headings.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';

/**
 * The fields in the first lines of a document's text, such as `Status: Accepted`, `- Start Date: 2014-04-18` or `**Author**: Kim`.
 */
export interface HeaderFields {
  /** The fields' values by lower-case name. If a field is repeated, the first one is used. */
  readonly values: ReadonlyMap<string, string>;
  readonly status?: { readonly text: string; readonly from: string };
}

/** Maximum number of lines that are searched for fields. Only the lines above the first section are searched. */
const MOST_LINES = 60;
/**
 * Matches a line with a field. No two parts of the expression match the same blanks, so that a line of blanks takes linear time;
 * the value after the colon is trimmed separately.
 */
const FIELD =
  /^\s{0,3}(?:[-*+>:]\s*)?(?:\*\*|__|_|\*)?([A-Za-z][A-Za-z /-]{0,30}?)(?:\s*(?:\*\*|__|_|\*))?\s*:(.*)$/;
const ROW = /^\s{0,3}\|/;
const NAME_IN_ROW = /^(?:\*\*|__)?([A-Za-z][A-Za-z /-]{0,30}?)(?:\*\*|__)?:?$/;

export function headerFields(body: string): HeaderFields {
  const values = new Map<string, string>();
  const prose = linesOutsideCodeBlocks(body.slice(0, 60_000));
  for (const { text, line } of prose) {
    if (line > MOST_LINES || /^#{2,6}\s/.test(text)) break;
    const { name, value } = fieldIn(text) ?? rowIn(text) ?? {};
    if (name === undefined || value === undefined || value === '') continue;
    const key = name.toLowerCase().trim();
    if (!values.has(key)) values.set(key, value.replace(/(?:\*\*|__)$/, ''));
  }
  const section = statusSection(body);
  const field = values.get('status');
  if (section !== undefined) return { values, status: { text: section, from: 'section Status' } };
  return field === undefined ? { values } : { values, status: { text: field, from: 'field Status' } };
}

type Named = { readonly name: string; readonly value: string } | undefined;

function fieldIn(line: string): Named {
  const [, name, said = ''] = FIELD.exec(line) ?? [];
  return name === undefined ? undefined : { name, value: said.trim().replace(/^(?:\*\*|__|_|\*)\s*/, '') };
}

/** Reads a table row with two cells, such as `| Status | Accepted |`, as a field. */
function rowIn(line: string): Named {
  if (!ROW.test(line)) return undefined;
  const [, named = '', value = '', after = '', ...more] = line.trim().split('|');
  const [, name] = NAME_IN_ROW.exec(named.trim()) ?? [];
  const isPair = after === '' && more.length === 0;
  return name === undefined || !isPair ? undefined : { name, value: value.trim() };
}

/**
 * Returns the status in a section *Status*: from its heading (`## Status: Accepted`), else from its first line, or if its lines
 * begin with dates, from the line with the latest date. Undefined if there is no such section, or it is empty.
 */
function statusSection(body: string): string | undefined {
  const heading = headingsOf(body).find((one) => SECTION.test(one.heading.trim()));
  if (heading === undefined) return undefined;
  const [, said, other = ''] = SECTION.exec(heading.heading.trim()) ?? [];
  const inHeading = said ?? other;
  if (inHeading !== '') return inHeading;
  const lines: string[] = [];
  for (const { text, line } of linesOutsideCodeBlocks(body)) {
    if (line <= heading.line) continue;
    if (/^#{1,6}\s/.test(text)) break;
    if (/^(?:[-=]{3,}|<!--.*-->|)\s*$/.test(text.trim())) continue;
    const said = text.trim().replace(/^[-*+>]\s+/, '');
    if (lines.length > 0 && !DATED.test(said)) break;
    lines.push(said);
  }
  const [first] = lines;
  if (first === undefined || !DATED.test(first)) return first;
  return lines.reduce((a, b) => (b.slice(0, 10) >= a.slice(0, 10) ? b : a));
}

const SECTION = /^status(?:\s*:\s*(.*)|\s+[\u2013\u2014-]\s+(.*))?$/i;
const DATED = /^\d{4}-\d{2}-\d{2}\b/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses a day in a common form: `2014-04-18`, `2014/4/18`, `05-Jul-2001`, `July 5, 2001`. Undefined for any other value. */
export function dayIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? foundDay(value)?.day : undefined;
}

/** Matches a time of day after a date; only the date is used. */
const TIME = /^(?:T|\s*)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;

/** Like `dayIn`, but undefined if the value contains anything besides a day and a time of day. */
export function dayAlone(value: JsonValue | undefined): string | undefined {
  const found = typeof value === 'string' ? foundDay(value) : undefined;
  return found !== undefined && (found.rest === '' || TIME.test(found.rest)) ? found.day : undefined;
}

function foundDay(value: string): { readonly day: string; readonly rest: string } | undefined {
  const iso = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(value);
  const named = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[-\s]+([A-Za-z]{3})[a-z]*\.?,?[-\s]+(\d{4})/.exec(value);
  const english = /(?<![A-Za-z])([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/.exec(value);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(value.trim());
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : named
      ? [named[3], monthOf(named[2]), named[1]]
      : english
        ? [english[3], monthOf(english[1]), english[2]]
        : compact
          ? [compact[1], compact[2], compact[3]]
          : [];
  const written = `${year ?? ''}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
  if (!isCalendarDate(written)) return undefined;
  const [taken = ''] = iso ?? named ?? english ?? compact ?? [];
  return { day: written, rest: value.replace(taken, '').trim() };
}

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

/** Returns the texts in a field's value: the items of a list, or the comma-separated parts of a text. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  const items: readonly JsonValue[] = Array.isArray(value)
    ? (value as readonly JsonValue[])
    : typeof value === 'string'
      ? value.split(',')
      : typeof value === 'number'
        ? [value]
        : [];
  return items
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => String(item).trim())
    .filter((item) => item !== '');
}

export function textIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** True if `textsIn` returns everything that the value contains. */
export function isAllText(value: JsonValue): boolean {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.every((item) => typeof item === 'string' || typeof item === 'number');
}

/** Maximum length of titles and names, in characters; longer ones are cut. */
export const LONGEST_NAME = 200;

/** Returns the message that a title is cut; empty if it is not too long. */
export function cutTitle(title: string): readonly string[] {
  return title.length > LONGEST_NAME
    ? [`the title has ${String(title.length)} characters and is shortened`]
    : [];
}

export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
