import { describe, expect, it } from '@jest/globals';
import {
  decodeSummaries,
  encodeSummaries,
  type KeptSummary,
  MOST_EARLIER,
  restamped,
  writtenRow,
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
const row = (n: number) => ({ row: writtenRow(summary(n)), numbers: [...stamp(n), 7n] });
const file = encodeSummaries([row(1), row(2), row(3)], [row(4)], SECTIONS);
const changed = (n: number, before: number, now: number) => ({
  path: pathOf(n),
  before: stamp(before),
  now: stamp(now),
});
const same = (path: string) => summary(Number(path.slice(8, 9)));

describe('the file of summaries', () => {
  it('holds what was written, as it can be written again', () => {
    const { rows, written } = decodeSummaries(file, SECTIONS) ?? {};
    expect(rows).toEqual([1, 2, 3, 4].map((n) => summary(n)));
    expect([0, 1, 2, 3].map((n) => written?.(n).row)).toEqual([1, 2, 3, 4].map((n) => row(n).row));
    expect(decodeSummaries(file, ['Tasks'])).toBeUndefined();
  });

  it('takes another stamp of a document that says the same, and keeps the one before', () => {
    const once = restamped(file, [changed(2, 2, 20), changed(3, 3, 30)], same) ?? new Uint8Array();
    const { rows = [], numbers = new BigInt64Array() } = decodeSummaries(once, SECTIONS) ?? {};
    expect(rows).toEqual([1, 2, 3, 4, 2, 3].map((n) => summary(n)));
    expect(rows.map((_, i) => Number(numbers[i * 6]))).toEqual([1, 20, 30, 4, 2, 3]);
    // An answer that rests on the stamp before is as true as one that rests on the new one.
    expect(restamped(once, [changed(2, 2, 20)], same)).toEqual(once);
    const twice = restamped(once, [changed(2, 20, 21)], same) ?? new Uint8Array();
    expect(restamped(twice, [changed(2, 2, 21)], same)).toEqual(twice);
  });

  it('takes none of one that says something else, of another one, or of a time nothing was kept of', () => {
    expect(restamped(file, [changed(2, 2, 20)], () => summary(2, 'Other'))).toBeUndefined();
    expect(restamped(file, [changed(2, 2, 20)], () => undefined)).toBeUndefined();
    expect(restamped(file, [changed(2, 3, 20)], same)).toBeUndefined();
    expect(restamped(file, [changed(2, 9, 20)], same)).toBeUndefined();
    expect(restamped(file.slice(0, 100), [changed(2, 2, 20)], same)).toBeUndefined();
  });

  it('does not grow for ever', () => {
    let kept = file;
    for (let i = 0; i < 2 * MOST_EARLIER; i++)
      kept = restamped(kept, [changed(2, i === 0 ? 2 : 1000 + i, 1001 + i)], same) ?? new Uint8Array();
    expect(decodeSummaries(kept, SECTIONS)?.rows).toHaveLength(3 + MOST_EARLIER);
  });
});
