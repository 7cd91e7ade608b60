import type { Sides } from '../log/reconcile.js';
import { fieldRank } from '../fields/fields.js';
import type { SpecDocument } from '../document/specDocument.js';
import { splitDocument } from '../document/frontmatter/splitDocument.js';
import { lineStart } from '../document/textEdit.js';
import { either } from './sides.js';

/** A frontmatter block as lines, each of which belongs to one field: joined in order they are the head of the document. */
export interface FieldBlock {
  /** What stands before the first line of the block: a byte order mark, the opening `---`. */
  readonly opening: string;
  readonly fields: ReadonlyMap<string, FieldLines>;
  /** Comments and blank lines behind the last field. */
  readonly tail: string;
  readonly closing: string;
}

/** The lines of one key, and those above it that belong to none: comments, blank lines. */
export interface FieldLines {
  readonly above: string;
  readonly own: string;
}

const EMPTY: FieldBlock = { opening: '', fields: new Map(), tail: '', closing: '' };

/** Undefined for a block whose fields share lines; without a block there are none. */
export function fieldBlock({ text, entries, problem }: SpecDocument): FieldBlock | undefined {
  const parts = splitDocument(text);
  if (parts.kind === 'bare' || problem !== undefined) return EMPTY;
  const { blockStart, blockEnd, bodyStart } = parts;
  const fields = new Map<string, FieldLines>();
  let done = blockStart;
  let indent: string | undefined;
  for (const { key, start, end } of entries) {
    const begin = lineStart(text, start);
    const space = text.slice(begin, start);
    indent ??= space;
    if (begin < done || end > blockEnd || space !== indent || !/^[ \t]*$/.test(space)) return undefined;
    fields.set(key, { above: text.slice(done, begin), own: text.slice(begin, end) });
    done = end;
  }
  return {
    opening: text.slice(0, blockStart),
    fields,
    tail: text.slice(done, blockEnd),
    closing: text.slice(blockEnd, bodyStart),
  };
}

/**
 * The keys of both sides in one order: that of the side which changed it, the keys one side alone has behind the key they follow
 * there.
 */
export function mergedOrder(keys: Sides<readonly string[]>): readonly string[] {
  const { base, ours, theirs } = keys;
  const among = (side: readonly string[], ...others: readonly (readonly string[])[]) => {
    const sets = others.map((other) => new Set(other));
    return side.filter((key) => sets.every((set) => set.has(key)));
  };
  const [ourCommon, theirCommon] = [among(ours, theirs), among(theirs, ours)];
  const written = (side: readonly string[]) => side.join('\n');
  const isAsBefore = (side: readonly string[]) =>
    written(among(side, base)) === written(among(base, ourCommon));
  const [ourText, theirText] = [written(ourCommon), written(theirCommon)];
  let common = either(ourText, theirText) === ourText ? ourCommon : theirCommon;
  if (isAsBefore(ourCommon) !== isAsBefore(theirCommon))
    common = isAsBefore(ourCommon) ? theirCommon : ourCommon;
  const [ourOwn, theirOwn] = [followers(ours, common), followers(theirs, common)];
  return ['', ...common].flatMap((anchor) => {
    const own = [...(ourOwn.get(anchor) ?? []), ...(theirOwn.get(anchor) ?? [])];
    const isOfBoth = ourOwn.has(anchor) && theirOwn.has(anchor);
    const inOrder = isOfBoth ? own.sort((a, b) => fieldRank(a) - fieldRank(b) || (a < b ? -1 : 1)) : own;
    return [...(anchor === '' ? [] : [anchor]), ...inOrder];
  });
}

/** By the common key above them, or `''`, the keys that only this side has. */
function followers(
  side: readonly string[],
  common: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const shared = new Set(common);
  let anchor = '';
  for (const key of side) {
    const own = found.get(anchor);
    if (shared.has(key)) anchor = key;
    else if (own === undefined) found.set(anchor, [key]);
    else own.push(key);
  }
  return found;
}
