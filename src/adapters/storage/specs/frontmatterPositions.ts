import type { Pair } from 'yaml';
import type { FrontmatterEntry, TextRange } from '../../../domain/document/frontmatter/frontmatterEntry.js';
import { yamlLibraries } from './yamlLibraries.js';

/** A block of YAML, and its position in the document. */
export interface Place {
  readonly block: string;
  readonly start: number;
  readonly lineAt: (offset: number) => number;
}

/** Returns the position of a key and its value in the document; undefined if the key is not plain text. */
export function entryOf(pair: Pair, { block, start, lineAt }: Place): FrontmatterEntry | undefined {
  const { key, value } = pair;
  const keyRange = rangeOf(key);
  const name = nameOf(key);
  if (keyRange === undefined || name === undefined) return undefined;
  const colon = block.indexOf(':', keyRange.end) + 1;
  // Skip a key without a colon, such as `? a`.
  if (colon === 0 || colon > (rangeOf(value)?.start ?? colon)) return undefined;
  const range = trimmed(block, rangeOf(value) ?? { start: colon, end: colon });
  const { start: valueStart, end: valueEnd } =
    range.end > range.start
      ? { start: range.start, end: trimmed(block, tail(value, range)).end }
      : { start: colon, end: colon };
  const newline = block.indexOf('\n', Math.max(valueEnd, keyRange.end));
  const lineEnd = newline < 0 ? block.length : newline + 1;
  const items = itemsOf(value, block)?.map((item) => ({ start: start + item.start, end: start + item.end }));
  return {
    key: name,
    line: lineAt(keyRange.start),
    start: start + keyRange.start,
    colon: start + colon,
    valueStart: start + valueStart,
    valueEnd: start + valueEnd,
    end: start + Math.max(lineEnd, isBlockScalar(value) ? (rangeOf(value)?.end ?? 0) : 0),
    ...(items && { items }),
  };
}

/** Returns the name of a key as the YAML library's `toJS` would; undefined if the key is not plain text. */
function nameOf(key: unknown): string | undefined {
  const { isScalar } = yamlLibraries().yaml;
  if (!isScalar(key) || key.anchor !== undefined) return undefined;
  const { value } = key;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
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
