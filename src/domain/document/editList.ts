import type { JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import type { FormatValue } from './formatValue.js';
import type { FrontmatterEntry } from './frontmatterEntry.js';

export interface TextEdit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A block list with members added or removed: the lines of the items that stay are not touched. Undefined when the
 * list is not of one plain item a line, so that it has to be written anew.
 */
export function editList(
  text: string,
  entry: FrontmatterEntry,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  newline: string,
  format: FormatValue,
): TextEdit | undefined {
  const start = text.lastIndexOf('\n', entry.valueStart - 1) + 1;
  if (start <= entry.start || after.length === 0) return undefined;
  const lines = text.slice(start, entry.end).split(/(?<=\n)/);
  const items = lines.filter((line) => /^[ \t]*- /.test(line));
  if (items.length !== before.length) return undefined;
  if (lines.some((line) => !/^[ \t]*(?:- .*|#.*)?\r?\n?$/.test(line))) return undefined;
  const indent = /^[ \t]*/.exec(items[0] ?? '')?.[0] ?? '';
  let index = 0;
  const kept: string[] = [];
  for (const line of lines) {
    const item = /^[ \t]*- /.test(line) ? before[index++] : undefined;
    if (item === undefined || after.some((wanted) => jsonEquals(wanted, item))) kept.push(line);
  }
  const added = after.filter((wanted) => !before.some((item) => jsonEquals(item, wanted)));
  const lastItem = kept.findLastIndex((line) => /^[ \t]*- /.test(line));
  const newLines = added.map((item) => `${indent}- ${format(item)}${newline}`);
  const result = [...kept.slice(0, lastItem + 1), ...newLines, ...kept.slice(lastItem + 1)];
  return { at: start, end: entry.end, text: result.join('') };
}
