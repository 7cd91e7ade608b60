import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { type Checkbox, checkboxesOf } from '../../src/domain/criteria/checkboxes.js';
import { boxesUnder, plainHeading } from '../../src/domain/criteria/criteria.js';

const SECTIONS = ['Success Criteria', 'Definition of Done', 'Критерии'];
const WANTED = new Set(SECTIONS.map(plainHeading));

const LINES = [
  ...[
    '## Success Criteria',
    '# Definition of *done*',
    'Success',
    'criteria',
    '===',
    '---',
    '## Критерии!',
    '**',
  ],
  ...[
    '## Other',
    '### Sub (x)',
    '- [ ] one',
    '* [x] two',
    '1. [X] three',
    '  - [ ] nested',
    '    - [ ] code',
  ],
  ...[
    '',
    '',
    '',
    '```',
    '~~~',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '- ```',
    '  ```',
    '- item',
    'goes on',
    '\t- [ ] tab',
  ],
  ...[
    '> - [ ] quoted',
    '- [ ] …',
    '-   - [ ] deep',
    '  \u00a0',
    '\u2028',
    '[ ]',
    'a [x] b',
    '#',
    '0) [ ] zero',
  ],
];

describe('Boxes under a heading', () => {
  it('are found where the headings are too many for one pattern', () => {
    const many = Array.from({ length: 40_000 }, (_, i) => `Of all that is asked the ${String(i)}th`);
    const body = '## Other\n\n- [ ] none\n\n## Of all that is asked the 39999th\n\n- [ ] one\n';
    expect(boxesUnder(body, many).map(({ text }) => text)).toEqual(['one']);
  });

  it('are those of the whole text, though only a part of it is read for them', () => {
    const text = fc
      .tuple(fc.array(fc.constantFrom(...LINES), { maxLength: 16 }), fc.constantFrom('\n', '\r\n'))
      .map(([lines, newline]) => lines.join(newline));
    fc.assert(
      fc.property(text, (body) => {
        const under = checkboxesOf(body).filter(({ path }) =>
          path.some((one) => WANTED.has(plainHeading(one))),
        );
        const places = (boxes: readonly Checkbox[]) =>
          boxes.map(({ line, at, checked, text: words }) => [line, at, checked, words]);
        expect(places(boxesUnder(body, SECTIONS))).toEqual(places(under));
      }),
      { numRuns: 2000 },
    );
  });

  it('are found where the Kelvin sign stands for a letter of the heading', () => {
    const found = boxesUnder('## chec\u212alist\n\n- [ ] one\n', ['Checklist']);
    expect(found.map(({ text }) => text)).toEqual(['one']);
  });
});
