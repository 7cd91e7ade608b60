import { describe, expect, it } from '@jest/globals';
import { conflictedSides, wholeConflict } from '../../../src/domain/document/conflictMarks.js';
import { headingsOf, placedHeadings } from '../../../src/domain/document/sections/headings.js';
import { linesOutsideCodeBlocks } from '../../../src/domain/document/sections/codeBlocks.js';
import { followImport, followingMoves } from '../../../src/domain/document/links.js';

const move = { from: 'specs/003-x', to: 'specs/archived/003-x' };
const own = { from: 'specs/003-x/README.md', to: 'specs/archived/003-x/README.md' };
const other = { from: 'specs/004-y/README.md', to: 'specs/004-y/README.md' };
const archived = { from: 'specs/archived/001-a/README.md', to: 'specs/archived/001-a/README.md' };

describe('Headings', () => {
  it.each<[string, readonly string[]]>([
    ['a > b\n===', ['a > b']],
    ['> b\n===', []],
    ['12. x\n---', []],
    ['1. x\n---', []],
    ['x. y\n---', ['x. y']],
    ['1.x\n---', ['1.x']],
    ['1a x\n---', ['1a x']],
    ['a\n \t\n===', []],
    ['# A\n    code\n---', ['A']],
    ['# A\n\tcode\n---', ['A']],
    ['# A\n  \tcode\n---', ['A']],
    ['# A\n b\n===', ['A', 'b']],
    ['a    b\n===', ['a    b']],
    ['---\nb\n===', ['b']],
    ['# A\n---\nb\n===', ['A', 'b']],
    ['# A\n    code\n---\nb\n===', ['A', 'b']],
    ['a\n***\nb\n===', ['b']],
    ['_ _ _\nb\n---', ['b']],
    ['a\n---\nb\n===', ['a', 'b']],
    ['--\nb\n===', ['-- b']],
    ['**a**\nb\n===', ['**a** b']],
    ['__a__\nb\n===', ['__a__ b']],
    ['-\nb\n===', ['b']],
    ['a\n1.\nb\n===', ['a 1. b']],
    ['[a]: b.md "c"\nd\n===', ['d']],
    ['[a]: b c\nd\n===', ['[a]: b c d']],
    ['a\n# B\nc\n===', ['B', 'c']],
    ['a\n```\n```\nb\n===', ['b']],
    ['a\n> b\n\nc\n===', ['c']],
    ['<div align="center">\na\n===', []],
    ['a\n</P>\nb\n===\n\nc\n===', ['c']],
    ['<b>a</b>\n===', ['<b>a</b>']],
    ['A\n=== \t', ['A']],
    ['A\n===x', []],
    ['A\nb ===', []],
    ['# C#', ['C#']],
    ['# C #', ['C']],
    ['# C\t##', ['C']],
    ['# ###', ['']],
    ['#', ['']],
  ])('are found with their text: in %j they are %j', (text, headings) => {
    expect(headingsOf(text).map(({ heading }) => heading)).toEqual(headings);
  });

  it('are returned with the position of their text', () => {
    const text = 'x\n\n  Title \n===\n';
    const [found] = placedHeadings(text);
    expect(found).toMatchObject({ heading: 'Title', level: 1, line: 3, start: 3 });
    expect(text.slice(found?.textStart, found?.textEnd)).toBe('Title');
  });
});

it.each<[string, readonly string[]]>([
  ['a\r\n\nb\n', ['a', '', 'b']],
  ['\r\na', ['', 'a']],
  ['    code', []],
  ['a\n\n    code\nb', ['a', '', 'b']],
  ['a\n   \n    code', ['a', '   ']],
  ['a\n    lazy', ['a', '    lazy']],
  ['a\n\n     code', ['a', '']],
  ['a\n\n\tcode\nb', ['a', '', 'b']],
  ['a\n\n  \tcode', ['a', '']],
  ['- a\n\n  \tb', ['- a', '', '  \tb']],
  ['- a\n\n   b', ['- a', '', '   b']],
  ['- a\n\n      code', ['- a', '']],
  ['-    a\n\n       b', ['-    a', '', '       b']],
  ['-     a\n\n      code', ['-     a', '']],
  ['-\n\n     b', ['-', '', '     b']],
  ['- - ```\n    x\n    ```\ny', ['y']],
  ['-    - ```\n       x\n       ```\ny', ['y']],
  ['-      - ```\nx', ['-      - ```', 'x']],
  ['```\nx\n  ```  \ny', ['y']],
  ['````\n```\nx\n````\ny', ['y']],
  ['~~~\n```\n~~~\ny', ['y']],
  ['<!-- a\nb\nc -->\nd', ['d']],
  ['<!-- a -->\nb', ['b']],
  ['<pre>\na\nb\n</pre>\nc', ['c']],
  ['<pre>a</pre>\nb', ['b']],
  ['<preface>\nb', ['<preface>', 'b']],
  ['a <!--\nb', ['a <!--', 'b']],
])('Lines of the Markdown structure are not in code, comments and HTML: of %j they are %j', (text, lines) => {
  expect(Array.from(linesOutsideCodeBlocks(text), ({ text: own }) => own)).toEqual(lines);
});

describe('A git conflict', () => {
  it('is written from two texts, each with a final newline', () => {
    expect(wholeConflict('a', '', 'HEAD', 'b')).toBe('<<<<<<< HEAD\na\n=======\n>>>>>>> b\n');
    expect(wholeConflict('a\n', '\nb', 'o', 't', 8)).toBe('<<<<<<<< o\na\n========\n\nb\n>>>>>>>> t\n');
  });

  it('is written so that conflict marks inside its sides count as text', () => {
    expect(conflictedSides('<<<<<<< a\n<<<<<<< b\nx ||||||| y\n=======\nz\n>>>>>>> c\n').ours).toBe(
      '<<<<<<< b\nx ||||||| y\n',
    );
    expect(conflictedSides('<<<<<<< a\nours\n|||||||\nbase\n=======\ntheirs\n>>>>>>> c\n')).toMatchObject({
      ours: 'ours\n',
      base: 'base\n',
      theirs: 'theirs\n',
    });
  });
});

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
