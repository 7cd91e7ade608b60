import { lstatSync, type BigIntStats } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Drawing } from '../../adapters/cli/layout/drawing.js';
import { seal, unseal } from '../../adapters/cache/sealedFile.js';
import type { RestampedDocument } from '../../adapters/cache/summaryFile.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { OpenFile } from '../../ports/fileSystem.js';
import { look, type Manner, type Seen, STAMP } from './looks.js';

/** What a program printed, and what it had looked at. */
export interface Answer {
  readonly key: string;
  /** Milliseconds since 1970: it was true then … */
  readonly from: number;
  /** … and is before this, while everything looks the same. */
  readonly until: number;
  readonly seen: Seen;
  readonly output: Output;
  /** How it was drawn, where it can be drawn again. */
  readonly drawn?: Drawing | undefined;
}

/** Everything written, in order. */
export type Output = readonly (readonly [fd: number, bytes: Uint8Array])[];

/** An answer that a file holds. */
export interface FoundAnswer {
  readonly output: Output;
  readonly drawn: Drawing | undefined;
  readonly until: number;
  /** Files that were looked at once and look different now: the answer is true where they tell the same. */
  readonly changed: readonly ChangedFile[];
  /** Folders in which something changed, of streams and of these files, with `/`: none where nothing is known of the answer's lines. */
  readonly folders: readonly string[];
  /** Everything that changed, as it is now. */
  readonly stamps: readonly Pick<BigIntStats, 'mtimeNs' | 'ctimeNs'>[];
  /** The file with the stamps that the changed ones have now. @param changed what is printed now, where that is something else. */
  restamped(changed?: Pick<Answer, 'output' | 'drawn'>): Uint8Array;
}

export interface ChangedFile extends RestampedDocument {
  /** Other Markdown files that were looked at beside it, in bytes; infinite where a link is among them. */
  readonly besideBytes: () => number;
}

/** What tells most misses, with the stamps of what changed last: a small part, to be read first. */
interface Head {
  readonly key: string;
  readonly from: number;
  /** JSON has no infinity. */
  readonly until: number | null;
  readonly others: readonly (readonly [Manner, string, string | null])[];
  readonly entries: readonly string[];
  /** Places among the entries of those that were looked at more than once. */
  readonly again: readonly number[];
}

interface Body {
  readonly entries: readonly string[];
  readonly again: readonly number[];
  readonly targets: readonly string[];
  readonly output: readonly (readonly [fd: number, length: number])[];
  readonly drawn?: Drawing | undefined;
}

/** Stamps (mtime, ctime, size and inode of each), JSON about them, and bytes, sealed as every cache is. */
interface Part<Text> {
  readonly numbers: BigInt64Array;
  readonly text: Text;
  readonly rest: Uint8Array;
  /** All of it, numbers among it. */
  readonly bytes: Uint8Array;
}

const NUMBER_BYTES = 8;
const COUNTS = 2;
/** No path holds it: what follows lies outside the project. */
const OUTSIDE = '\0';
const LAST_CHANGED = 64;
const MARKDOWN = /\.(?:md|markdown)$/i;
const BIGINT = { bigint: true, throwIfNoEntry: false } as const;

/** Format: docs/cache.md. @param root of the project; paths below it are kept from there. */
export function packAnswer({ key, from, until, seen, output, drawn }: Answer, root: string): Uint8Array {
  const inside = root + sep;
  const kept = (path: string) => (path.startsWith(inside) ? path.slice(inside.length) : OUTSIDE + path);
  const [last, earlier] = lastChangedApart(seen);
  const targets = [...seen.targets.keys()];
  const pathsOf = (rows: readonly number[]) => rows.map((row) => kept(seen.entries[row] as string));
  const againIn = (rows: readonly number[]) =>
    rows.flatMap((row, i) => (seen.again.has(seen.entries[row] as string) ? [i] : []));
  const led = [...seen.targets.values()].flatMap((one) => [one.mtimeNs, one.ctimeNs, one.size, one.ino]);
  const head: Head = {
    key,
    from,
    until: Number.isFinite(until) ? until : null,
    others: seen.others.map((one) => [one.manner, kept(one.path), one.seen as string | null]),
    entries: pathsOf(last),
    again: againIn(last),
  };
  const body: Body = {
    entries: pathsOf(earlier),
    again: againIn(earlier),
    targets: targets.map(kept),
    ...printedAs({ output, drawn }),
  };
  const printed = output.map(([, bytes]) => bytes);
  const stampsOf = (rows: readonly number[], more: readonly bigint[] = []) => {
    const numbers = new BigInt64Array(rows.length * STAMP + more.length);
    for (const [i, row] of rows.entries())
      numbers.set(seen.stamps.subarray(row * STAMP, (row + 1) * STAMP), i * STAMP);
    numbers.set(more, rows.length * STAMP);
    return numbers;
  };
  const first = packPart(head, stampsOf(last), []);
  const length = new Uint8Array(BigInt64Array.of(BigInt(first.length)).buffer);
  return Buffer.concat([length, first, packPart(body, stampsOf(earlier, led), printed)]);
}

