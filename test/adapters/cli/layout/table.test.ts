import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Column,
  type ColumnShape,
  renderTable,
  replacedLine,
} from '../../../../src/adapters/cli/layout/table.js';
import { displayWidth } from '../../../../src/adapters/cli/layout/width.js';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly tags: string;
}
const columns: readonly Column<Row>[] = [
  { header: '#', cell: (row) => row.id, align: 'right' },
  { header: 'Title', cell: (row) => row.title, shrinkTo: 8 },
  { header: 'Tags', cell: (row) => row.tags, shrinkTo: 4, dropOrder: 1 },
];
const draw = (rows: readonly Row[], width?: number): string[] =>
  renderTable(rows, columns, { columns: width, ellipsis: '…', paintHeader: (text) => text });

describe('renderTable', () => {
  const rows = [
    { id: '1', title: 'A title of some length', tags: 'cli, api' },
    { id: '12', title: '日本語の題', tags: '' },
  ];

  it('aligns columns, wide characters too', () => {
    expect(draw(rows)).toEqual([
      ' #  Title                   Tags',
      ' 1  A title of some length  cli, api',
      '12  日本語の題',
    ]);
  });

  it('shrinks, then leaves columns out', () => {
    expect(draw(rows, 26)).toEqual([
      ' #  Title         Tags',
      ' 1  A title of…   cli, api',
      '12  日本語の題',
    ]);
    expect(draw(rows, 21)).toEqual([' #  Title     Tags', ' 1  A title…  cli, a…', '12  日本語…']);
    expect(draw(rows, 17)).toEqual([' #  Title', ' 1  A title of s…', '12  日本語の題']);
  });

  it('leaves out columns in which nothing stands', () => {
    expect(draw([{ id: '1', title: 'x', tags: '' }])).toEqual(['#  Title', '1  x']);
  });

  it('never exceeds the width it was given', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b ', '日', '🎉', '-'), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: text, title: text, tags: text }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 8, max: 120 }),
        (some, width) => draw(some, width).every((line) => displayWidth(line) <= width),
      ),
    );
  });
});

describe('a line of a table drawn again', () => {
  const plain = { ellipsis: '…', paintHeader: (text: string) => text };
  const drawn = (rows: readonly Row[], width?: number) => {
    let shape: readonly ColumnShape[] = [];
    const options = { ...plain, columns: width, onShape: (told: typeof shape) => (shape = told) };
    return { lines: renderTable(rows, columns, options), shape };
  };
  const text = fc.string({ unit: fc.constantFrom('a', 'b ', '日', '🎉', '-'), maxLength: 12 });
  const row = fc.record({
    id: fc.string({ maxLength: 2, unit: fc.constantFrom('1', '2') }),
    title: text,
    tags: text,
  });

  it('is the line that drawing the whole table makes, and no other line is another one', () => {
    let told = 0;
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(5), row), { minLength: 1, maxLength: 4 }),
        fc.option(fc.integer({ min: 8, max: 60 }), { nil: undefined }),
        (rows, changes, width) => {
          const now = [...rows];
          let { lines, shape } = drawn(now, width);
          for (const [place, other] of changes) {
            const i = place % now.length;
            const pair = [now[i] ?? other, other] as const;
            now[i] = other;
            const whole = drawn(now, width);
            const line = replacedLine(shape, columns, pair, { columns: width, ellipsis: '…' });
            if (line === undefined) ({ lines, shape } = whole);
            else {
              told += 1;
              expect(line.before).toBe(lines[i + 1]);
              lines = lines.with(i + 1, line.after);
              shape = line.shape;
              expect({ lines, shape }).toEqual(whole);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(told).toBeGreaterThan(100);
  });
});
