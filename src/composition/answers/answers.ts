import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../adapters/files/readRegularFile.js';
import { type Output, packAnswer, trueAnswer } from './answerFile.js';
import type { Looks } from './looks.js';
import type { Question } from './question.js';

/** Few questions are asked again and again. */
const MOST_ANSWERS = 12;
const MOST_BYTES = 64 * 1024 * 1024;
/** One answer and its looks. */
const LARGEST = 16 * 1024 * 1024;

/** What the program would print, where it printed that before and everything it would look at is unchanged. */
export function recall({ key, caches, root }: Question): Output | undefined {
  let file;
  try {
    file = openRegularFile(join(caches, 'answers', nameOf(key)), () => undefined);
    return file.size > LARGEST ? undefined : trueAnswer(file, key, Date.now(), root);
  } catch {
    return undefined;
  } finally {
    file?.close();
  }
}

/**
 * Keeps what a run has printed, where that can be told from what it looked at. Never fails: an answer that is not kept is made again.
 * @param from when the run began. @param until when its answer becomes another one by time alone; milliseconds since 1970.
 */
export function keep({ key, caches, root }: Question, looks: Looks, from: number, until: number): void {
  const seen = until > Date.now() ? looks.all() : undefined;
  if (seen === undefined) return;
  try {
    const content = packAnswer({ key, from, until, seen, output: looks.output }, root);
    if (content.length > LARGEST) return;
    const folder = join(caches, 'answers');
    mkdirSync(folder, { recursive: true });
    makeRoom(folder, nameOf(key), content.length);
    const place = join(folder, nameOf(key));
    const temporary = `${place}.${String(process.pid)}`;
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