function printedAs({ output, drawn }: Pick<Answer, 'output' | 'drawn'>): Pick<Body, 'output' | 'drawn'> {
  return { output: output.map(([fd, bytes]) => [fd, bytes.length]), drawn };
}

/** What changed last will change again: a miss is to be found soon. */
function lastChangedApart({ entries, stamps }: Seen): readonly [last: number[], earlier: number[]] {
  const times = Float64Array.from(entries, (_, row) => Number(stamps[row * STAMP + 1]));
  const recent = times.toSorted().at(-LAST_CHANGED) ?? -Infinity;
  const [last, earlier]: [number[], number[]] = [[], []];
  for (const [row, time] of times.entries())
    (last.length < LAST_CHANGED && time >= recent ? last : earlier).push(row);
  return [last, earlier];
}

function packPart(text: Head | Body, stamps: BigInt64Array, rest: readonly Uint8Array[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(text));
  const numbers = new BigInt64Array(COUNTS + stamps.length);
  numbers[0] = BigInt(stamps.length / STAMP);
  numbers[1] = BigInt(json.length);
  numbers.set(stamps, COUNTS);
  return seal(Buffer.concat([new Uint8Array(numbers.buffer), json, ...rest]));
}

/** @throws for anything {@link packPart} did not make. */
function unpackPart<Text extends Head | Body>(bytes: Uint8Array): Part<Text> | undefined {
  const sealed = unseal(bytes);
  if (sealed === undefined) return undefined;
  const [count, length] = new BigInt64Array(sealed.buffer, sealed.byteOffset, COUNTS);
  const numbers = new BigInt64Array(sealed.buffer, sealed.byteOffset, COUNTS + Number(count) * STAMP);
  const end = numbers.byteLength + Number(length);
  const json = Buffer.from(sealed.buffer, sealed.byteOffset + numbers.byteLength, Number(length));
  return {
    numbers: numbers.subarray(COUNTS),
    text: JSON.parse(json.toString('utf8')) as Text,
    rest: sealed.subarray(end),
    bytes: sealed,
  };
}

/**
 * What was printed, where the file holds an answer to `key` that is true now, or may be; undefined for everything else.
 * @param now milliseconds since 1970. @param root of the project. @param most how many files may have changed.
 * @throws for some files that are no answer.
 */
