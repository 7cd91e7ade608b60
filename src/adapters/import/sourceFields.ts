import { BOUNDS } from '../../domain/value/bounds.js';
import { headingsOf, titleHeading, titleOf } from '../../domain/document/sections/headings.js';
import { linesOutsideCodeBlocks } from '../../domain/document/sections/codeBlocks.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FieldNames } from '../../domain/import/documentKinds.js';
import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { isPriority } from '../../domain/fields/statusAndPriority.js';
import { present } from '../../domain/value/collections.js';
import { isCalendarDate } from '../../domain/value/dates.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';
import type { SourceTree } from '../../ports/importSource.js';

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
  /^\s{0,3}(?:[-*+>:]\s*)?(?:\*\*|__|_|\*)?([A-Za-z][A-Za-z\d /_()-]{0,30}?)(?:\s*(?:\*\*|__|_|\*))?\s*:(.*)$/;
/**
 * Separates several fields on one line: `**Status:** Accepted | **Date:** 2021-05-06`. A name without bold must be a known one.
 */
const NEXT_FIELD = new RegExp(
  [
    '\\s*[|;,\\u00b7\\u2022]?\\s+(?=(?:\\*\\*|__)[A-Z][A-Za-z -]{0,30}(?:\\s?:(?:\\*\\*|__)|(?:\\*\\*|__)\\s?:))',
    '\\s*(?:[|;,\\u00b7\\u2022]|\\s)\\s+(?=(?:Status|Date|Created|Updated|Last [Uu]pdated|Authors?|Owners?|Deciders|Version):)',
  ].join('|'),
);
const NAME_IN_ROW = /^(?:\*\*|__)?([A-Za-z][A-Za-z /_()-]{0,30}?)(?:\*\*|__)?:?$/;

export function headerFields(body: string): HeaderFields {
  const values = new Map<string, string>();
  const add = ([name, value]: Named) => {
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
    const [, name, value] = RELATION.exec(line) ?? [];
    if (name !== undefined && value !== undefined) add([name, value]);
  }
  const section = statusIn(lines);
  const field = values.get('status');
  if (section !== undefined) return { values, status: { ...section, from: 'section Status' } };
  return field === undefined ? { values } : { values, status: { text: field, from: 'field Status' } };
}

/**
 * Returns the same key for all spellings of a name: `Start Date`, `start-date` and `start_date`, `Author(s)` and `authors`,
 * `Status (2026-05-04)` and `status`.
 */
function fieldKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/\(s\)/g, 's')
    .replace(/\s*\(\d{4}-\d{2}-\d{2}\)$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/** True for a row of a table whose first cell is the name of a field. A table may lack its outer pipes: `Status | Accepted`. */
function isRow(line: string): boolean {
  return line.length <= BOUNDS.line && line.includes('|') && NAME_IN_ROW.test(cellsIn(line)[0] ?? '');
}

type Named = readonly [name: string, value: string];

function fieldsIn(line: string): readonly Named[] {
  return line.length > BOUNDS.line ? fieldIn(line) : line.split(NEXT_FIELD).flatMap(fieldIn);
}

function fieldIn(line: string): readonly Named[] {
  const [, name, said = ''] = FIELD.exec(line) ?? [];
  return name === undefined ? [] : [[name, said.trim().replace(/^(?:\*\*|__|_|\*)\s*/, '')]];
}

/**
 * Reads fields from a table: from a row with two cells, such as `| Status | Accepted |`, or from the first rows of a table whose
 * columns are fields, such as `| Status | Date |`.
 * @param below the next two lines: the rule below the column names, and the first row of values.
 */
function rowsIn(line: string, [rule = '', values = '']: readonly string[]): readonly Named[] {
  const cells = cellsIn(line);
  const names = cells.map((cell) => NAME_IN_ROW.exec(cell)?.[1] ?? '');
  const [name = '', other = ''] = names;
  const isHead = /^[\s:|-]*$/.test(rule) && rule.includes('-') && COLUMN.test(name) && COLUMN.test(other);
  if (isHead) {
    const below = cellsIn(values);
    return names.flatMap((one, i) => (one === '' ? [] : [[one, below[i] ?? ''] as const]));
  }
  return cells.length === 2 && name !== '' ? [[name, cells[1] ?? '']] : [];
}

function cellsIn(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Matches column names. If the first two columns of a table match, the table's columns are fields. */
const COLUMN =
  /^(?:status|date|created|updated|last updated|authors?|owners?|deciders|version|id|number|title)$/i;

/**
 * Returns the text of the heading (`## Status: Accepted`) or the lines of a section *Status*; empty if there is none. A section
 * inside another one is ignored, because it is about something else.
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
 * Returns the status in the lines of a section: the ticked line, the line with the latest day, the line that says which document
 * replaces this one, or else the first line.
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
/** Matches a line such as `Supersedes …` or `Amended by …` in a section *Status*, as adr-tools writes it. */
const RELATION = /^\W*((?:super[cs]ede|replace|obsolete|amend)(?:s|d by|ed by))\s+(\S.*)$/i;
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

/** Returns the people in a field's value, each with the text after the name, such as an address. */
export function peopleOfSourceField(value: JsonValue | undefined): readonly string[] {
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
function textsOnlyOfSourceField(value: JsonValue): readonly string[] | undefined {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const isText = items.every((item) => typeof item === 'string' || typeof item === 'number');
  return isText ? textsIn(value) : undefined;
}

export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<m>${MONTHS.join('|')})[a-z]*\\.?,?`;
const DAY = '(?<d>\\d{1,2})(?:st|nd|rd|th)?';

/** Matches a time of day after a date; only the date is used. */
const TIME = /^(?:T|\s*)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;

/** Match dates. With dots, the day comes first; if the year comes last after `/` or `-`, the day or the month may. */
const FORMS = [
  /(?<!\d)(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/g,
  new RegExp(`(?<!\\d)${DAY}(?:\\s+of)?[-\\s]+${MONTH}[-\\s]+(?<y>\\d{4})(?!\\d)`, 'gi'),
  new RegExp(`(?<![a-z])${MONTH}\\s+${DAY},?\\s+(?<y>\\d{4})(?!\\d)`, 'gi'),
  /^\s*(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})\s*$/g,
  /(?<![\d.])(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4})(?!\d)/g,
  /(?<![\d/-])(?<d>\d{1,2})(?<either>[/-])(?<m>\d{1,2})\k<either>(?<y>\d{4})(?!\d)/g,
];

/**
 * Returns the first day in a text, in a common form: `2014-04-18`, `2014/4/18`, `18.04.2014`, `05-Jul-2001`, `July 5, 2001`; for
 * a list, the earliest day. Undefined if there is no day, or if the first one does not exist or is ambiguous.
 */
export function dayOfSourceField(value: JsonValue | undefined): string | undefined {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const days = items.flatMap((item) => {
    const found = typeof item === 'string' || typeof item === 'number' ? writtenDays(String(item)) : [];
    return found[0]?.day === undefined ? [] : found.flatMap(({ day }) => day ?? []);
  });
  return days.sort()[0];
}

/** Like `dayOfSourceField`, but undefined if the value contains anything besides a day and a time of day. */
function dayOnlyOfSourceField(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [found, other] = writtenDays(value);
  const rest = value.replace(found?.text ?? '', '').trim();
  return other === undefined && (rest === '' || TIME.test(rest)) ? found?.day : undefined;
}

/** Returns the days that a text contains, in order. A day that does not exist or is ambiguous has no `day`. */
function writtenDays(text: string): readonly { readonly text: string; readonly day: string | undefined }[] {
  return FORMS.flatMap((form) => [...text.slice(0, BOUNDS.line).matchAll(form)])
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

/** The fields of specs whose names are recognized in imported documents, in any spelling. */
const STANDARD = [
  ...['status', 'title', 'id', 'created', 'completed', 'assignee', 'priority', 'tags'],
  ...['part_of', 'depends_on', 'related', 'superseded_by'],
];

/** Renames fields to the names that specs use. If several names stand for one field, only the first with a value is renamed. */
export function renameSourceFields(fields: JsonObject, names: FieldNames = {}): JsonObject {
  const written = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  const given = new Map<string, string>();
  for (const name of new Set([...STANDARD, ...Object.keys(names)])) {
    const key = keyOf(Object.fromEntries(written), [name, ...(names[name] ?? [])]);
    if (key !== undefined && !given.has(key)) given.set(key, name);
  }
  return Object.fromEntries(written.map(([key, value]) => [given.get(key) ?? key, value]));
}

function keyOf(fields: JsonObject, names: readonly string[]): string | undefined {
  const keys = names.map(fieldKey);
  const found = Object.keys(fields).filter((key) => keys.includes(fieldKey(key)));
  return found.sort((a, b) => keys.indexOf(fieldKey(a)) - keys.indexOf(fieldKey(b)))[0];
}

/** Returns the value of the first of these fields that exists, in any spelling: `start-date`, `Start Date`. */
export function firstSourceField(fields: JsonObject, names: readonly string[]): JsonValue | undefined {
  const key = keyOf(fields, names);
  return key === undefined ? undefined : fields[key];
}

type OwnWords = Pick<
  ImportedDocument,
  'created' | 'completed' | 'assignee' | 'priority' | 'tags' | 'partOf' | 'dependsOn' | 'related'
>;

/**
 * Returns the values of the fields that specs have too. The other fields, and those that could be read only in part, are in
 * `left`: they become custom fields or are reported.
 */
export function splitSpecFields(fields: JsonObject): OwnWords & { readonly left: JsonObject } {
  const taken = new Set<string>();
  const take = <Value>(name: string, read: (value: JsonValue) => Value | undefined): Value | undefined => {
    const value = fields[name];
    const found = value === undefined ? undefined : read(value);
    if (found !== undefined) taken.add(name);
    return found;
  };
  const priority = (value: JsonValue) => {
    const word = textIn(value)?.toLowerCase();
    return isPriority(word) ? word : undefined;
  };
  const person = (value: JsonValue) => {
    const [first, ...others] = peopleOfSourceField(value);
    return others.length === 0 ? first : undefined;
  };
  const day = (name: string) => take(name, dayOnlyOfSourceField) ?? dayOfSourceField(fields[name]);
  const texts = (name: string) => take(name, textsOnlyOfSourceField) ?? textsIn(fields[name]);
  const own = present({
    created: day('created'),
    completed: day('completed'),
    assignee: take('assignee', person) ?? peopleOfSourceField(fields['assignee'])[0],
    priority: take('priority', priority),
    partOf: take('part_of', textIn),
  });
  const lists = { tags: texts('tags'), dependsOn: texts('depends_on'), related: texts('related') };
  const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.has(name)));
  return { ...own, ...lists, left };
}

/** Returns what `read` returns, or the reason why it cannot be read, so that the other documents are still imported. */
export function orProblem<Read>(
  place: string,
  read: () => Read,
): Read | { readonly place: string; readonly problem: string } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code === 'CHANGED_MEANWHILE') throw error;
    return { place, problem: error.message };
  }
}

/** Returns the frontmatter's fields and the text. @throws SpectoolError `SPEC_BROKEN` if the frontmatter cannot be parsed. */
export function frontmatterOf(
  tree: SourceTree,
  written: string,
  names: FieldNames = {},
): { readonly fields: JsonObject; readonly body: string } {
  const text = withQuotedNames(written);
  const { problem, frontmatter, bodyStart } = tree.parse(text);
  if (problem === undefined)
    return { fields: renameSourceFields(frontmatter, names), body: text.slice(bodyStart) };
  if (problem.code === 'FRONTMATTER_MISSING' || problem.code === 'FRONTMATTER_UNCLOSED')
    return { fields: {}, body: text };
  throw new SpectoolError('SPEC_BROKEN', `line ${String(problem.line)}: ${problem.message}`);
}

/** Returns the fields of a YAML file. If the file contains several YAML documents, only the first is read. */
export function fieldsOfYaml(tree: SourceTree, text: string, names: FieldNames = {}): JsonObject {
  return frontmatterOf(tree, asFrontmatter(text), names).fields;
}

/** Returns YAML as a frontmatter block. */
export function asFrontmatter(yaml: string): string {
  const lines = yaml.split('\n');
  // Remove a `---` at its beginning (after comments and directives), because that line would end the block.
  const first = lines.findIndex((line) => !/^[#%]|^\s*$/.test(line));
  const isMarked = /^---(?:\s|$)/.test(lines[first] ?? '');
  const block = isMarked ? lines.slice(first).with(0, (lines[first] ?? '').slice('---'.length)) : lines;
  return `---\n${block.join('\n')}\n---\n`;
}

/** Quotes names such as `@kim`, which are common, but not valid YAML at the beginning of a value. */
function withQuotedNames(text: string): string {
  const end = text.startsWith('---') ? text.slice(3).search(/^---\r?$/m) + 3 : 0;
  const head = text
    .slice(0, end)
    .replace(/^([ \t]*(?:[\w-]+:|-)[ \t]+)(@[^"#\\\r\n]*)/gm, (_, before: string, value: string) => {
      const name = value.trimEnd();
      return `${before}"${name}"${value.slice(name.length)}`;
    });
  return head + text.slice(end);
}

/**
 * Returns the title from the first heading; undefined if the heading matches `generic`, so that it names only a kind of document.
 */
export function titleOfHeading(body: string, generic: RegExp | undefined): string | undefined {
  const heading = titleHeading(body);
  if (heading === undefined || generic?.test(heading.heading.trim())) return undefined;
  return titleOf({ text: body, bodyStart: 0 }, '') || undefined;
}
