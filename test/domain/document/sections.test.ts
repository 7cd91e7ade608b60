import { describe, expect, it } from '@jest/globals';
import { emptySections, sectionOf } from '../../../src/domain/document/sections/sections.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { headingsOf, retitle, titleOf } from '../../../src/domain/document/sections/headings.js';
import { withoutComments } from '../../../src/domain/document/sections/codeBlocks.js';
import { checkboxesOf } from '../../../src/domain/criteria/checkboxes.js';
import { relativeLinks, updateLinks } from '../../../src/domain/document/links.js';
import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { realDocuments } from '../../support/realDocuments.js';

const { recommended } = DEFAULT_CONFIG.sections;
const headings = (body: string) =>
  emptySections(body, recommended).map(({ heading, line }) => `${heading} ${line}`);

const titled = (text: string) => titleOf({ text, bodyStart: 0 }, 'user-login');

/** Returns the headings and levels that a complete Markdown parser finds. */
function headingsByMarked(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'heading') found.push(`${String(token['depth'])} ${String(token['text'])}`);
    }
  };
  visit(marked.lexer(text));
  return found;
}

/** The specification of withoutComments as one short but slow regular expression. */
const FENCE_OR_COMMENT =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n|$(?![^]))(?:[^]*?^ {0,3}\1[`~]*[ \t]*$|[^]*$(?![^]))|<!--[^]*?-->/gm;

it.each([
  ['# T\n\n## Problem\n\n## Solution\n', ['Problem 3', 'Solution 5']],
  ['## Problem\n<!-- two\nlines -->\n\n## Notes\n', ['Problem 1']],
  ['## Problem\n\ntext\n', []],
  ['## Solution\n\n### Technical Details\n\ntext\n## Problem\nx', []],
  ['## Solution\n\n### Technical Details\n\n## Problem\nx', ['Solution 1']],
  ['Problem\n-------\n\nSolution\n--------\n\ntext\n', ['Problem 1']],
  ['## success criteria\n- [ ] …\n- [ ]\n', ['success criteria 1']],
  ['## Success Criteria\n- [~] …\n1. []\n- [-] ...\n', ['Success Criteria 1']],
  ['## Success Criteria\n- [ ] it works\n', []],
  ['## Success Criteria\n- [~] it works\n', []],
  ['## Success Criteria\n…\n', []],
  ['## Problem\n```html\n<!-- code -->\n```\n', []],
  ['```\n## Problem\n```\n', []],
  ['', []],
])('emptySections returns the recommended sections without text: in %j they are %j', (body, expected) =>
  expect(headings(body)).toEqual(expected),
);

describe('Links into a renamed folder', () => {
  it.each([
    ['[a](../001-a/README.md)', '[a](../002-b/README.md)'],
    ['[a](001-a)', '[a](002-b)'],
    ['[a](001-a#goal "title")', '[a](002-b#goal "title")'],
    ['![i](<../001-a/x.png>)', '![i](<../002-b/x.png>)'],
    ['[a]: ../001-a/README.md', '[a]: ../002-b/README.md'],
    ['<a href="../001-a/">', '<a href="../002-b/">'],
    ['<img src="001-a/x(1).png">', '<img src="002-b/x(1).png">'],
    ['[a](x(1)/001-a/y)', '[a](x(1)/002-b/y)'],
  ])('are updated: %s', (before, after) => {
    expect(updateLinks(before, '001-a', '002-b')).toBe(after);
  });

  it.each([
    '001-a in a sentence',
    '[001-a](x.md)',
    '[a](001-abc/x)',
    '[a](https://x.y/001-a/z)',
    '`001-a`',
    'x',
  ])('are not found in %s', (text) => {
    expect(updateLinks(text, '001-a', '002-b')).toBe(text);
  });
});

it('The list of links to files has the line of each link, and no anchors, addresses or code', () => {
  const text = [
    '[a](a.md) and ![b](<b.png>) and [c](c(1).md "title")',
    '[d](#anchor) [e](https://x.y) [f](//x.y) `[g](g.md)` [h]()',
    '  [i]: i.md',
    '```',
    '[j](j.md)',
    '```',
    "``[k](k.md)`` [l](l.md 't')",
  ].join('\n');
  expect(relativeLinks(text)).toEqual([
    { destination: 'a.md', line: 1 },
    { destination: 'b.png', line: 1 },
    { destination: 'c(1).md', line: 1 },
    { destination: 'i.md', line: 3 },
    { destination: 'l.md', line: 7 },
  ]);
  expect(relativeLinks(`${' '.repeat(5000)}[a](a.md)`)).toEqual([]);
  expect(relativeLinks(`${'x'.repeat(4991)}[a](a.md)`)).toHaveLength(1);
});

