import type { Sides } from '../reconcile/reconcileFields.js';
import { fieldRank } from '../fields/standardFields.js';
import type { SpecDocument } from '../document/specDocument.js';
import { splitDocument } from '../document/frontmatter/splitDocument.js';
import { lineStart } from '../document/textEdit.js';
import { either } from './threeWayVersions.js';

/** A frontmatter block, split into the lines of each field. All parts joined in order give the block again. */
export interface FieldBlock {
  /** The text before the first field: the byte order mark, if any, and the opening `---`. */
  readonly opening: string;
  readonly fields: ReadonlyMap<string, FieldLines>;
  /** Comments and blank lines below the last field. */
  readonly tail: string;
  readonly closing: string;
}

/** The lines of one field (`own`), and the comments and blank lines above it (`above`). */
export interface FieldLines {
  readonly above: string;
  readonly own: string;
}

const EMPTY: FieldBlock = { opening: '', fields: new Map(), tail: '', closing: '' };

/**
 * Splits the frontmatter of a document into the lines of each field. Undefined if two fields are on the same line; an empty block
 * if the document has no frontmatter.
 */
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
 * Merges the order of frontmatter keys. Keys that both sides have are in the order of the side that changed the order; a key that
 * only one side has comes after the key that it follows on that side.
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

/** Returns the keys that only `side` has, by the nearest common key above them; by `''` if there is none. */
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