export function foundAnswer(
  file: OpenFile,
  key: string,
  now: number,
  root: string,
  most: number,
): FoundAnswer | undefined {
  const length = Number(new BigInt64Array(file.read(0, NUMBER_BYTES).buffer)[0]);
  if (length < 0 || length > file.size) return undefined;
  const below = process.cwd() === root ? '' : root + sep;
  const placeOf = (path: string) => (path.startsWith(OUTSIDE) ? path.slice(1) : below + path);
  const head = unpackPart<Head>(file.read(NUMBER_BYTES, length));
  if (head?.text.key !== key || now < head.text.from || now >= (head.text.until ?? Infinity))
    return undefined;
  const recent = changedAmong(head, placeOf, most);
  if (recent === undefined || head.numbers.length !== head.text.entries.length * STAMP) return undefined;
  for (const [manner, path, seen] of head.text.others)
    if (look(manner, placeOf(path)) !== seen) return undefined;
  const from = NUMBER_BYTES + length;
  const body = unpackPart<Body>(file.read(from, file.size - from));
  if (body === undefined) return undefined;
  const { numbers, text, rest } = body;
  const earlier = changedAmong(body, placeOf, most - recent.length);
  if (earlier === undefined) return undefined;
  const all = [...recent, ...earlier];
  const files = all.filter(({ isFolder }) => !isFolder);
  const folders = all.filter(({ isFolder }) => isFolder).map(({ path }) => path.replaceAll(sep, '/'));
  const isOfThese = (folder: string) =>
    files.some(({ path }) => dirname(path).replaceAll(sep, '/') === folder) || dirname(folder) === LOG_FOLDER;
  if (folders.length > 0 && (text.drawn === undefined || !folders.every(isOfThese))) return undefined;
  const targetsAt = text.entries.length * STAMP;
  if (numbers.length !== targetsAt + text.targets.length * STAMP) return undefined;
  const isLed = (path: string, i: number) =>
    isStampAt(numbers, targetsAt + i * STAMP, look('target', placeOf(path)) as BigIntStats | null);
  if (!text.targets.every(isLed)) return undefined;
  let at = 0;
  const output = text.output.map(
    ([fd, size]) => [fd === 2 ? 2 : 1, rest.subarray(at, (at += size))] as const,
  );
  return {
    output,
    drawn: text.drawn,
    until: head.text.until ?? Infinity,
    changed: files.map(({ path, before, now: found }) => ({
      path: path.replaceAll(sep, '/'),
      before,
      now: found,
      besideBytes: () => bytesBeside(path, [head, body], text.targets),
    })),
    folders,
    stamps: all.map(({ now: [mtimeNs, ctimeNs] }) => ({ mtimeNs, ctimeNs })),
    restamped: (changed) => {
      for (const { numbers: own, at: place, now: found } of all) own.set(found, place);
      const first = seal(head.bytes);
      const size = new Uint8Array(BigInt64Array.of(BigInt(first.length)).buffer);
      const second =
        changed === undefined
          ? seal(body.bytes)
          : packPart(
              { ...text, ...printedAs(changed) },
              numbers,
              changed.output.map(([, bytes]) => bytes),
            );
      return Buffer.concat([size, first, second]);
    },
  };
}

interface ChangedEntry extends RestampedDocument {
  readonly isFolder: boolean;
  /** Its four numbers are from `at` on. */
  readonly numbers: BigInt64Array;
  readonly at: number;
}

/**
 * Files of the project that were looked at once, and folders, which are others now; undefined where more than `most` are, or anything
 * else is.
 */
function changedAmong(
  { text, numbers }: Part<Head | Body>,
  placeOf: (path: string) => string,
  most: number,
): readonly ChangedEntry[] | undefined {
  const changed: ChangedEntry[] = [];
  let at = 0;
  // Ten thousands of them: no function is made for each.
  for (const path of text.entries) {
    const stats = lstatSync(placeOf(path), BIGINT);
    if (!isStampAt(numbers, at, stats)) {
      if (changed.length >= most || stats === undefined || path.startsWith(OUTSIDE)) return undefined;
      const isFolder = stats.isDirectory();
      const isOnce = !text.again.includes(at / STAMP);
      if (!isFolder && !(stats.isFile() && isOnce)) return undefined;
      const [mtimeNs = 0n, ctimeNs = 0n, size = 0n, inode = 0n] = numbers.subarray(at, at + STAMP);
      const now = [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino] as const;
      changed.push({ path, isFolder, before: [mtimeNs, ctimeNs, size, inode], now, numbers, at });
    }
    at += STAMP;
  }
  return changed;
}

function bytesBeside(
  document: string,
  parts: readonly Part<Head | Body>[],
  targets: readonly string[],
): number {
  const folder = document.slice(0, document.lastIndexOf(sep) + 1);
  if (targets.some((path) => path.startsWith(folder))) return Infinity;
  let bytes = 0;
  for (const { text, numbers } of parts)
    for (const [i, path] of text.entries.entries())
      if (path.startsWith(folder) && path !== document && MARKDOWN.test(path))
        bytes += Number(numbers[i * STAMP + 2]);
  return bytes;
}

function isStampAt(numbers: BigInt64Array, at: number, stats: BigIntStats | null | undefined): boolean {
  return (
    stats !== null &&
    stats !== undefined &&
    numbers[at] === stats.mtimeNs &&
    numbers[at + 1] === stats.ctimeNs &&
    numbers[at + 2] === stats.size &&
    numbers[at + 3] === stats.ino
  );
}
