import { linesOutsideCodeBlocks } from '../../domain/document/linesOutsideCodeBlocks.js';
import { headingsOf } from '../../domain/document/sections/headings.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';

/**
 * The fields in the first lines of a document's text, such as `Status: Accepted`, `- Start Date: 2014-04-18` or `**Author**: Kim`.
 */
interface HeaderFields {
  /** The fields' values by lower-case name. If a field is repeated, the first one is used. */
  readonly values: ReadonlyMap<string, string>;
  readonly status?: {
    readonly text: string;
    readonly from: string;
    /** Earlier statuses in the section *Status*, each with its day. */
    readonly before?: readonly string[];
  };
}

/** Maximum number of lines that are searched for fields. Only the lines above the first section are searched. */
const MOST_LINES = 60;
/**
 * Matches a line with a field. No two parts of the expression match the same blanks, so that a line of blanks takes linear time;
 * the value after the colon is trimmed separately.
 */
const FIELD =
  /^\s{0,3}(?:[-*+>:]\s*)?(?:\*\*|__|_|\*)?([A-Za-z][A-Za-z /_()-]{0,30}?)(?:\s*(?:\*\*|__|_|\*))?\s*:(.*)$/;
/** Separates several fields on one line: `**Status:** Accepted | **Date:** 2021-05-06`. A name that is not bold must be a known one. */
const NEXT_FIELD = new RegExp(
  [
    '\\s*[|;,\\u00b7\\u2022]?\\s+(?=(?:\\*\\*|__)[A-Z][A-Za-z -]{0,30}(?:\\s?:(?:\\*\\*|__)|(?:\\*\\*|__)\\s?:))',
    '\\s*(?:[|;,\\u00b7\\u2022]|\\s)\\s+(?=(?:Status|Date|Created|Updated|Last [Uu]pdated|Authors?|Owners?|Deciders|Version):)',
  ].join('|'),
);
/** Longest line that is searched for several fields. */
const LONGEST_LINE = 500;
const NAME_IN_ROW = /^(?:\*\*|__)?([A-Za-z][A-Za-z /_()-]{0,30}?)(?:\*\*|__)?:?$/;

export function headerFields(body: string): HeaderFields {
  const values = new Map<string, string>();
  const add = ({ name, value }: Named) => {
    const key = fieldKey(name);
    if (value !== '' && !values.has(key)) values.set(key, value.replace(/(?:\*\*|__)$/, ''));
  };
  const prose = [...linesOutsideCodeBlocks(body.slice(0, 60_000))].filter(({ line }) => line <= MOST_LINES);
  const end = prose.findIndex(({ text }) => /^#{2,6}\s/.test(text));
  const header = prose.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  for (const [at, text] of header.entries())
    for (const field of isRow(text) ? rowsIn(text, header.slice(at + 1, at + 3)) : fieldsIn(text)) add(field);
  const lines = statusSection(body);
  for (const field of lines.flatMap(fieldsIn)) add(field);
  for (const line of lines) {
    const [, value] = SUPERSEDES.exec(line) ?? [];
    if (value !== undefined) add({ name: 'supersedes', value });
  }
  const section = statusIn(lines);
  const field = values.get('status');
  if (section !== undefined) return { values, status: { ...section, from: 'section Status' } };
  return field === undefined ? { values } : { values, status: { text: field, from: 'field Status' } };
}

/** The spellings of a field's name that mean the same: `Start Date`, `start-date` and `start_date`, `Author(s)` and `authors`. */
export function fieldKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/\(s\)/g, 's')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/** True for a row of a table whose first cell is the name of a field. A table may lack its outer pipes: `Status | Accepted`. */
function isRow(line: string): boolean {
  return line.length <= LONGEST_LINE && line.includes('|') && NAME_IN_ROW.test(cellsIn(line)[0] ?? '');
}

interface Named {
  readonly name: string;
  readonly value: string;
}

function fieldsIn(line: string): readonly Named[] {
  return line.length > LONGEST_LINE ? fieldIn(line) : line.split(NEXT_FIELD).flatMap(fieldIn);
}

function fieldIn(line: string): readonly Named[] {
  const [, name, said = ''] = FIELD.exec(line) ?? [];
  return name === undefined ? [] : [{ name, value: said.trim().replace(/^(?:\*\*|__|_|\*)\s*/, '') }];
}

/**
 * Reads a table row with two cells, such as `| Status | Accepted |`, as a field, and the first rows of a table whose columns are
 * fields, such as `| Status | Date |`.
 * @param below the next lines.
 */
