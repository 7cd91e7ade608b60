export type EntryKind = 'file' | 'folder' | 'other';

/** One line of a folder as git stores it. */
export interface TreeEntry {
  readonly name: string;
  /** `folder` for sub-folders; `other` is what takes a name without being looked into: a link, a submodule. */
  readonly kind: EntryKind;
  /** Hex; made when asked for, since most are not. */
  id(): string;
}

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

const HEADER = /^([0-9a-f]{40}|[0-9a-f]{64}) (\w+) (\d+)$/;
const LINE_FEED = 10;

/** Takes the answer of `git cat-file --batch` apart, one element an asked object; undefined for what is not there. */
export function parseBatch(output: Buffer): readonly (GitObject | undefined)[] {
  const objects: (GitObject | undefined)[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(LINE_FEED, at);
    if (end === -1) break;
    const header = HEADER.exec(output.toString('latin1', at, end));
    at = end + 1;
    if (header === null) {
      objects.push(undefined);
      continue;
    }
    const [, id = '', type = '', size = ''] = header;
    objects.push({ id, type, content: output.subarray(at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return objects;
}

/** A tree object: `<mode> <name>\0<id in bytes>` again and again. Read as one string, which is far faster. */
export function parseTree({ id, content }: GitObject): readonly TreeEntry[] {
  const idLength = id.length / 2;
  const text = content.toString('latin1');
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < text.length) {
    const space = text.indexOf(' ', at);
    const nul = text.indexOf('\0', space);
    if (space === -1 || nul === -1) break;
    entries.push({
      name: fromBytes(text.slice(space + 1, nul)),
      kind: kindOf(text.slice(at, space)),
      id: () => content.toString('hex', nul + 1, nul + 1 + idLength),
    });
    at = nul + 1 + idLength;
  }
  return entries;
}

/**
 * Takes the answer of `git diff-tree --stdin -z` on pairs of trees apart: for each pair, in the order asked,
 * what is new or different in the second one.
 */
export function parseTreeDiffs(output: Buffer): readonly (readonly TreeEntry[])[] {
  const text = output.toString('latin1');
  const diffs: TreeEntry[][] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== ':') {
      diffs.push([]);
      at = endOf(text, '\n', at);
      continue;
    }
    const meta = endOf(text, '\0', at);
    const path = endOf(text, '\0', meta);
    const [, mode = '', , id = ''] = text.slice(at, meta - 1).split(' ');
    const name = fromBytes(text.slice(meta, path - 1));
    diffs.at(-1)?.push({ name, kind: kindOf(mode), id: () => id });
    at = path;
  }
  return diffs;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end + 1;
}

function fromBytes(latin1: string): string {
  return /[^\0-\x7f]/.test(latin1) ? Buffer.from(latin1, 'latin1').toString('utf8') : latin1;
}

/** Trees write `40000`, diffs `040000`. */
function kindOf(mode: string): EntryKind {
  if (mode.endsWith('40000')) return 'folder';
  return mode.startsWith('100') ? 'file' : 'other';
}
