import { BOUNDS } from '../../../domain/value/bounds.js';
import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import type * as Yaml from 'yaml';
import type { Document, Pair, YAMLMap } from 'yaml';
import type { FrontmatterEntry, ReadFrontmatter, TextRange } from '../../../domain/document/specDocument.js';
import { FORBIDDEN_NAMES, isList, type JsonValue } from '../../../domain/value/jsonValue.js';
import { quoted } from '../../../domain/value/text.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';

interface YamlLibraries {
  readonly yaml: typeof Yaml;
  readonly matter: typeof matter;
}

/** A constant that is defined only in a build of the program, which puts `yaml` and `gray-matter` into a file of their own. */
declare const SPECTOOL_BUNDLED: boolean | undefined;

let loaded: YamlLibraries | undefined;

/** Loads the YAML libraries on first use, because most commands only read frontmatter with simple `key: value` lines. */
function yamlLibraries(): YamlLibraries {
  loaded ??= load();
  return loaded;
}

function load(): YamlLibraries {
  if (typeof SPECTOOL_BUNDLED !== 'undefined')
    return createRequire(__filename)('./yamlLibraries.cjs') as YamlLibraries;
  const require = createRequire(import.meta.url);
  return { yaml: require('yaml') as typeof Yaml, matter: require('gray-matter') as typeof matter };
}

/** A block of YAML, and its position in the document. */
interface Place {
  readonly block: string;
  readonly start: number;
  readonly lineAt: (offset: number) => number;
}

/** Returns the position of a key and its value in the document; undefined if the key is not plain text. */
function entryOf(pair: Pair, { block, start, lineAt }: Place): FrontmatterEntry | undefined {
  const { key, value } = pair;
  const keyRange = rangeOf(key);
  const name = nameOf(key);
  if (keyRange === undefined || name === undefined) return undefined;
  const colon = block.indexOf(':', keyRange.end) + 1;
  // Skip a key without a colon, such as `? a`.
  if (colon === 0 || colon > (rangeOf(value)?.start ?? colon)) return undefined;
  const range = trimmed(block, rangeOf(value) ?? { start: colon, end: colon });
  const isEmpty = range.end === range.start;
  const last = isEmpty ? colon : trimmed(block, tail(value, range)).end;
  const newline = block.indexOf('\n', Math.max(last, keyRange.end));
  const lineEnd = newline < 0 ? block.length : newline + 1;
  const end = Math.max(lineEnd, isBlockScalar(value) ? (rangeOf(value)?.end ?? 0) : 0);
  const { isCollection } = yamlLibraries().yaml;
  const isBlock = isCollection(value) && value.flow !== true;
  const items = itemsOf(value, block)?.map((item) => ({ start: start + item.start, end: start + item.end }));
  return {
    key: name,
    line: lineAt(keyRange.start),
    start: start + keyRange.start,
    colon: start + colon,
    valueStart: start + (isEmpty ? colon : range.start),
    valueEnd: start + (isBlock ? end : last),
    end: start + end,
    ...(items && { items }),
  };
}

/** Returns the name of a key as the YAML library's `toJS` would; undefined if the key is not plain text. */
function nameOf(key: unknown): string | undefined {
  const isName = yamlLibraries().yaml.isScalar(key) && key.anchor === undefined && key.value !== null;
  return isName ? String(key.value) : undefined;
}

/** Returns the positions of the items of a list, if each item is a plain value that can be moved as text. */
function itemsOf(value: unknown, block: string): readonly TextRange[] | undefined {
  const { isScalar, isSeq } = yamlLibraries().yaml;
  if (!isSeq(value)) return undefined;
  const ranges: TextRange[] = [];
  for (const item of value.items) {
    const range = rangeOf(item);
    if (!isScalar(item) || item.anchor !== undefined || item.tag !== undefined || range === undefined) {
      return undefined;
    }
    ranges.push(trimmed(block, range));
  }
  return ranges.every(({ start, end }) => end > start) ? ranges : undefined;
}

/** Returns the range of the last part of a value. The range of a whole block collection can include comments that follow it. */
function tail(node: unknown, range: TextRange): TextRange {
  const { isCollection, isPair } = yamlLibraries().yaml;
  if (!isCollection(node) || node.flow === true) return rangeOf(node) ?? range;
  const last: unknown = node.items.at(-1);
  const piece = isPair(last) ? (last.value ?? last.key) : last;
  const found = rangeOf(piece);
  return found === undefined || found.end <= found.start ? range : tail(piece, found);
}