function rowsIn(line: string, [rule = '', values = '']: readonly string[]): readonly Named[] {
  const cells = cellsIn(line);
  const names = cells.map((cell) => NAME_IN_ROW.exec(cell)?.[1] ?? '');
  const [name = '', other = ''] = names;
  const isHead = /^[\s:|-]*$/.test(rule) && rule.includes('-') && COLUMN.test(name) && COLUMN.test(other);
  if (isHead) {
    const below = cellsIn(values);
    return names.flatMap((one, i) => (one === '' ? [] : [{ name: one, value: below[i] ?? '' }]));
  }
  return cells.length === 2 && name !== '' ? [{ name, value: cells[1] ?? '' }] : [];
}

function cellsIn(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Matches the names of columns by which a table is one of fields. */
const COLUMN =
  /^(?:status|date|created|updated|last updated|authors?|owners?|deciders|version|id|number|title)$/i;

/**
 * Returns the text of the heading (`## Status: Accepted`) or the lines of a section *Status*; empty if there is none. A section
 * inside another one is about something else.
 */
function statusSection(body: string): readonly string[] {
  const headings = headingsOf(body);
  const outer = headings.reduce((least, { level }) => (level > 1 && level < least ? level : least), 6);
  const heading = headings.find((one) => one.level <= outer && SECTION.test(one.heading.trim()));
  if (heading === undefined) return [];
  const [, said, other = ''] = SECTION.exec(heading.heading.trim()) ?? [];
  const inHeading = said ?? other;
  if (inHeading !== '') return [inHeading];
  const lines: string[] = [];
  for (const { text, line } of linesOutsideCodeBlocks(body)) {
    if (line <= heading.line) continue;
    if (/^#{1,6}\s/.test(text) || lines.length >= MOST_LINES) break;
    if (/^(?:[-=]{3,}|<!--.*-->|)\s*$/.test(text.trim())) continue;
    lines.push(text.trim().replace(/^[-*+>]\s+/, ''));
  }
  return lines;
}

/**
 * Returns the status in the lines of a section: the ticked one, the one with the latest day, the one that says which document
 * replaces this one, else the first.
 */
function statusIn(lines: readonly string[]): Omit<NonNullable<HeaderFields['status']>, 'from'> | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  if (BOX.test(first)) {
    const ticked = lines.find((line) => TICKED.test(line));
    return ticked === undefined ? undefined : { text: ticked.replace(TICKED, '') };
  }
  if (DATED.test(first)) {
    const end = lines.findIndex((line) => !DATED.test(line));
    const dated = lines.slice(0, end < 0 ? undefined : end);
    const text = dated.reduce((a, b) => (b.slice(0, 10) >= a.slice(0, 10) ? b : a));
    return { text, before: dated.filter((line) => line !== text) };
  }
  // Some people leave `Accepted` and write below it which document replaces this one.
  return { text: lines.find((line) => REPLACED.test(line)) ?? first };
}

const BOX = /^\[[ xX]?\]\s/;
const TICKED = /^\[[xX]\]\s+/;
const REPLACED = /^\W*(?:super[cs]eded|replaced|obsoleted) by\b/i;
const SECTION = /^status(?:\s*:\s*(.*)|\s+[\u2013\u2014-]\s+(.*))?$/i;
/** A line of a section *Status*, as adr-tools writes it. */
const SUPERSEDES = /^\W*(?:super[cs]edes|replaces|obsoletes)\s+(\S.*)$/i;
const DATED = /^\d{4}-\d{2}-\d{2}\b/;

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

/** Separates people: commas, `and`, line breaks, or the end of an address, but nothing within brackets. */
const BETWEEN =
  /(?:\s*(?:[,;&|\n]|<br\s*\/?>)\s*|\s+and\s+)(?![^()]*\)|[^<>]*>|[^[\]]*\])|(?<=[)>])\s+(?=[\p{Lu}@[])/iu;

/** Returns the people in a field's value, each with what stands behind the name. */
export function peopleIn(value: JsonValue | undefined): readonly string[] {
  const texts = Array.isArray(value) ? textsIn(value) : [textIn(value) ?? ''];
  return texts
    .flatMap((text) => text.slice(0, LONGEST_PEOPLE).split(BETWEEN))
    .map((name) => name.trim())
    .filter((name) => /[\p{L}\p{N}]/u.test(name) && !/^(?:et al\.?|others|and)$/i.test(name));
}

const LONGEST_PEOPLE = 2000;

export function textIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns the texts in a field's value; undefined if it contains anything else. */
export function allTextsIn(value: JsonValue): readonly string[] | undefined {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const isText = items.every((item) => typeof item === 'string' || typeof item === 'number');
  return isText ? textsIn(value) : undefined;
}

/** Maximum length of names, in characters; longer ones are cut. */
export const LONGEST_NAME = 200;

export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
