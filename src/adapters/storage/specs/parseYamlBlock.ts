import { quoted } from '../../../domain/value/quoted.js';
import type { Document, YAMLMap } from 'yaml';
import type {
  FrontmatterEntry,
  ParsedFrontmatter,
} from '../../../domain/document/frontmatter/frontmatterEntry.js';
import { FORBIDDEN_NAMES, type JsonValue } from '../../../domain/value/jsonValue.js';
import { entryOf, type Place } from './frontmatterPositions.js';
import { yamlLibraries } from './yamlLibraries.js';

const MOST_ALIASES = 20;
const DEEPEST = 8;
/**
 * Maximum nesting of YAML that is parsed. Values with less nesting can still be refused later; more nesting could crash V8,
 * because the YAML library is recursive.
 */
const DEEPEST_READ = 32;
const MAY_NEST = /[[{]|[-?:][ \t]/g;

/** How numbers are read. `asWritten`: a number that JSON would write differently, such as `1.10` or `007`, is kept as text. */
export type NumberReading = 'asNumbers' | 'asWritten';

/**
 * Parses a block of YAML into values and their positions.
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
    // Repeated keys are found by `firstRepeatedKey` below, because the library would compare each key with all earlier ones.
    uniqueKeys: false,
    strict: true,
    intAsBigInt: true,
    prettyErrors: false,
    lineCounter: lines,
    // With the log level `silent`, the library would ignore further YAML documents in the block.
    logLevel: 'error',
  });
  // For the library, an unknown tag is only a warning. Treat it as a problem, because the author intended another value than the
  // plain text.
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

/**
 * Returns the line of the block, counted from 0, at which brackets, or the block indicators (`-`, `?`, `:`) of one line, are
 * nested too deeply to be parsed.
 */
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

/** Returns the offset of the first key that repeats an earlier key of the same map. */
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

/**
 * Returns the values and positions for a block with a repeated key, as a merge of lines can produce it, so that a command can
 * repair the repetition.
 */
function repeated(map: YAMLMap, place: Place): ParsedFrontmatter | undefined {
  const entries = map.items.flatMap((pair) => entryOf(pair, place) ?? []);
  const seen = new Set<string>();
  const second = entries.find(({ key }) => seen.has(key) || !seen.add(key));
  if (second === undefined || entries.length < map.items.length) return undefined;
  const message = `The frontmatter has ${quoted(second.key)} twice.`;
  return { values: {}, entries, problem: { code: 'KEY_REPEATED', message, line: second.line } };
}

/** Returns the offset at which an unclosed quote was opened, because the parser reports the error at the end of the block. */
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
      return brokenBlock(`The frontmatter has the forbidden key ${quoted(entry.key)}.`, entry.line);
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
      return brokenBlock(`The value of ${quoted(key)} is nested too deeply or holds a forbidden key.`, line);
    }
    values[key] = value;
  }
  return { values, entries };
}

/**
 * Converts a parsed YAML value to JSON; numbers that JSON cannot represent become text. Undefined if the value is not allowed.
 */
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

/** Returns the result for a block of YAML that cannot be parsed, with the reason. */
export function brokenBlock(message: string, line: number): ParsedFrontmatter {
  return { values: {}, entries: [], problem: { code: 'FRONTMATTER_INVALID', message, line } };
}
