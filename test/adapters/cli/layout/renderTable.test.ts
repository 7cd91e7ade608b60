import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Column, renderTable } from '../../../../src/adapters/cli/layout/renderTable.js';
import { displayWidth } from '../../../../src/adapters/cli/layout/terminalText.js';

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

  it('aligns columns that contain wide characters', () => {
    expect(draw(rows)).toEqual([
      ' #  Title                   Tags',
      ' 1  A title of some length  cli, api',
      '12  日本語の題',
    ]);
  });

  it('shortens columns, then leaves columns out, in a narrow terminal', () => {
    expect(draw(rows, 26)).toEqual([
      ' #  Title         Tags',
      ' 1  A title of…   cli, api',
      '12  日本語の題',
    ]);
    expect(draw(rows, 21)).toEqual([' #  Title     Tags', ' 1  A title…  cli, a…', '12  日本語…']);
    expect(draw(rows, 17)).toEqual([' #  Title', ' 1  A title of s…', '12  日本語の題']);
  });

  it('leaves out empty columns', () => {
    expect(draw([{ id: '1', title: 'x', tags: '' }])).toEqual(['#  Title', '1  x']);
  });

  it('prints no line longer than the given width', () => {
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
