import { lstatSync, type BigIntStats } from 'node:fs';
import { sep } from 'node:path';
import { seal, unseal } from '../../adapters/cache/sealedFile.js';
import { type Look, look, type Manner } from './looks.js';

/** What a program printed, and what it had looked at. */
export interface Answer {
  readonly key: string;
  /** Milliseconds since 1970: it was true then … */
  readonly from: number;
  /** … and is before this, while everything looks the same. */
  readonly until: number;
  readonly looks: readonly Look[];
  readonly output: Output;
}

/** Everything written, in order. */
export type Output = readonly (readonly [fd: number, bytes: Uint8Array])[];

/** Stamps are the numbers, four for each: mtime, ctime (nanoseconds), size, inode; of entries first, then of targets. */
interface Head {
  readonly key: string;
  readonly from: number;
  /** JSON has no infinity. */
  readonly until: number | null;
  readonly entries: readonly string[];
  readonly targets: readonly string[];
  readonly others: readonly (readonly [Manner, string, string | null])[];
  readonly output: readonly (readonly [fd: number, length: number])[];
}

interface StampedLook extends Look {
  readonly seen: BigIntStats;
}

const HEAD_NUMBERS = 2;
const NUMBER_BYTES = 8;
/** No path holds it: what follows lies outside the project. */
const OUTSIDE = '\0';
const DAY_NS = 86_400_000_000_000n;
const BIGINT = { bigint: true, throwIfNoEntry: false } as const;

/** Format: docs/cache.md. @param root of the project; paths below it are kept from there. */
export function packAnswer({ key, from, until, looks, output }: Answer, root: string): Uint8Array {
  const inside = root + sep;
  const kept = (path: string) => (path.startsWith(inside) ? path.slice(inside.length) : OUTSIDE + path);
  const dayBefore = BigInt(from) * 1_000_000n - DAY_NS;
  const isRecent = ({ seen }: StampedLook) => seen.ctimeNs > dayBefore;
  const stamped = looks.filter(isStamped);
  // What changed last will change again: a miss is to be found soon.
  const inOrder = [...stamped.filter(isRecent), ...stamped.filter((one) => !isRecent(one))];
  const entries = inOrder.filter(({ manner }) => manner === 'entry');
  const targets = inOrder.filter(({ manner }) => manner === 'target');
  const head: Head = {
    key,
    from,
    until: Number.isFinite(until) ? until : null,
    entries: entries.map(({ path }) => kept(path)),
    targets: targets.map(({ path }) => kept(path)),
    others: looks.flatMap(({ manner, path, seen }) =>
      seen === null || typeof seen === 'string' ? [[manner, kept(path), seen] as const] : [],
    ),
    output: output.map(([fd, bytes]) => [fd, bytes.length]),
  };
  const text = Buffer.from(JSON.stringify(head));
  const numbers = new BigInt64Array(HEAD_NUMBERS + inOrder.length * 4);
  numbers[0] = BigInt(inOrder.length);
  numbers[1] = BigInt(text.length);
  let at = HEAD_NUMBERS;
  for (const { seen } of [...entries, ...targets]) {
    numbers[at] = seen.mtimeNs;
    numbers[at + 1] = seen.ctimeNs;
    numbers[at + 2] = seen.size;
    numbers[at + 3] = seen.ino;
    at += 4;
  }
  return seal(Buffer.concat([new Uint8Array(numbers.buffer), text, ...output.map(([, bytes]) => bytes)]));
}

function isStamped(one: Look): one is StampedLook {
  return one.seen !== null && typeof one.seen !== 'string';
}

/**
 * What was printed, where `bytes` hold an answer to `key` that is true now; undefined for everything else.
 * @param now milliseconds since 1970. @param root of the project.
 */
export function trueAnswer(bytes: Uint8Array, key: string, now: number, root: string): Output | undefined {
  const sealed = unseal(bytes);
  if (sealed === undefined) return undefined;
  try {
    const [rows, length] = new BigInt64Array(sealed.buffer, sealed.byteOffset, HEAD_NUMBERS);
    const textAt = (HEAD_NUMBERS + Number(rows) * 4) * NUMBER_BYTES;
    const outputAt = textAt + Number(length);
    const numbers = new BigInt64Array(sealed.buffer, sealed.byteOffset, textAt / NUMBER_BYTES);
    const head = JSON.parse(Buffer.from(sealed.subarray(textAt, outputAt)).toString('utf8')) as Head;
    const isAsked = head.key === key && head.from <= now && now < (head.until ?? Infinity);
    if (!isAsked || head.entries.length + head.targets.length !== Number(rows)) return undefined;
    const below = process.cwd() === root ? '' : root + sep;
    if (!looksTheSame(head, numbers, below)) return undefined;
    let at = outputAt;
    return head.output.map(([fd, size]) => [fd === 2 ? 2 : 1, sealed.subarray(at, (at += size))] as const);
  } catch {
    return undefined;
  }
}

function looksTheSame(head: Head, numbers: BigInt64Array, below: string): boolean {
  const placeOf = (path: string) => (path.startsWith(OUTSIDE) ? path.slice(1) : below + path);
  for (const [manner, path, seen] of head.others) if (look(manner, placeOf(path)) !== seen) return false;
  let at = HEAD_NUMBERS;
  const isSame = (stats: BigIntStats | null | undefined): boolean => {
    const same =
      stats !== null &&
      stats !== undefined &&
      numbers[at] === stats.mtimeNs &&
      numbers[at + 1] === stats.ctimeNs &&
      numbers[at + 2] === stats.size &&
      numbers[at + 3] === stats.ino;
    at += 4;
    return same;
  };
  // The most of them by far: no function is called for each.
  for (const path of head.entries) if (!isSame(lstatSync(placeOf(path), BIGINT))) return false;
  return head.targets.every((path) => isSame(look('target', placeOf(path)) as BigIntStats | null));
}
