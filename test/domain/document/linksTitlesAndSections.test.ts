import { describe, expect, it } from '@jest/globals';
import { checkboxesOf } from '../../../src/domain/criteria/checkboxes.js';
import { relativeLinks, updateLinks } from '../../../src/domain/document/links.js';
import { sectionOf } from '../../../src/domain/document/sections/sections.js';
import { retitle, titleOf } from '../../../src/domain/document/sections/headings.js';

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

describe('The list of links to files', () => {
  it('has the line of each link, and no anchors, addresses or code', () => {
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
});

describe('The list of task list items', () => {
  it('has the headings above each item, its state and its line', () => {
    const text = [
      '# Title',
      '- [ ] loose',
      '## Success Criteria',
      '1. [x] first',
      '### Later',
      '  * [X] second',
      '## Notes',
      '+ [ ] third',
      '- [yes] none',
      '-[ ] none',
      '```',
      '- [ ] code',
      '```',
    ].join('\n');
    expect(checkboxesOf(text)).toMatchObject([
      { checked: false, text: 'loose', line: 2, section: 'Title', path: ['Title'] },
      {
        checked: true,
        text: 'first',
        line: 4,
        section: 'Success Criteria',
        path: ['Title', 'Success Criteria'],
      },
      {
        checked: true,
        text: 'second',
        line: 6,
        section: 'Success Criteria',
        path: ['Title', 'Success Criteria', 'Later'],
      },
      { checked: false, text: 'third', line: 8, section: 'Notes', path: ['Title', 'Notes'] },
    ]);
    expect(checkboxesOf('- [ ] alone')).toMatchObject([{ checked: false, text: 'alone', line: 1, path: [] }]);
  });
});

describe('Setting a new title', () => {
  it.each([
    ['# Old\n\ntext\n', '# New\n\ntext\n'],
    ['intro\n\n# Old #\n', 'intro\n\n# New #\n'],
    ['Old\n===\ntext', 'New\n===\ntext'],
    ['#\ntext', '# New\ntext'],
    ['\n\ntext\n', '\n\n# New\n\ntext\n'],
    ['text\r\nmore\r\n', '# New\r\n\r\ntext\r\nmore\r\n'],
    ['', '# New\n\n'],
  ])('replaces or adds the heading of %j', (before, after) => {
    expect(retitle(before, 'New')).toBe(after);
  });
});

describe('The title of a document', () => {
  const title = (text: string) => titleOf({ text, bodyStart: 0 }, 'user-login');

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
    expect(title(text)).toBe(expected);
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
