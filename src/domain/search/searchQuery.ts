import { filterField } from '../fields/fieldFilter.js';
import { isSamePerson } from '../value/person.js';
import { type SpecView, fieldTextsOfView } from '../spec/specView.js';
import { inDays } from '../value/dates.js';
import { numberIn } from '../naming/references.js';

/** A parsed search query. */
export interface SearchQuery {
  /** The words for ranking, including phrases and required words. */
  readonly text: string;
  /** Quoted phrases, which must occur word by word. */
  readonly phrases: readonly string[];
  /** Words written as `+word`, which must occur. */
  readonly required: readonly string[];
  /** Words and phrases written as `-word` or `-"two words"`, which must not occur. */
  readonly excluded: readonly string[];
  /** Words such as `auth*`, which match several words; required and excluded ones are included. */
  readonly patterns: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** The number, if the whole query is a number; the spec with this number comes first. */
  readonly sequence?: number;
  /** The path, if the whole query is a file path; specs that contain this path come first. */
  readonly path?: string;
}

/**
 * A filter of a query, such as `status:planned`, `-tag:ui` or `created:2026-01..2026-03`. A spec passes if its field has one of
 * the values.
 */
export interface QueryFilter {
  /** The name of the field as in a query (`tag`, not `tags`), or the name of a custom field. */
  readonly field: string;
  readonly values: readonly string[];
  readonly not: boolean;
}

const LONGEST_QUERY = 20_000;
/**
 * The greatest number of words in a query with search syntax. A longer query is assumed to be a pasted text, and is searched by
 * its words alone.
 */
const MOST_WORDS_WITH_SYNTAX = 16;
/**
 * Matches one part of a query: a sign, a field name, and a phrase or a word. Two dashes begin a program's option, not an
 * exclusion.
 */
const PART = /(^|\s)((?:[+-](?![+-]))?)(?:([A-Za-z][\w-]*):)?(?:"([^"]*)"|([^\s"]+))/g;
/** Matches a file path, not a URL: with an extension, with a leading slash, or through two folders. */
const PATH = /^(?!\w+:\/\/)(?:[^\s:]*\.[A-Za-z]\w{0,5}|\.{0,2}\/[^\s:]+|[^\s:/]+\/[^\s:/]+\/[^\s:]*)$/;

/**
 * Parses a search query: filters, quoted phrases, `+required` words, `-excluded` words, and words with wildcards. All other parts
 * are plain words.
 * @param declared the names of the project's custom fields.
 */
export function parseQuery(typed: string, declared: readonly string[] = []): SearchQuery {
  const query = typed.slice(0, LONGEST_QUERY).replace(/[“”„]/g, '"').trim();
  if (query.split(/\s+/).length > MOST_WORDS_WITH_SYNTAX) return plain(query);
  const words: string[] = [];
  const phrases: string[] = [];
  const required: string[] = [];
  const excluded: string[] = [];
  const patterns: string[] = [];
  const filters: QueryFilter[] = [];
  let end = 0;
  for (const match of query.matchAll(PART)) {
    const [whole, , sign = '', field, quoted, bare] = match;
    words.push(query.slice(end, match.index));
    end = match.index + whole.length;
    const value = quoted ?? bare ?? '';
    if (field === undefined && bare !== undefined && isPattern(bare)) patterns.push(bare);
    const isField = field !== undefined && (filterField(field) !== undefined || declared.includes(field));
    if (isField && value !== '') {
      filters.push({ field, values: value.split(',').filter((one) => one !== ''), not: sign === '-' });
    } else if (sign === '-' && isWord(value)) excluded.push(value);
    else {
      if (sign === '+' && isWord(value)) required.push(value);
      if (quoted !== undefined && isWord(quoted)) phrases.push(quoted);
      words.push(field === undefined ? value : `${field} ${value}`);
    }
  }
  words.push(query.slice(end));
  const text = words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .join(' ');
  const sequence = numberIn(text);
  return {
    ...plain(text),
    phrases,
    required,
    excluded,
    patterns,
    filters,
    ...(sequence !== undefined && { sequence }),
    ...(PATH.test(text) && { path: text }),
  };
}

function plain(text: string): SearchQuery {
  return { text, phrases: [], required: [], excluded: [], patterns: [], filters: [] };
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** True for a single word of at least two letters with wildcards (`auth*`). `**` is excluded, because it is Markdown emphasis. */
function isPattern(word: string): boolean {
  const isOne = /^(?=[^*]*\*)[\p{L}\p{N}*]{3,60}$/u.test(word);
  return isOne && !word.includes('**') && /\p{L}.*\p{L}/u.test(word);
}

/** True if the spec passes every filter of the query. */
export function matchesFilters(spec: SpecView, filters: readonly QueryFilter[]): boolean {
  return filters.every((filter) => passes(spec, filter) !== filter.not);
}

function passes(spec: SpecView, { field, values }: QueryFilter): boolean {
  const row = filterField(field);
  if (row === undefined) return customTexts(spec, field).some((text) => oneOf(text, values));
  return fieldTextsOfView(spec, row).some((text) =>
    row.kind === 'day'
      ? values.some((range) => inDays(text, range))
      : row.of === 'person'
        ? values.some((one) => isSamePerson(one, text))
        : oneOf(text, values),
  );
}

/** Returns the value of a custom field as texts: a single value, or the items of a list. */
function customTexts({ fields }: SpecView, name: string): readonly string[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    one === undefined || one === null || typeof one === 'object' ? [] : [String(one)],
  );
}

function oneOf(value: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => fold(one) === fold(value));
}

function fold(text: string): string {
  return text.toLowerCase().replace(/^@/, '');
}
