import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { withoutComments } from '../../../src/domain/document/sections/headings.js';

it.each([
  ['a comment is removed', 'a <!-- b --> c', 'a  c'],
  ['lines keep their positions', 'a\n<!-- b\nc -->\nd', 'a\n\n\nd'],
  ['two comments in one line are removed', '<!-- a -->b<!-- c -->d', 'bd'],
  ['an unclosed comment is text', 'a <!-- b', 'a <!-- b'],
  ['an unclosed comment after a closed one is text', '<!-- a --> b <!-- c', ' b <!-- c'],
  ['a comment in fenced code is kept', '```html\n<!-- a -->\n```\n<!-- b -->', '```html\n<!-- a -->\n```\n'],
  [
    'a comment in unclosed code of tildes is kept',
    '~~~\n<!-- a -->\n```\n<!-- b -->',
    '~~~\n<!-- a -->\n```\n<!-- b -->',
  ],
  ['a fence with text after it does not end code', '```\n``` ~~~\n```\n<!-- a -->', '```\n``` ~~~\n```\n'],
  ['a fence in a comment does not begin code', '<!--\n```\n-->\n<!-- a -->b', '\n\n\nb'],
])('withoutComments removes comments only: %s', (_, text, expected) => {
  expect(withoutComments(text)).toBe(expected);
});

/** The specification of withoutComments as one short but slow regular expression. */
const FENCE_OR_COMMENT =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n|$(?![^]))(?:[^]*?^ {0,3}\1[`~]*[ \t]*$|[^]*$(?![^]))|<!--[^]*?-->/gm;

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
