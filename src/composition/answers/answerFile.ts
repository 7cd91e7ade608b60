import { lstatSync, type BigIntStats } from 'node:fs';
import { sep } from 'node:path';
import { seal, unseal } from '../../adapters/cache/sealedFile.js';
import type { OpenFile } from '../../ports/fileSystem.js';
import { look, type Manner, type Seen } from './looks.js';

/** What a program printed, and what it had looked at. */
export interface Answer {
  readonly key: string;
  /** Milliseconds since 1970: it was true then … */
  readonly from: number;
  /** … and is before this, while everything looks the same. */
  readonly until: number;
  readonly seen: Seen;
  readonly output: Output;
}

/** Everything written, in order. */
export type Output = readonly (readonly [fd: number, bytes: Uint8Array])[];

/** What tells most misses, with the stamps of what changed last: a small part, to be read first. */
interface Head {
  readonly key: string;
  readonly from: number;
  /** JSON has no infinity. */
  readonly until: number | null;
  readonly others: readonly (readonly [Manner, string, string | null])[];
  readonly entries: readonly string[];
}

interface Body {
  readonly entries: readonly string[];
  readonly targets: readonly string[];
  readonly output: readonly (readonly [fd: number, length: number])[];
}

/** Stamps (mtime, ctime, size and inode of each), JSON about them, and bytes, sealed as every cache is. */
interface Part<Text> {
  readonly numbers: BigInt64Array;
  readonly text: Text;
  readonly rest: Uint8Array;
}

type Entries = readonly (readonly [path: string, stats: BigIntStats])[];

const NUMBER_BYTES = 8;
const COUNTS = 2;
/** No path holds it: what follows lies outside the project. */
const OUTSIDE = '\0';
const LAST_CHANGED = 64;
const BIGINT = { bigint: true, throwIfNoEntry: false } as const;

/** Format: docs/cache.md. @param root of the project; paths below it are kept from there. */
export function packAnswer({ key, from, until, seen, output }: Answer, root: string): Uint8Array {
  const inside = root + sep;
  const kept = (path: string) => (path.startsWith(inside) ? path.slice(inside.length) : OUTSIDE + path);
  const [last, entries] = lastChangedApart(seen.entries);
  const targets = [...seen.targets];
  const pathsOf = (rows: Entries) => rows.map(([path]) => kept(path));
  const head: Head = {
    key,
    from,
    until: Number.isFinite(until) ? until : null,
    others: seen.others.map((one) => [one.manner, kept(one.path), one.seen as string | null]),
    entries: pathsOf(last),
  };
  const body: Body = {
    entries: pathsOf(entries),
    targets: pathsOf(targets),
    output: output.map(([fd, bytes]) => [fd, bytes.length]),
  };
  const printed = output.map(([, bytes]) => bytes);
  const first = packPart(head, [last], []);
  const length = new Uint8Array(BigInt64Array.of(BigInt(first.length)).buffer);
  return Buffer.concat([length, first, packPart(body, [entries, targets], printed)]);
}

/** What changed last will change again: a miss is to be found soon. */
function lastChangedApart(entries: Seen['entries']): readonly [Entries, Entries] {
  const times = Float64Array.from(entries.values(), ({ ctimeNs }) => Number(ctimeNs)).sort();
  const recent = times.at(-LAST_CHANGED) ?? -Infinity;
  const [last, others]: [(readonly [string, BigIntStats])[], (readonly [string, BigIntStats])[]] = [[], []];
  for (const one of entries)
    (last.length < LAST_CHANGED && Number(one[1].ctimeNs) >= recent ? last : others).push(one);
  return [last, others];
}

function packPart(text: Head | Body, rows: readonly Entries[], rest: readonly Uint8Array[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(text));
  const count = rows.reduce((sum, some) => sum + some.length, 0);
  const numbers = new BigInt64Array(COUNTS + count * 4);
  numbers[0] = BigInt(count);
  numbers[1] = BigInt(json.length);
  let at = COUNTS;
  for (const some of rows) {
    for (const [, { mtimeNs, ctimeNs, size, ino }] of some) {
      numbers[at] = mtimeNs;
      numbers[at + 1] = ctimeNs;
      numbers[at + 2] = size;
      numbers[at + 3] = ino;
      at += 4;
    }
  }
  return seal(Buffer.concat([new Uint8Array(numbers.buffer), json, ...rest]));
}

/** @throws for anything {@link packPart} did not make. */
function unpackPart<Text extends Head | Body>(bytes: Uint8Array): Part<Text> | undefined {
  const sealed = unseal(bytes);
  if (sealed === undefined) return undefined;
  const [count, length] = new BigInt64Array(sealed.buffer, sealed.byteOffset, COUNTS);
  const numbers = new BigInt64Array(sealed.buffer, sealed.byteOffset, COUNTS + Number(count) * 4);
  const end = numbers.byteLength + Number(length);
  const json = Buffer.from(sealed.buffer, sealed.byteOffset + numbers.byteLength, Number(length));
  return {
    numbers: numbers.subarray(COUNTS),
    text: JSON.parse(json.toString('utf8')) as Text,
    rest: sealed.subarray(end),
  };
}

/**
 * What was printed, where the file holds an answer to `key` that is true now; undefined for everything else.
 * @param now milliseconds since 1970. @param root of the project. @throws for some files that are no answer.
 */
export function trueAnswer(file: OpenFile, key: string, now: number, root: string): Output | undefined {
  const length = Number(new BigInt64Array(file.read(0, NUMBER_BYTES).buffer)[0]);
  if (length < 0 || length > file.size) return undefined;
  const below = process.cwd() === root ? '' : root + sep;
  const placeOf = (path: string) => (path.startsWith(OUTSIDE) ? path.slice(1) : below + path);
  const head = unpackPart<Head>(file.read(NUMBER_BYTES, length));
  if (head?.text.key !== key || now < head.text.from || now >= (head.text.until ?? Infinity))
    return undefined;
  if (!areSame(head.text.entries, head.numbers, placeOf)) return undefined;
  for (const [manner, path, seen] of head.text.others)
    if (look(manner, placeOf(path)) !== seen) return undefined;
  const from = NUMBER_BYTES + length;
  const body = unpackPart<Body>(file.read(from, file.size - from));
  if (body === undefined) return undefined;
  const { numbers, text, rest } = body;
  const targetsAt = text.entries.length * 4;
  if (!areSame(text.entries, numbers.subarray(0, targetsAt), placeOf)) return undefined;
  const isLed = (path: string, i: number) =>
    isStampAt(numbers, targetsAt + i * 4, look('target', placeOf(path)) as BigIntStats | null);
  if (!text.targets.every(isLed)) return undefined;
  let at = 0;
  return text.output.map(([fd, size]) => [fd === 2 ? 2 : 1, rest.subarray(at, (at += size))] as const);
}

function areSame(
  paths: readonly string[],
  numbers: BigInt64Array,
  placeOf: (path: string) => string,
): boolean {
  let at = 0;
  // Ten thousands of them: no function is made for each.
  for (const path of paths) {
    if (!isStampAt(numbers, at, lstatSync(placeOf(path), BIGINT))) return false;
    at += 4;
  }
  return at === numbers.length;
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
