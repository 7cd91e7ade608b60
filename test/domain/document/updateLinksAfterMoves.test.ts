import { describe, expect, it } from '@jest/globals';
import { followImport, followingMoves } from '../../../src/domain/document/links.js';

const move = { from: 'specs/003-x', to: 'specs/archived/003-x' };
const own = { from: 'specs/003-x/README.md', to: 'specs/archived/003-x/README.md' };
const other = { from: 'specs/004-y/README.md', to: 'specs/004-y/README.md' };
const archived = { from: 'specs/archived/001-a/README.md', to: 'specs/archived/001-a/README.md' };

describe('An update of links after a folder moved', () => {
  it.each([
    ['[x](../003-x/README.md)', '[x](../archived/003-x/README.md)'],
    ['[x](../003-x)', '[x](../archived/003-x)'],
    ['[x](../003-x/)', '[x](../archived/003-x/)'],
    ['[x](./../003-x/DESIGN.md#how?now)', '[x](../archived/003-x/DESIGN.md#how?now)'],
    ['[x](/specs/003-x/README.md)', '[x](/specs/archived/003-x/README.md)'],
    ['[x]: ../003-x/README.md "X"', '[x]: ../archived/003-x/README.md "X"'],
    ['<img src="../003-x/a.png">', '<img src="../archived/003-x/a.png">'],
    ['[x](../003-xy/README.md)', '[x](../003-xy/README.md)'],
    ['[x](https://example.org/specs/003-x)', '[x](https://example.org/specs/003-x)'],
    ['[x](#003-x)', '[x](#003-x)'],
    ['003-x as a word', '003-x as a word'],
    ['[^1]: ../003-x is a footnote', '[^1]: ../003-x is a footnote'],
    ['[1]: ../003-x is prose', '[1]: ../003-x is prose'],
    ['[1]: ../003-x (X)\r\n', '[1]: ../archived/003-x (X)\r\n'],
  ])('changes links into the moved folder: %s', (before, after) => {
    expect(followingMoves([move])(before, other)).toBe(after);
  });

  it.each([
    ['[y](../004-y/README.md)', '[y](../../004-y/README.md)'],
    ['[a](../archived/001-a/)', '[a](../001-a/)'],
    ['[d](DESIGN.md) [e](./a.png) [f](sub/b.md)', '[d](DESIGN.md) [e](./a.png) [f](sub/b.md)'],
    ['[me](../003-x/DESIGN.md)', '[me](../003-x/DESIGN.md)'],
    ['[docs](../../docs/x.md)', '[docs](../../../docs/x.md)'],
    ['[out](../../../elsewhere)', '[out](../../../../elsewhere)'],
    ['[root](/docs/x.md)', '[root](/docs/x.md)'],
  ])('changes links out of the moved folder, so that they keep their targets: %s', (before, after) => {
    expect(followingMoves([move])(before, own)).toBe(after);
  });

  it('corrects links between two moved folders, and links from the archive', () => {
    const both = [move, { from: 'specs/004-y', to: 'specs/archived/004-y' }];
    const text = '[y](../004-y/README.md)';
    expect(followingMoves(both)(text, own)).toBe(text);
    expect(followingMoves([move])('[x](../../003-x/README.md)', archived)).toBe('[x](../003-x/README.md)');
  });

  it('encodes special characters in the name of the new folder', () => {
    const to = { from: 'specs/v1/003-x', to: 'specs/next one/003-x' };
    const from = { from: 'specs/v1/004-y/README.md', to: 'specs/v1/004-y/README.md' };
    const there = followingMoves([to])('[x](../003-x/a.md)', from);
    expect(there).toBe('[x](../../next%20one/003-x/a.md)');
    expect(followingMoves([{ from: to.to, to: to.from }])(there, from)).toBe('[x](../003-x/a.md)');
  });

  it('resolves each link by the nearest moved folder, with few lookups for a deep path', () => {
    const nested = [move, { from: 'specs/003-x/b', to: 'specs/b' }];
    expect(followingMoves(nested)('[x](../003-x/b/c.md)', other)).toBe('[x](../b/c.md)');
    let asked = 0;
    const places = () => {
      asked += 1;
      return undefined;
    };
    followImport(`[x](${'a/'.repeat(100_000)}b.md)`, other, places, 'leave');
    expect(asked).toBeLessThan(1000);
  });
});
