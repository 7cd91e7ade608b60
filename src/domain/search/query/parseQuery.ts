import { filterField } from '../../fields/fieldFilter.js';
import { numberIn } from '../../naming/specNumbers.js';
import type { QueryFilter, SearchQuery } from './searchQuery.js';

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

/**
 * True for a single word of at least two letters with wildcards (`auth*`) or with a number of edits (`login~1`). `**` is
 * excluded, because it is Markdown emphasis.
 */
function isPattern(word: string): boolean {
  const isOne = /^(?:(?=[^*]*\*)[\p{L}\p{N}*]{3,60}|[\p{L}\p{N}]{2,60}~[12])$/u.test(word);
  return isOne && !word.includes('**') && /\p{L}.*\p{L}/u.test(word);
}