it('The list of task list items has the headings above each item, its state and its line', () => {
  const text =
    '# Title\n- [ ] loose\n## Success Criteria\n1. [x] first\n### Later\n  * [X] second\n## Notes\n' +
    '+ [ ] third\n- [yes] none\n-[ ] none\n```\n- [ ] code\n```';
  const criteria = ['Title', 'Success Criteria'];
  expect(checkboxesOf(text)).toMatchObject([
    { checked: false, text: 'loose', line: 2, section: 'Title', path: ['Title'] },
    { checked: true, text: 'first', line: 4, section: 'Success Criteria', path: criteria },
    { checked: true, text: 'second', line: 6, section: 'Success Criteria', path: [...criteria, 'Later'] },
    { checked: false, text: 'third', line: 8, section: 'Notes', path: ['Title', 'Notes'] },
  ]);
  expect(checkboxesOf('- [ ] alone')).toMatchObject([{ checked: false, text: 'alone', line: 1, path: [] }]);
});

describe('The title of a document', () => {
  it.each([
    ['# Plain\n', 'Plain'],
    ['## Second\n# First\n', 'First'],
    ['no heading', 'User login'],
    ['#\n', 'User login'],
    [
      '# **Bold** and *thin*, `code`, [link](x.md), ![i](y.png) \\*star\\*\n',
      'Bold and thin, code, link, i *star*',
    ],
    ['# snake_case_name and 2*3*4\n', 'snake_case_name and 2*3*4'],
    ['# __dunder__ ``a`b``\n', 'dunder a`b'],
    [`# ${'x'.repeat(2000)}\n`, 'x'.repeat(1000)],
  ])('is the first heading: in %j it is %j', (text, expected) => {
    expect(titled(text)).toBe(expected);
  });

  it('is taken from the text, not from the frontmatter', () => {
    const text = '---\n# comment\n---\n# Body\n';
    expect(titleOf({ text, bodyStart: text.indexOf('# Body') }, 'x')).toBe('Body');
  });
});

describe('The section of a document', () => {
  const body = '# T\n\n## One\na\n### Sub\nb\n## `Two` ##\nc\n# Three\n';

  it.each([
    ['one', '## One\na\n### Sub\nb\n'],
    ['## ONE ', '## One\na\n### Sub\nb\n'],
    ['sub', '### Sub\nb\n'],
    ['two', '## `Two` ##\nc\n'],
    ['three', '# Three\n'],
    ['four', undefined],
  ])('is found by its heading: %j is %j', (name, text) => {
    expect(sectionOf(body, name)).toBe(text);
  });
});

describe('The headings of a text', () => {
  it('are found in both styles, with level and line', () => {
    expect(
      headingsOf('# One\r\n\r\ntext\r\n\r\nTwo\r\n===\r\n\r\nTwo and\r\na half\r\n---\r\n### Three ###\r\n'),
    ).toEqual([
      { heading: 'One', level: 1, line: 1 },
      { heading: 'Two', level: 1, line: 5 },
      { heading: 'Two and a half', level: 2, line: 8 },
      { heading: 'Three', level: 3, line: 11 },
    ]);
  });

  it('are the same as those that a complete Markdown parser finds in real documents', () => {
    for (const { name, text } of realDocuments()) {
      const body = text.replace(/^---\n[^]*?\n---\n/, '');
      const ours = headingsOf(body).map(({ level, heading }) => `${String(level)} ${heading}`);
      expect([name, ...ours]).toEqual([name, ...headingsByMarked(body)]);
    }
  });
});

describe('The title of a text', () => {
  it.each([
    ['# Old\n\ntext\n', '# New\n\ntext\n'],
    ['```\n# code\n```\r\n  #   Old   ##  \r\ntext', '```\n# code\n```\r\n  #   New   ##  \r\ntext'],
    ['Old\n===\n', 'New\n===\n'],
    ['***\nOld\ntitle\n===\n', '***\nNew\n===\n'],
    ['---\nOld\n===\n', '---\nNew\n===\n'],
    ['[a]: b.md\nOld\n===\n', '[a]: b.md\nNew\n===\n'],
    ['#\ntext', '# New\ntext'],
    ['\r\ntext\r\n', '\r\n# New\r\n\r\ntext\r\n'],
    ['', '# New\n\n'],
  ])('is replaced without other changes to the text: %j', (before, after) => {
    expect(retitle(before, 'New')).toBe(after);
  });

  it('is the new title after it was replaced', () => {
    const line = fc.constantFrom(
      ...'# a, #, a, ===, ---, ```, - x, ***, <div>, [a]: b,     # c, <!--, -->, # `b` #'.split(', '),
      '',
    );
    const text = fc
      .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'))
      .map(([lines, end]) => lines.join(end));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(
          ...'A new $& title, Support C #, C#, # one ##, #, 1. one, - x, > y, _ _ _, <p>, [a]: b, | z'.split(
            ', ',
          ),
        ),
        (body, title) => expect(titled(retitle(body, title))).toBe(title),
      ),
    );
  });
});

it('withoutComments gives the same result as a slow regular expression', () => {
  const pieces = fc.constantFrom('<!--', '-->', '```', '~~~', '````', '\n', ' ', 'a', '\n```\n', '    ');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const expected = text.replace(FENCE_OR_COMMENT, (match, fence: string | undefined) =>
        fence === undefined ? match.replace(/[^\n]+/g, '') : match,
      );
      expect(withoutComments(text)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
