import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawing } from '../../adapters/cli/layout/drawing.js';
import { openRegularFile } from '../../adapters/files/readRegularFile.js';
import { OVERSIZED_ABOVE } from '../../domain/spec/sizeRating.js';
import { isSettled } from '../../adapters/cache/stamp.js';
import type { RestampedDocument } from '../../adapters/cache/summaryFile.js';
import { type Answer, foundAnswer, type Output, packAnswer } from './answerFile.js';
import type { Looks } from './looks.js';
import type { Question } from './question.js';

/** Few questions are asked again and again. */
const MOST_ANSWERS = 12;
const MOST_BYTES = 64 * 1024 * 1024;
/** One answer and its looks. */
const LARGEST = 16 * 1024 * 1024;

/** More changed files and folders than this, and everything is looked at anew. */
const MOST_CHANGED = 16;

/** An answer that was kept. */
export interface Recalled {
  readonly output: Output;
  /** It is true where these documents tell listings what they told before, and these folders hold nothing new. */
  readonly changed: readonly RestampedDocument[];
  readonly folders: readonly string[];
  /** How it was drawn, where it can be drawn again. */
  readonly drawn: Drawing | undefined;
  /** Milliseconds since 1970: it is true no longer then. */
  readonly until: number;
  /** Keeps that they do, or what is printed now, for the next time; never fails. Undefined where they may change again unseen. */
  readonly confirm: ((changed?: Pick<Answer, 'output' | 'drawn'>) => void) | undefined;
}

/** What the program would print, where it printed that before and what it would look at is unchanged, or may tell the same. */
export function recall({ key, caches, root, rests }: Question): Recalled | undefined {
  const place = join(caches, 'answers', nameOf(key));
  const now = Date.now();
  let file;
  try {
    file = openRegularFile(place, () => undefined);
    if (file.size > LARGEST) return undefined;
    const found = foundAnswer(file, key, now, root, rests === 'texts' ? 0 : MOST_CHANGED);
    if (found === undefined) return undefined;
    const { output, changed, folders, drawn, until } = found;
    // What is small before and after tells nobody of its size.
    const isSmall = changed.every(
      ({ before: [, , was], now: [, , size], besideBytes }) =>
        rests === 'summaries' || Number(size > was ? size : was) + besideBytes() <= OVERSIZED_ABOVE,
    );
    if (!isSmall) return undefined;
    const lookedNs = BigInt(now) * 1_000_000n;
    const isSure = found.stamps.every((stamp) => isSettled(stamp, lookedNs));
    const confirm: Recalled['confirm'] = (now) => writeCache(place, found.restamped(now));
    return { output, changed, folders, drawn, until, confirm: isSure ? confirm : undefined };
  } catch {
    return undefined;
  } finally {
    file?.close();
  }
}

/** What a run says of its answer. */
export interface Ran {
  /** When it began; milliseconds since 1970. */
  readonly from: number;
  /** When its answer becomes another one by time alone. */
  readonly until: number;
  /** Files whose own times it tells; paths in the project, with `/`. */
  readonly told?: readonly string[];
  /** How its answer was drawn, where it can be drawn again. */
  readonly drawn?: Drawing | undefined;
}

/** Keeps what a run has printed, where that can be told from what it looked at. Never fails: an answer that is not kept is made again. */
export function keep(
  { key, caches, root }: Question,
  looks: Looks,
  { from, until, told = [], drawn }: Ran,
): void {
  if (until <= Date.now()) return;
  const seen = looks.all(
    told.map((path) => join(root, path)),
    drawn !== undefined,
  );
  if (seen === undefined) return;
  try {
    const content = packAnswer({ key, from, until, seen, output: looks.output, drawn }, root);
    if (content.length > LARGEST) return;
    const folder = join(caches, 'answers');
    mkdirSync(folder, { recursive: true });
    makeRoom(folder, nameOf(key), content.length);
    writeCache(join(folder, nameOf(key)), content);
  } catch {
    // As without a cache.
  }
}

/** In one step; never fails: what is not kept is found out again. */
export function writeCache(place: string, content: Uint8Array): void {
  const temporary = `${place}.${String(process.pid)}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, place);
  } catch {
    // As without a cache.
  }
}

/** Takes away what was kept longest ago, and what a killed run left. */
function makeRoom(folder: string, coming: string, bytes: number): void {
  const kept = readdirSync(folder)
    .filter((name) => name !== coming)
    .map((name) => ({ place: join(folder, name), stats: statSync(join(folder, name)) }))
    .sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs);
  let left = MOST_BYTES - bytes;
  for (const [i, { place, stats }] of kept.entries()) {
    left -= stats.size;
    if (left < 0 || i >= MOST_ANSWERS - 1) unlinkSync(place);
  }
}

/** By 64 bits of the question; the whole of it stands in the file. */
function nameOf(key: string): string {
  let [one, other] = [0x81_1c_9d_c5, 0x01_00_01_93];
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01_00_01_93);
    other = Math.imul(other + unit, 0x85_eb_ca_6b) ^ (other >>> 13);
  }
  return `${[one, other].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')}.bin`;
}
