import matter from 'gray-matter';
import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml';
import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import type { FrontmatterEntry, ParsedFrontmatter } from '../../domain/document/frontmatterEntry.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import type { FrontmatterParser } from '../../ports/frontmatterParser.js';

const LONGEST_BLOCK = 64 * 1024;
const MOST_ALIASES = 20;
const DEEPEST = 8;
const DANGEROUS_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * YAML 1.2 (core schema: a date stays the text it is) through the `yaml` package. gray-matter takes the block apart, with
 * ours as its only engine: its own ones run code, and every one of them is replaced by a refusal.
 */
export class YamlFrontmatterParser implements FrontmatterParser {
  parse(text: string, start: number, end: number, line: number): ParsedFrontmatter {
    const block = text.slice(start, end);
    if (block.length > LONGEST_BLOCK) {
      return broken(`The frontmatter is larger than ${LONGEST_BLOCK / 1024} KiB.`, line);
    }
    const read = new BlockReading(block, start, line);
    matter(`---\n${block}\n---\n`, { language: 'yaml', engines: { ...REFUSING_ENGINES, yaml: read.engine } });
    return read.result;
  }

  format(value: JsonValue): string {
    if (Array.isArray(value)) return `[${value.map((item: JsonValue) => inline(item, true)).join(', ')}]`;
    return inline(value, false);
  }
}

const refuse = () => {
  throw new Error('Only YAML frontmatter is read.');
};
const REFUSING_ENGINES = Object.fromEntries(
  ['js', 'javascript', 'coffee', 'coffeescript', 'cson', 'json', 'toml'].map((name) => [
    name,
    { parse: refuse, stringify: refuse },
  ]),
);

class BlockReading {
  result: ParsedFrontmatter = { values: {}, entries: [] };
  readonly engine: { parse: () => object; stringify: () => string };

  constructor(block: string, start: number, line: number) {
    this.engine = {
      // gray-matter trims what it hands over; ours are the exact bytes, so that places in the file are right.
      parse: () => {
        this.result = readBlock(block, start, line);
        return {};
      },
      stringify: refuse,
    };
  }
}

function readBlock(block: string, start: number, line: number): ParsedFrontmatter {
  const lines = new LineCounter();
  const document = parseDocument(block, {
    schema: 'core',
    version: '1.2',
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'silent',
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const place = lines.linePos(error.pos[0]);
    return broken(
      `The frontmatter is no valid YAML: ${error.message}.`.replace(/\.\.$/, '.'),
      line + Math.max(0, place.line - 1),
    );
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { values: {}, entries: [] };
  if (!isMap(contents)) return broken('The frontmatter is not a list of `key: value` lines.', line);
  return readMap(document, contents, block, start, line, lines);
}

function readMap(
  document: Document,
  map: YAMLMap,
  block: string,
  start: number,
  line: number,
  lines: LineCounter,
): ParsedFrontmatter {
  const entries: FrontmatterEntry[] = [];
  for (const pair of map.items) {
    const entry = entryOf(pair, block, start, line, lines);
    if (entry === undefined) return broken('The frontmatter has a key that is not a text.', line);
    if (DANGEROUS_KEYS.has(entry.key))
      return broken(`The frontmatter has the forbidden key "${entry.key}".`, entry.line);
    entries.push(entry);
  }
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    return broken('The frontmatter refers to itself too often (YAML aliases).', line);
  }
  const result: Record<string, JsonValue> = {};
  for (const { key, line: at } of entries) {
    const value = asJson((values as Record<string, unknown>)[key], 0);
    if (value === undefined)
      return broken(`The value of "${key}" is nested too deeply or holds a forbidden key.`, at);
    result[key] = value;
  }
  return { values: result, entries };
}

function entryOf(
  pair: Pair,
  block: string,
  start: number,
  line: number,
  lines: LineCounter,
): FrontmatterEntry | undefined {
  const { key, value } = pair;
  if (!isScalar(key) || key.range === null || key.range === undefined) return undefined;
  const name = typeof key.value === 'string' ? key.value : key.source;
  if (name === undefined) return undefined;
  const [keyStart, keyEnd] = key.range;
  const range = (value as { range?: [number, number, number] | null } | null)?.range;
  const colon = block.indexOf(':', keyEnd) + 1;
  const empty = range === undefined || range === null || block.slice(range[0], range[1]).trim() === '';
  const valueStart = empty ? colon : range[0];
  const valueEnd = empty ? colon : valueStart + block.slice(valueStart, range[1]).trimEnd().length;
  const newline = block.indexOf('\n', Math.max(valueEnd, keyEnd));
  return {
    key: name,
    line: line + lines.linePos(keyStart).line - 1,
    start: start + keyStart,
    valueStart: start + valueStart,
    valueEnd: start + valueEnd,
    end: start + (newline < 0 ? block.length : newline + 1),
  };
}

/** Plain data; numbers JSON cannot say become texts. Undefined for what may not stand there. */
function asJson(value: unknown, depth: number): JsonValue | undefined {
  if (depth > DEEPEST) return undefined;
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => asJson(item, depth + 1));
    return items.includes(undefined) ? undefined : (items as JsonValue[]);
  }
  if (typeof value !== 'object') return undefined;
  const result: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const json = DANGEROUS_KEYS.has(key) ? undefined : asJson(member, depth + 1);
    if (json === undefined) return undefined;
    result[key] = json;
  }
  return result satisfies JsonObject;
}

function inline(value: JsonValue, inFlow: boolean): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = stringify(inFlow ? [value] : value, {
    schema: 'core',
    version: '1.2',
    lineWidth: 0,
    singleQuote: true,
    collectionStyle: 'flow',
    flowCollectionPadding: false,
  }).trimEnd();
  const scalar = inFlow ? text.slice(1, -1) : text;
  // A text that older YAML readers take for a date, a boolean or an octal is quoted for their sake.
  if (typeof value === 'string' && scalar === value && LEGACY_SCALAR.test(value)) return `'${value}'`;
  return scalar;
}

const LEGACY_SCALAR = /^(?:y|n|yes|no|on|off|[-+]?0[0-7_]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+)$/i;

function broken(message: string, line: number): ParsedFrontmatter {
  const problem: DocumentProblem = { code: 'FRONTMATTER_INVALID', message, line };
  return { values: {}, entries: [], problem };
}
