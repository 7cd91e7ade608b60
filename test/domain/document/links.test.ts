import { describe, expect, it } from '@jest/globals';
import { checkboxesOf } from '../../../src/domain/criteria/checkboxes.js';
import { conflictedSides, conflictLine, wholeConflict } from '../../../src/domain/document/conflictMarks.js';
import { emptySections, sectionOf } from '../../../src/domain/document/sections/sections.js';
import {
  headingsOf,
  placedHeadings,
  titleOf,
  withoutComments,
} from '../../../src/domain/document/sections/headings.js';
import { placeBlock } from '../../../src/domain/project/managedTexts.js';
import {
  followImport,
  followingMoves,
  relativeLinks,
  updateLinks,
} from '../../../src/domain/document/links.js';
import { linesOutsideCodeBlocks } from '../../../src/domain/document/linesOutsideCodeBlocks.js';
import { splitDocument } from '../../../src/domain/document/frontmatter/splitDocument.js';
import { lineEnd, lineStart, newlineAbove } from '../../../src/domain/document/textEdit.js';

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

  it('are the names of sections, compared without case, markup and white space', () => {
    const body = '## C# guide\n\na\n\n## *Success*   `Criteria`\n\nb\n';
    expect(sectionOf(body, 'c# guide')).toBe('## C# guide\n\na\n\n');
    expect(sectionOf(body, '## success criteria')).toMatch(/b\n$/);
    expect(sectionOf(body, 'C guide')).toBeUndefined();
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
])(
  'Lines that can be part of the Markdown structure do not include code, comments and HTML: in %j they are %j',
  (text, lines) => {
    expect(Array.from(linesOutsideCodeBlocks(text), ({ text: own }) => own)).toEqual(lines);
  },
);

it('links are not found in code, in a line of thousands of characters, or as web addresses', () => {
  const found = (text: string) => relativeLinks(text).map(({ destination }) => destination);
  expect(found('`` ` [k](k.md) ``')).toEqual([]);
  expect(found('[x](a`b`.md)')).toEqual([]);
  expect(found(`${'x'.repeat(4992)}[a](a.md)`)).toEqual([]);
  expect(found('[a](x/a:b.md) [c](d:e.md)')).toEqual(['x/a:b.md']);
  expect(updateLinks('[a](x/y:z/001-a)', '001-a', '002-b')).toBe('[a](x/y:z/002-b)');
});

it.each([
  ['```\n``` x\n<!-- a -->\n```\n<!-- b -->c\n', '```\n``` x\n<!-- a -->\n```\nc\n'],
  ['```\n<!-- a -->\n```\n', '```\n<!-- a -->\n```\n'],
  ['<!-- a -->```\n<!-- b -->\n', '```\n\n'],
  ['a <!-- b\nc --> d\n~~~\n<!-- e -->\n', 'a \n d\n~~~\n<!-- e -->\n'],
  ['-->\n<!-- a -->', '-->\n'],
])('A text without its comments is, for %j, %j', (text, without) => {
  expect(withoutComments(text)).toBe(without);
});

describe('Checkboxes', () => {
  it('are found in list items with any bullet and spacing', () => {
    const text = 'x - [ ] no\n- [ ] a\n12. [x] b\n-   [X] c\n+ [ ]   d\n';
    expect(checkboxesOf(text).map(({ text: own, checked }) => [own, checked])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', false],
    ]);
  });

  it('are returned with the headings above them', () => {
    const text = '## A\n\n### B\n\n## C\n\n- [ ] x\n\n### D\n\n- [ ] y\n';
    expect(checkboxesOf(text)).toMatchObject([
      { section: 'C', path: ['C'] },
      { section: 'C', path: ['C', 'D'] },
    ]);
    expect(checkboxesOf('### D\n\n- [ ] y\n')).toMatchObject([{ section: 'D', path: ['D'] }]);
  });
});

describe('A git conflict', () => {
  it('has marks that are whole lines', () => {
    const odd = '<<<<<<< a\n=====\r==\n>>>>>>> b\n';
    expect(conflictLine(odd, odd.length)).toBeUndefined();
    expect(conflictLine('=======\n>>>>>>> b\n<<<<<<< a\n=======\n>>>>>>> b\n', 0)).toBe(3);
  });

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

it('A section is empty with only white space, but not with a few words', () => {
  expect(emptySections('## Problem\n \t\n\n## Solution\n\na--\n', ['Problem', 'Solution'])).toEqual([
    { heading: 'Problem', line: 1 },
  ]);
});

describe('The block of spectool in AGENTS.md', () => {
  const [begin, end] = ['<!-- spectool:begin v1 -->', '<!-- spectool:end -->'];
  const placed = (existing: string, block: string) => {
    const found = placeBlock(existing, block, 1);
    return found.kind === 'placed' ? found.text : found.reason;
  };

  it('has no blank lines inside, one blank line before it, and comes after a byte order mark', () => {
    expect(placed('', '\nours\n\n')).toBe(`${begin}\nours\n${end}\n`);
    expect(placed('a\n\nmine\n', 'ours')).toBe(`a\n\nmine\n\n${begin}\nours\n${end}\n`);
    expect(placed(`\uFEFF${begin}\nold\n${end}\n`, 'ours')).toBe(`\uFEFF${begin}\nours\n${end}\n`);
  });
});

describe('The first line of a document', () => {
  it.each([
    ['---yml\na: 1\n---\n', undefined],
    ['---  yaml\t \na: 1\n---\n', undefined],
    ['--- ya ml\na: 1\n---\n', 'FRONTMATTER_LANGUAGE'],
    ['---toml-\na: 1\n---\n', 'FRONTMATTER_LANGUAGE'],
    ['----\na: 1\n---\n', 'FRONTMATTER_MISSING'],
    ['----x\na: 1\n---\n', 'FRONTMATTER_MISSING'],
  ])('is checked for the beginning of frontmatter: %j has the problem %s', (text, code) => {
    const parts = splitDocument(text);
    expect(parts.kind === 'bare' ? parts.problem.code : undefined).toBe(code);
  });

  it('is quoted only in part when it is long', () => {
    const parts = splitDocument(`---${'x'.repeat(100)}\n`);
    expect(parts.kind === 'bare' && parts.problem.message).toContain(`"${'x'.repeat(40)}"`);
  });
});

it('The lines of a text begin and end at newlines', () => {
  expect(lineStart('ab\ncd', 4)).toBe(3);
  expect(lineStart('\na', 0)).toBe(0);
  expect([lineEnd('ab\ncd', 1), lineEnd('ab', 1), lineEnd('\nab', 0)]).toEqual([3, 2, 1]);
  expect(newlineAbove('a\r\nb\n', 3)).toBe('\r\n');
  expect(newlineAbove('a\nb\r\n', 3)).toBe('\n');
  expect(newlineAbove('ab', 1)).toBe('\n');
});

it('a title has no white space around it, even when it has markup or is cut off', () => {
  const title = (heading: string) => titleOf({ text: `# ${heading}\n`, bodyStart: 0 }, 'x');
  expect(title(`${'x'.repeat(999)} y`)).toBe('x'.repeat(999));
  expect(title('![](a.png) Login')).toBe('Login');
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
