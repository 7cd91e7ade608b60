import type { Document, YAMLMap } from 'yaml';
import type {
  FrontmatterEntry,
  ParsedFrontmatter,
} from '../../../domain/document/frontmatter/frontmatterEntry.js';
import { FORBIDDEN_NAMES, type JsonValue } from '../../../domain/value/json.js';
import { entryOf, type Place } from './blockEntry.js';
import { yamlLibraries } from './yamlLibraries.js';

const MOST_ALIASES = 20;
const DEEPEST = 8;
/** Deeper than any value that is taken, and far from what the library's recursion can bear: at the end of the stack V8 itself gives up. */
const DEEPEST_READ = 32;
const MAY_NEST = /[[{]|[-?:][ \t]/g;

/** `asWritten`: one that JSON would write in another way is the text that stands there, as `1.10` or `007`. */
export type NumberReading = 'asNumbers' | 'asWritten';

/**
 * Values and places of a YAML block.
 * @param start offset of the block in its document.
 * @param line line of the document at which the block begins.
 */
export function readBlock(
  block: string,
  start: number,
  line: number,
  numbers: NumberReading = 'asNumbers',
): ParsedFrontmatter {
  const { isMap, isScalar, LineCounter, parseDocument } = yamlLibraries().yaml;
  const deepLine = tooDeepAt(block);
  if (deepLine !== undefined) return brokenBlock('The frontmatter is nested too deeply.', line + deepLine);
  const lines = new LineCounter();
  const lineAt = (offset: number) => line + Math.max(1, lines.linePos(offset).line) - 1;
  const document = parseDocument(block, {
    schema: 'core',
    version: '1.2',
    // The library compares each key with all before it.
    uniqueKeys: false,
    strict: true,
    intAsBigInt: true,
    prettyErrors: false,
    lineCounter: lines,
    // Silent, it would pass over further documents in the block.
    logLevel: 'error',
  });
  // A tag we do not know is a mere warning there: its author meant another value than the text we would read.
  const problems = [...document.errors, ...document.warnings];
  const [problem] = problems;
  if (problem !== undefined) {
    return brokenBlock(
      `The frontmatter is not valid YAML: ${problem.message}.`.replace(/\.\.$/, '.'),
      lineAt(problem.code === 'MISSING_CHAR' ? openedAt(document, problem.pos[0]) : problem.pos[0]),
    );
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { values: {}, entries: [] };
  if (!isMap(contents) || document.directives.docStart === true) {
    return brokenBlock('The frontmatter is not a list of `key: value` lines.', line);
  }
  if (numbers === 'asWritten') keepNumbers(document);
  const place = { block, start, lineAt };
  const repeatedAt = firstRepeatedKey(document);
  if (repeatedAt === undefined) return readMap(document, contents, place);
  return (
    repeated(contents, place) ??
    brokenBlock('The frontmatter is not valid YAML: Map keys must be unique.', lineAt(repeatedAt))
  );
}

/** The line of the block, from 0, where brackets or the marks of one line stand in each other too deeply to be parsed. */
function tooDeepAt(block: string): number | undefined {
  if ((block.match(MAY_NEST)?.length ?? 0) <= DEEPEST_READ) return undefined;
  const { CST, Lexer } = yamlLibraries().yaml;
  let [brackets, marks, line] = [0, 0, 0];
  for (const token of new Lexer().lex(block)) {
    const type = CST.tokenType(token) ?? '';
    if (/^flow-(?:seq|map)-start$/.test(type)) brackets += 1;
    else if (/^flow-(?:seq|map)-end$/.test(type)) brackets -= 1;
    else if (type.endsWith('-ind') && brackets === 0) marks += 1;
    else if (token.includes('\n')) {
      line += token.split('\n').length - 1;
      marks = 0;
    }
    if (brackets + marks > DEEPEST_READ) return line;
  }
  return undefined;
}

/** Where in the block a key of some map stands for the second time. */
function firstRepeatedKey(document: Document): number | undefined {
  const { isScalar, visit } = yamlLibraries().yaml;
  let first: number | undefined;
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (seen.has(key.value)) first = Math.min(first ?? at, at);
        seen.add(key.value);
      }
    },
  });
  return first;
}

/** Keys that stand twice, as a merge by lines may leave them: where they stand is told, so that they can be mended. */
function repeated(map: YAMLMap, place: Place): ParsedFrontmatter | undefined {
  const entries = map.items.flatMap((pair) => entryOf(pair, place) ?? []);
  const seen = new Set<string>();
  const second = entries.find(({ key }) => seen.has(key) || !seen.add(key));
  if (second === undefined || entries.length < map.items.length) return undefined;
  const message = `The frontmatter has "${second.key}" twice.`;
  return { values: {}, entries, problem: { code: 'KEY_REPEATED', message, line: second.line } };
}

/** A quote that is never closed is missed at the end of the block; the author wants to see where it was opened. */
function openedAt(document: Document, missedAt: number): number {
  let opened = missedAt;
  yamlLibraries().yaml.visit(document, {
    Scalar: (_key, { type, range }) => {
      if (type?.startsWith('QUOTE') === true && range && range[1] >= missedAt) [opened] = range;
    },
  });
  return opened;
}

function keepNumbers(document: Document): void {
  yamlLibraries().yaml.visit(document, {
    Scalar: (_key, node) => {
      const { value, source } = node;
      const isNumber = typeof value === 'number' || typeof value === 'bigint';
      if (isNumber && source !== undefined && source !== String(value)) node.value = source;
    },
  });
}

function readMap(document: Document, map: YAMLMap, place: Place): ParsedFrontmatter {
  const entries: FrontmatterEntry[] = [];
  for (const pair of map.items) {
    const entry = entryOf(pair, place);
    if (entry === undefined)
      return brokenBlock('The frontmatter has a key that is not plain text.', place.lineAt(0));
    if (FORBIDDEN_NAMES.has(entry.key)) {
      return brokenBlock(`The frontmatter has the forbidden key "${entry.key}".`, entry.line);
    }
    entries.push(entry);
  }
  let read: unknown;
  try {
    read = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    return brokenBlock('The frontmatter refers to itself too often (YAML aliases).', place.lineAt(0));
  }
  const values: Record<string, JsonValue> = {};
  for (const { key, line } of entries) {
    const value = asJson((read as Record<string, unknown>)[key], 0);
    if (value === undefined) {
      return brokenBlock(`The value of "${key}" is nested too deeply or holds a forbidden key.`, line);
    }
    values[key] = value;
  }
  return { values, entries };
}

/** Plain data; numbers JSON cannot say become texts. Undefined for what may not stand there. */
function asJson(value: unknown, depth: number): JsonValue | undefined {
  if (depth > DEEPEST) return undefined;
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => asJson(item, depth + 1));
    return items.includes(undefined) ? undefined : (items as JsonValue[]);
  }
  if (typeof value !== 'object') return undefined;
  const result: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const json = FORBIDDEN_NAMES.has(key) ? undefined : asJson(member, depth + 1);
    if (json === undefined) return undefined;
    result[key] = json;
  }
  return result;
}

function isSafe(value: bigint): boolean {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
}

/** A block nothing can be read from, and why. */
export function brokenBlock(message: string, line: number): ParsedFrontmatter {
  return { values: {}, entries: [], problem: { code: 'FRONTMATTER_INVALID', message, line } };
}