function rangeOf(node: unknown): TextRange | undefined {
  const { isAlias, isCollection, isScalar } = yamlLibraries().yaml;
  if (!isScalar(node) && !isCollection(node) && !isAlias(node)) return undefined;
  const [start, end] = node.range ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

function trimmed(block: string, { start, end }: TextRange): TextRange {
  let last = end;
  while (last > start && ' \t\r\n'.includes(block[last - 1] ?? '')) last--;
  return { start, end: last };
}

function isBlockScalar(node: unknown): boolean {
  const { isScalar, Scalar } = yamlLibraries().yaml;
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
}

const MOST_ALIASES = 20;
const MAY_NEST = /[[{]|[-?:][ \t]/g;

/** How numbers are read. `asWritten`: a number that JSON would write differently, such as `1.10` or `007`, is kept as text. */
type NumberReading = 'asNumbers' | 'asWritten';

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
): ReadFrontmatter {
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
 * Returns the line of the block, counted from 0, at which the nesting becomes too deep to be parsed: of brackets, or of block
 * indicators (`-`, `?`, `:`) on one line. Undefined if it is nowhere too deep.
 */
function tooDeepAt(block: string): number | undefined {
  if ((block.match(MAY_NEST)?.length ?? 0) <= BOUNDS.depth) return undefined;
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
    if (brackets + marks > BOUNDS.depth) return line;
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
 * Returns the values and positions of a block with a repeated key, so that a command can repair it. Git's line-by-line merge can
 * produce such a block.
 */
function repeated(map: YAMLMap, place: Place): ReadFrontmatter | undefined {
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

function readMap(document: Document, map: YAMLMap, place: Place): ReadFrontmatter {
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
  if (depth > BOUNDS.depth) return undefined;
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
function brokenBlock(message: string, line: number): ReadFrontmatter {
  return { values: {}, entries: [], problem: { code: 'FRONTMATTER_INVALID', message, line } };
}

/** Matches texts that must be quoted, because YAML 1.1 parsers read them as a boolean, an octal number or a time. */
const LEGACY_SCALAR = /^(?:y|n|yes|no|on|off|[-+]?0[0-7_]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+)$/i;

/** Matches dates, times and words that need no quotes in any YAML, so that writing them does not load the library. */
const NEEDS_NO_QUOTES =
  /^(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?|(?!(?:true|false|null|y|n|yes|no|on|off)$)[a-z](?:[\w ./-]*\w)?)$/i;

/** Writes a value as YAML on one line; a text is quoted only if necessary. */
function writeValue(value: JsonValue): string {
  return isList(value) ? `[${value.map((item) => scalar(item, true)).join(', ')}]` : scalar(value, false);
}

function scalar(value: JsonValue, inFlow: boolean): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'string' && NEEDS_NO_QUOTES.test(value)) return value;
  // Escape control and invisible characters as in JSON, which YAML accepts within double quotes.
  if (typeof value === 'string' && /[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return escaped(value);
  const text = yamlLibraries()
    .yaml.stringify(inFlow ? [value] : value, {
      schema: 'core',
      version: '1.2',
      lineWidth: 0,
      singleQuote: true,
      blockQuote: false,
      collectionStyle: 'flow',
      flowCollectionPadding: false,
    })
    .trimEnd();
  const written = inFlow ? text.slice(1, -1) : text;
  if (typeof value === 'string' && written === value && LEGACY_SCALAR.test(value)) return `'${value}'`;
  return written;
}

function escaped(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u00ad\u2028\u2029\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Parses frontmatter as YAML 1.2 (core schema, in which a date is a string) with the `yaml` package. gray-matter splits the
 * document. Its own parsers for other languages are replaced by functions that throw, because some of them run code (see
 * docs/adr/0007).
 */
export class YamlFrontmatterParser implements FrontmatterParser {
  readonly #numbers: NumberReading;
  readonly format = writeValue;

  constructor(numbers: NumberReading = 'asNumbers') {
    this.#numbers = numbers;
  }

  parse(text: string, start: number, end: number, line: number): ReadFrontmatter {
    const block = text.slice(start, end);
    if (block.length > BOUNDS.frontmatter) {
      return brokenBlock(`The frontmatter is larger than ${String(BOUNDS.frontmatter / 1024)} KiB.`, line);
    }
    let read: ReadFrontmatter = { values: {}, entries: [] };
    // gray-matter passes the block with the newline of the line before it. Remove that newline, so that offsets match the file.
    const parse = (yaml: string) => {
      read = readBlock(yaml.slice(1), start, line, this.#numbers);
      return read.values;
    };
    const { data } = yamlLibraries().matter(`---\n${block}\n---\n`, {
      // The closing delimiter includes a newline, because a line that only begins with `---` belongs to the YAML.
      delimiters: ['---', '---\n'],
      engines: { ...REFUSING_ENGINES, yaml: { parse, stringify: refuse } },
      // Without this option, gray-matter would read a field `excerpt_separator` of the document as its own setting.
      excerpt: () => '',
    });
    return { ...read, values: data };
  }
}

function refuse(): never {
  throw new Error('Only YAML frontmatter is read.');
}

const REFUSING_ENGINES = Object.fromEntries(
  ['js', 'javascript', 'coffee', 'coffeescript', 'cson', 'json', 'toml'].map((name) => [
    name,
    { parse: refuse, stringify: refuse },
  ]),
);
