import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { withoutComments } from '../../../src/domain/document/sections/withoutComments.js';

it.each([
  ['a comment', 'a <!-- b --> c', 'a  c'],
  ['lines stay where they are', 'a\n<!-- b\nc -->\nd', 'a\n\n\nd'],
  ['two in a line', '<!-- a -->b<!-- c -->d', 'bd'],
  ['a comment without an end is text', 'a <!-- b', 'a <!-- b'],
  ['also behind one that has one', '<!-- a --> b <!-- c', ' b <!-- c'],
  ['code is code', '```html\n<!-- a -->\n```\n<!-- b -->', '```html\n<!-- a -->\n```\n'],
  [
    'in tildes too, and to the end of the file',
    '~~~\n<!-- a -->\n```\n<!-- b -->',
    '~~~\n<!-- a -->\n```\n<!-- b -->',
  ],
  ['a fence with words behind it ends none', '```\n``` ~~~\n```\n<!-- a -->', '```\n``` ~~~\n```\n'],
  ['a fence in a comment is none', '<!--\n```\n-->\n<!-- a -->b', '\n\n\nb'],
])('%s', (_, text, expected) => {
  expect(withoutComments(text)).toBe(expected);
});

/** As short as it can be said, and slow. */
const FENCE_OR_COMMENT =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n|$(?![^]))(?:[^]*?^ {0,3}\1[`~]*[ \t]*$|[^]*$(?![^]))|<!--[^]*?-->/gm;

it('does what one regular expression would', () => {
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
