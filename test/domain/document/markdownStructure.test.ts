import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { checkboxesOf } from '../../../src/domain/criteria/checkboxes.js';
import { headingsOf, retitle, titleOf } from '../../../src/domain/document/sections/headings.js';
import { sectionOf } from '../../../src/domain/document/sections/sections.js';
import { realDocuments } from '../../support/realDocuments.js';

function titled(text: string): string {
  return titleOf({ text, bodyStart: 0 }, 'user-login');
}

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

  it.each([
    ['fenced by backticks', '```md\n# no\n```\n'],
    ['fenced by tildes', '~~~\n# no\n```\n# no\n~~~~\n'],
    ['in a fence that is never closed', '```\n# no\n'],
    ['fenced in a list item', '- a\n\n    ```sh\n    # no\n    ```\n'],
    ['fenced right after a list mark', '1. ```sh\n   # no\n   ```\n'],
    ['indented', 'text\n\n    # no\n'],
    ['in a comment', '<!--\n# no\n-->\n'],
    ['in raw HTML', '<pre>\n# no\n</pre>\n'],
    ['not a heading', '#no\n####### no\n- item\n---\n'],
  ])('do not include text that is %s', (_where, text) => {
    expect(headingsOf(text)).toEqual([]);
    expect(headingsOf(`${text}\n`)).toEqual([]);
  });

  it('are found after a code block, and after a list item with an unclosed code block', () => {
    expect(headingsOf('```a``` b\n# yes\n').length).toBe(1);
    expect(headingsOf('- x\n  ```\n  # no\n\n# yes\n')).toEqual([{ heading: 'yes', level: 1, line: 5 }]);
    expect(headingsOf('<!-- a -->\n# yes\n').length).toBe(1);
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
    ['# User *login* with `code`, **bold** and [a link](x.md)', 'User login with code, bold and a link'],
    ['# `# not a comment`', '# not a comment'],
    ['# 2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['# cost $& $1 {date}', 'cost $& $1 {date}'],
    ['# \\*as is\\*', '*as is*'],
    ['```\n# code\n```\n\nReal\n====\n', 'Real'],
    ['## only a section\n', 'User login'],
    ['#\n', 'User login'],
    ['', 'User login'],
  ])('is its first heading: for %j it is %j', (text, title) => {
    expect(titled(text)).toBe(title);
  });

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
      '# a',
      '#',
      'a',
      '',
      '===',
      '---',
      '```',
      '- x',
      '***',
      '<div>',
      '[a]: b',
      '    # c',
      '<!--',
      '-->',
      '# `b` #',
    );
    const text = fc
      .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'))
      .map(([lines, end]) => lines.join(end));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(
          'A new $& title',
          'Support C #',
          'C#',
          '# one ##',
          '#',
          '1. one',
          '- x',
          '> y',
          '_ _ _',
          '<p>',
          '[a]: b',
          '| z',
        ),
        (body, title) => expect(titled(retitle(body, title))).toBe(title),
      ),
    );
  });
});

describe('A section of a text', () => {
  const body = '# T\n\n## Problem\n\na\n\n### Detail\n\nb\n\n```\n## Solution\n```\n\n## Solution\n\nc\n';

  it('includes its subsections, and ends before the next section of its level', () => {
    expect(sectionOf(body, 'problem')).toBe(body.slice(5, body.lastIndexOf('## Solution')));
    expect(sectionOf(body, '### DETAIL')).toBe('### Detail\n\nb\n\n```\n## Solution\n```\n\n');
    expect(sectionOf(body, 'Solution')).toBe('## Solution\n\nc\n');
    expect(sectionOf(body, 'Nowhere')).toBeUndefined();
  });
});

describe('The checkboxes of a text', () => {
  it('are found with their state, line, section and path of headings', () => {
    const text =
      '# T\n- [ ] a\n## Success Criteria\n### Fast\n* [x] b\n  1. [X] c\n```\n- [ ] no\n```\n- [1] no\n';
    expect(checkboxesOf(text)).toMatchObject([
      { checked: false, text: 'a', line: 2, section: 'T', path: ['T'] },
      {
        checked: true,
        text: 'b',
        line: 5,
        section: 'Success Criteria',
        path: ['T', 'Success Criteria', 'Fast'],
      },
      {
        checked: true,
        text: 'c',
        line: 6,
        section: 'Success Criteria',
        path: ['T', 'Success Criteria', 'Fast'],
      },
    ]);
  });
});
