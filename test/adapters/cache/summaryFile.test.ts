import { describe, expect, it } from '@jest/globals';
import {
  decodeSummaries,
  encodeSummaries,
  type KeptSummary,
  MOST_EARLIER,
  withReadAgain,
  writtenRow,
  writtenSummary,
} from '../../../src/adapters/cache/summaryFile.js';
import type { Stamp } from '../../../src/adapters/cache/stamp.js';

const SECTIONS = ['Success Criteria'];
const stamp = (n: number): Stamp => [BigInt(n), BigInt(n), 10n, BigInt(n % 7)];
const pathOf = (n: number) => `specs/00${String(n)}-ä/README.md`;
const summary = (n: number, title = `Title “${String(n)}”`): KeptSummary => [
  pathOf(n),
  title,
  { status: 'planned', tags: ['a', 'b'] },
  null,
];
const row = (n: number) => writtenSummary(summary(n), stamp(n), 7);
const file = encodeSummaries([row(1), row(2), row(3)], [row(4)], SECTIONS);
const changed = (n: number, before: number, now: number) => ({
  path: pathOf(n),
  before: stamp(before),
  now: stamp(now),
});
const same = (path: string) => summary(Number(path.slice(8, 9)));
/** Kept where it is what it was. */
const again = (
  bytes: Uint8Array,
  documents: Parameters<typeof withReadAgain>[1],
  read: (path: string) => KeptSummary | undefined,
) =>
  withReadAgain(bytes, documents, (path, _, before) => {
    const kept = read(path);
    return kept !== undefined && writtenRow(kept) === before ? { kept, print: 7 } : undefined;
  });

describe('the file of summaries', () => {
  it('holds what was written, as it can be written again', () => {
    const { rows, written } = decodeSummaries(file, SECTIONS) ?? {};
    expect(rows).toEqual([1, 2, 3, 4].map((n) => summary(n)));
    expect(written?.(1, 3).text).toBe(`${row(2).text},${row(3).text}`);
    expect(written?.(3, 4).text).toBe(row(4).text);
    expect(decodeSummaries(file, ['Tasks'])).toBeUndefined();
  });

  it('takes rows over as they were written, in any order and beside new ones', () => {
    const { written } = decodeSummaries(file, SECTIONS) ?? {};
    const runs = [written?.(2, 3), row(9), written?.(0, 2)].map((run) => run ?? row(0));
    const again = decodeSummaries(encodeSummaries(runs, [row(5)], SECTIONS), SECTIONS);
    expect(again?.rows).toEqual([3, 9, 1, 2, 5].map((n) => summary(n)));
    expect([0, 1, 2, 3, 4].map((n) => again?.written(n, n + 1).text)).toEqual(
      [3, 9, 1, 2, 5].map((n) => row(n).text),
    );
    expect(again?.rows.map((_, i) => again.numbers[i * 6])).toEqual([3n, 9n, 1n, 2n, 5n]);
  });

  it('takes another stamp of a document that says the same, and keeps the one before', () => {
    const once = again(file, [changed(2, 2, 20), changed(3, 3, 30)], same) ?? new Uint8Array();
    const { rows = [], numbers = new BigInt64Array() } = decodeSummaries(once, SECTIONS) ?? {};
    expect(rows).toEqual([1, 2, 3, 4, 2, 3].map((n) => summary(n)));
    expect(rows.map((_, i) => Number(numbers[i * 6]))).toEqual([1, 20, 30, 4, 2, 3]);
    // An answer that rests on the stamp before is as true as one that rests on the new one.
    expect(again(once, [changed(2, 2, 20)], same)).toEqual(once);
    const twice = again(once, [changed(2, 20, 21)], same) ?? new Uint8Array();
    expect(again(twice, [changed(2, 2, 21)], same)).toEqual(twice);
  });

  it('takes what a document says now, and keeps what it said before', () => {
    const say = (title: string) => () => ({ kept: summary(2, title), print: 9 });
    const once = withReadAgain(file, [changed(2, 2, 20)], say('A longer “title” ü')) ?? new Uint8Array();
    const twice = withReadAgain(once, [changed(2, 20, 21)], say('Short')) ?? new Uint8Array();
    const { rows = [], numbers = new BigInt64Array(), written } = decodeSummaries(twice, SECTIONS) ?? {};
    const expected = [summary(1), summary(2, 'Short'), ...[3, 4, 2].map((n) => summary(n))];
    expect(rows).toEqual([...expected, summary(2, 'A longer “title” ü')]);
    expect(rows.map((_, i) => [Number(numbers[i * 6]), Number(numbers[i * 6 + 4])])).toEqual([
      [1, 7],
      [21, 9],
      [3, 7],
      [4, 7],
      [2, 7],
      [20, 9],
    ]);
    // Where the text of each begins is kept, too.
    expect(rows.map((_, i) => written?.(i, i + 1).text)).toEqual(rows.map(writtenRow));
    const back: string[] = [];
    withReadAgain(twice, [changed(2, 20, 22)], (_, __, before) => void back.push(before));
    expect(back).toEqual([writtenRow(summary(2, 'A longer “title” ü'))]);
  });

  it('takes none of one that says something else, of another one, or of a time nothing was kept of', () => {
    expect(again(file, [changed(2, 2, 20)], () => summary(2, 'Other'))).toBeUndefined();
    expect(again(file, [changed(2, 2, 20)], () => undefined)).toBeUndefined();
    expect(again(file, [changed(2, 3, 20)], same)).toBeUndefined();
    expect(again(file, [changed(2, 9, 20)], same)).toBeUndefined();
    expect(again(file.slice(0, 100), [changed(2, 2, 20)], same)).toBeUndefined();
  });

  it('does not grow for ever', () => {
    let kept = file;
    for (let i = 0; i < 2 * MOST_EARLIER; i++)
      kept = again(kept, [changed(2, i === 0 ? 2 : 1000 + i, 1001 + i)], same) ?? new Uint8Array();
    expect(decodeSummaries(kept, SECTIONS)?.rows).toHaveLength(3 + MOST_EARLIER);
  });
});
