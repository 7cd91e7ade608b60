import { describe, expect, it } from '@jest/globals';
import { emptySections } from '../../../src/domain/document/sections/sections.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { withoutComments } from '../../../src/domain/document/sections/headings.js';

const { recommended } = DEFAULT_CONFIG.sections;
const headings = (body: string) =>
  emptySections(body, recommended).map(({ heading, line }) => `${heading} ${line}`);

describe('emptySections', () => {
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
  ])('returns the recommended sections without text: in %j they are %j', (body, expected) =>
    expect(headings(body)).toEqual(expected),
  );
});

it('withoutComments removes comments, but no line breaks and no comments in code', () => {
  expect(withoutComments('a <!-- b\nc --> d\n~~~\n<!-- code -->\n~~~\n<!-- e -->\n')).toBe(
    'a \n d\n~~~\n<!-- code -->\n~~~\n\n',
  );
});
